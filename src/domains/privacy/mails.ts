import { composeEmail } from '#platform/server/mail/email-layout.ts'
import type { EmailBranding, EmailMessage } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import type { Locale } from '#texts/texts.ts'

/** Says that the account was erased, and what stays. It is the last mail to the address. */
export function erasedEmail(parts: { branding: EmailBranding; locale: Locale; displayName: string }): EmailMessage {
  const t = mailTexts(parts.locale, 'privacy')
  const { networkName: brand, supportEmail } = parts.branding
  return composeEmail(parts.branding, {
    locale: parts.locale,
    subject: t('mail.subject', { brand }),
    paragraphs: [t('mail.text', { name: parts.displayName, brand }), t('mail.stays')],
    footer: t('mail.footer', { brand, supportEmail }),
  })
}
