import type { TeamRole } from '#kernel/actor.ts'
import { composeEmail } from '#platform/server/mail/email-layout.ts'
import type { EmailBranding, EmailMessage } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import type { Locale } from '#texts/texts.ts'

/**
 * What the reader of an invitation does next: choose a password; sign in and accept; or nothing, because the account
 * that the address has already cannot join.
 */
export type InvitationStep = { kind: 'password' | 'accept'; url: string } | { kind: 'none' }

/** Invites the owner of an address to the team of an advertiser. */
export function invitationEmail(
  { branding, locale }: { branding: EmailBranding; locale: Locale },
  { advertiser, role, step }: { advertiser: string; role: TeamRole; step: InvitationStep },
): EmailMessage {
  const t = mailTexts(locale, 'teams')
  const { networkName, supportEmail } = branding
  return composeEmail(branding, {
    locale,
    subject: t('mail.invitation.subject', { advertiser, networkName }),
    paragraphs: [
      t('mail.invitation.text', { advertiser, networkName, role: t(`role.${role}`) }),
      t(`mail.invitation.next.${step.kind}`, { advertiser }),
      t('mail.invitation.ignore'),
    ],
    ...(step.kind === 'none' ? {} : { action: { label: t(`mail.invitation.action.${step.kind}`), url: step.url } }),
    footer: t('mail.footer', { networkName, supportEmail }),
  })
}
