import { toDay } from '#kernel/days.ts'
import { composeEmail } from '#platform/server/mail/email-layout.ts'
import type { EmailBranding, EmailMessage } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import type { Locale } from '#texts/texts.ts'

interface ErasureMail {
  branding: EmailBranding
  locale: Locale
  displayName: string
}

/** Says when the account is going to be erased, and where to keep it. */
export function erasureRequestedEmail({ dueAt, ...parts }: ErasureMail & { dueAt: Date }): EmailMessage {
  const t = mailTexts(parts.locale, 'privacy')
  const { networkName, supportEmail, publicUrl } = parts.branding
  const values = { name: parts.displayName, networkName, day: toDay(dueAt) }
  return composeEmail(parts.branding, {
    locale: parts.locale,
    subject: t('request.subject', values),
    paragraphs: [t('request.text', values), t('request.keep')],
    action: { label: t('request.action'), url: `${publicUrl}/account/erase` },
    footer: t('request.footer', { supportEmail }),
  })
}

/** Says that the account is not erased as was requested, because something has to be settled before. */
export function erasureStoppedEmail(parts: ErasureMail): EmailMessage {
  const t = mailTexts(parts.locale, 'privacy')
  const { networkName, supportEmail, publicUrl } = parts.branding
  return composeEmail(parts.branding, {
    locale: parts.locale,
    subject: t('stopped.subject', { networkName }),
    paragraphs: [t('stopped.text', { name: parts.displayName, networkName })],
    action: { label: t('stopped.action'), url: `${publicUrl}/account/erase` },
    footer: t('request.footer', { supportEmail }),
  })
}

/** Says that the account was erased, and what stays. It is the last mail to the address. */
export function erasedEmail(parts: ErasureMail): EmailMessage {
  const t = mailTexts(parts.locale, 'privacy')
  const { networkName, supportEmail } = parts.branding
  return composeEmail(parts.branding, {
    locale: parts.locale,
    subject: t('mail.subject', { networkName }),
    paragraphs: [t('mail.text', { name: parts.displayName, networkName }), t('mail.stays')],
    footer: t('mail.footer', { networkName, supportEmail }),
  })
}
