import { composeEmail } from '#platform/server/mail/email-layout.ts'
import type { EmailBranding, EmailMessage } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import type { Locale } from '#texts/texts.ts'

/** The sender, the language and the reader of a mail of this domain. */
export interface EmailParts {
  branding: EmailBranding
  locale: Locale
  name: string
}

/** Says that payouts go to another place from now on, and what to do if the publisher did not change it. */
export function destinationChangedEmail({ branding, locale, name }: EmailParts): EmailMessage {
  const t = mailTexts(locale, 'payouts')
  const { networkName: brand, supportEmail, publicUrl } = branding
  return composeEmail(branding, {
    locale,
    subject: t('mail.changed.subject', { brand }),
    paragraphs: [t('mail.changed.text', { name, brand }), t('mail.changed.warning', { supportEmail })],
    action: { label: t('mail.changed.action'), url: `${publicUrl}/account#payment` },
    footer: t('mail.footer', { brand, supportEmail }),
  })
}
