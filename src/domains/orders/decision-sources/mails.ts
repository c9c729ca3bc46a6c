import { composeEmail } from '#platform/server/mail/email-layout.ts'
import type { EmailBranding, EmailMessage } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import { describeFetchFault } from '#platform/server/outbound/fetch-file.ts'
import type { Lapse } from '#domains/people/teams/rules.ts'
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
  const { networkName, supportEmail, publicUrl } = branding
  return composeEmail(branding, {
    locale,
    subject: t('source.mail.subject', { host }),
    paragraphs: [t('source.mail.text', { name, host }), describeFault(fault, locale), t('source.mail.next')],
    action: { label: t('source.mail.action'), url: `${publicUrl}/brand/transactions/source` },
    footer: t('source.mail.footer', { networkName, supportEmail }),
  })
}

/** Tells the owners of an advertiser that its scheduled file has stopped: its member may not decide any more. */
export function stoppedSourceEmail(
  { branding, locale, name }: EmailParts,
  { host, lapse }: { host: string; lapse: Lapse },
): EmailMessage {
  const t = mailTexts(locale, 'decision-files')
  const { networkName, supportEmail, publicUrl } = branding
  return composeEmail(branding, {
    locale,
    subject: t('source.stopMail.subject', { host }),
    paragraphs: [t('source.stopMail.text', { name, host }), t(`source.stopped.${lapse}`), t('source.stopMail.next')],
    action: { label: t('source.stopMail.action'), url: `${publicUrl}/brand/transactions/source` },
    footer: t('source.mail.footer', { networkName, supportEmail }),
  })
}

const FILE_FAULTS = ['too_large', 'unusable', 'step', 'full'] as const

/** Says why a fetch failed. */
export function describeFault(fault: string, locale: Locale): string {
  const t = mailTexts(locale, 'decision-files')
  const known = FILE_FAULTS.find((each) => each === fault)
  return known ? t(`source.fault.${known}`) : (describeFetchFault(fault, locale) ?? t('source.fault.other'))
}
