import { composeEmail } from '#platform/server/mail/email-layout.ts'
import type { EmailBranding, EmailMessage } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import type { Locale } from '#texts/texts.ts'
import type { RestrictedState } from './rules.ts'
import { REOPEN_DAYS } from './rules.ts'

/** The sender, the language and the reader of a mail of this domain. */
export interface EmailParts {
  branding: EmailBranding
  locale: Locale
  name: string
}

/** A change of the state of an account. An empty reason and the publisher's own are left out. */
export interface StateChange {
  state: RestrictedState
  change: 'began' | 'ended'
  reason: string
  /** Whether the publisher made the change. */
  isOwn: boolean
}

/** Tells a publisher that its account is on hold, suspended or closed, or no longer so, and what that means. */
export function stateEmail(
  { branding, locale, name }: EmailParts,
  { state, change, reason, isOwn }: StateChange,
): EmailMessage {
  const t = mailTexts(locale, 'account-states')
  const { networkName, supportEmail, publicUrl } = branding
  const isClosing = state === 'closed' && change === 'began'
  return composeEmail(branding, {
    locale,
    subject: t(`mail.${change}.${state}.subject`, { networkName }),
    paragraphs: [
      t(`mail.${change}.${state}.text`, { name, networkName }),
      ...(reason === '' || isOwn ? [] : [t('mail.reason', { reason })]),
      ...(isClosing ? [t('mail.balance')] : []),
      ...(isClosing && isOwn ? [t('mail.reopen', { days: REOPEN_DAYS })] : []),
    ],
    action: isClosing
      ? { label: t('mail.payments'), url: `${publicUrl}/payments` }
      : { label: t('mail.account'), url: `${publicUrl}/account` },
    footer: t('mail.footer', { networkName, supportEmail }),
  })
}
