import type { TeamRole } from '#kernel/actor.ts'
import { composeEmail } from '#platform/server/mail/email-layout.ts'
import type { EmailBranding, EmailMessage } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import type { Locale } from '#texts/texts.ts'

/**
 * Invites the owner of an address to the team of an advertiser. Without `url` the address has an account already, which
 * cannot join; the mail then says so.
 */
export function invitationEmail(
  { branding, locale }: { branding: EmailBranding; locale: Locale },
  { advertiser, role, url }: { advertiser: string; role: TeamRole; url: string | undefined },
): EmailMessage {
  const t = mailTexts(locale, 'teams')
  const { networkName: brand, supportEmail } = branding
  return composeEmail(branding, {
    locale,
    subject: t('mail.invitation.subject', { advertiser, brand }),
    paragraphs: [
      t('mail.invitation.text', { advertiser, brand, role: t(`role.${role}`) }),
      url === undefined ? t('mail.invitation.known', { advertiser }) : t('mail.invitation.next'),
      t('mail.invitation.ignore'),
    ],
    ...(url === undefined ? {} : { action: { label: t('mail.invitation.action'), url } }),
    footer: t('mail.footer', { brand, supportEmail }),
  })
}
