import { composeEmail } from '#platform/server/mail/email-layout.ts'
import type { EmailBranding, EmailMessage } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import type { Locale } from '#texts/texts.ts'

/** The sender and the language of a mail of this domain. */
export interface EmailParts {
  branding: EmailBranding
  locale: Locale
}

/**
 * Invites the owner of an address to a sub-account. Without `url` the address has an account already, which cannot
 * become a sub-account; the mail then says so.
 */
export function invitationEmail(
  { branding, locale }: EmailParts,
  { publisher, site, url }: { publisher: string; site: string; url: string | undefined },
): EmailMessage {
  const t = mailTexts(locale, 'publishers')
  const { networkName, supportEmail } = branding
  return composeEmail(branding, {
    locale,
    subject: t('mail.invitation.subject', { networkName }),
    paragraphs: [
      t('mail.invitation.text', { publisher, site, networkName }),
      url === undefined ? t('mail.invitation.known', { publisher }) : t('mail.invitation.next'),
      t('mail.invitation.ignore'),
    ],
    ...(url === undefined ? {} : { action: { label: t('mail.invitation.action'), url } }),
    footer: t('mail.footer', { networkName, supportEmail }),
  })
}
