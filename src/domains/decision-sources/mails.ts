import { composeEmail } from '#platform/server/mail/email-layout.ts'
import type { EmailBranding, EmailMessage } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import type { Locale } from '#texts/texts.ts'

interface EmailParts {
  branding: EmailBranding
  locale: Locale
  name: string
}

/** Tells an advertiser that its file of decisions could not be fetched or read, and why. */
export function failedFetchEmail(
  { branding, locale, name }: EmailParts,
  { host, fault }: { host: string; fault: string },
): EmailMessage {
  const t = mailTexts(locale, 'decision-files')
  const { networkName: brand, supportEmail, publicUrl } = branding
  return composeEmail(branding, {
    locale,
    subject: t('source.mail.subject', { host }),
    paragraphs: [t('source.mail.text', { name, host }), t(toFaultKey(fault)), t('source.mail.next')],
    action: { label: t('source.mail.action'), url: `${publicUrl}/brand/transactions/source` },
    footer: t('source.mail.footer', { brand, supportEmail }),
  })
}

const FAULTS = ['refused', 'unreachable', 'timeout', 'busy', 'status', 'too_large', 'unusable', 'full'] as const

/** Names the text that says why a fetch failed. */
export function toFaultKey(fault: string) {
  return `source.fault.${FAULTS.find((each) => each === fault) ?? 'unreachable'}` as const
}
