import type { Day } from '#kernel/days.ts'
import { composeEmail } from '#platform/server/mail/email-layout.ts'
import type { EmailBranding, EmailMessage } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import type { Locale } from '#texts/texts.ts'
import type { TaxFormType } from './rules.ts'

/** The sender, the language and the reader of a mail of this domain. */
export interface EmailParts {
  branding: EmailBranding
  locale: Locale
  name: string
}

/** A form after an operator has decided about it. */
export interface DecidedForm {
  form: TaxFormType
  status: 'verified' | 'refused'
  expiresOn: Day | null
  reason: string | null
}

/** Says that a tax form was verified, or refused and why. */
export function formDecidedEmail(parts: EmailParts, { form, status, expiresOn, reason }: DecidedForm): EmailMessage {
  const { branding, locale, name } = parts
  const t = mailTexts(locale, 'taxes')
  const { networkName } = branding
  const paragraphs = [t(`mail.${status}.text`, { name, networkName, form, reason: reason ?? '–' })]
  if (status === 'verified' && expiresOn !== null) {
    paragraphs.push(t('mail.verified.until', { day: formatDay(expiresOn, locale) }))
  }
  if (status === 'refused') paragraphs.push(t('mail.refused.whatToDo'))
  return write(parts, { subject: t(`mail.${status}.subject`, { networkName, form }), paragraphs })
}

/** Says that a verified form ends soon or has ended. */
export function formEndEmail(
  parts: EmailParts,
  { form, expiresOn, hasEnded }: { form: TaxFormType; expiresOn: Day; hasEnded: boolean },
): EmailMessage {
  const t = mailTexts(parts.locale, 'taxes')
  const values = { name: parts.name, form, networkName: parts.branding.networkName }
  const day = formatDay(expiresOn, parts.locale)
  const kind = hasEnded ? 'ended' : 'ends'
  return write(parts, {
    subject: t(`mail.${kind}.subject`, { form, day }),
    paragraphs: [t(`mail.${kind}.text`, { ...values, day }), t('mail.whatToDo')],
  })
}

function write(parts: EmailParts, { subject, paragraphs }: { subject: string; paragraphs: string[] }): EmailMessage {
  const { branding, locale } = parts
  const t = mailTexts(locale, 'taxes')
  const { networkName, supportEmail, publicUrl } = branding
  return composeEmail(branding, {
    locale,
    subject,
    paragraphs,
    action: { label: t('mail.action'), url: `${publicUrl}/account?tab=legal` },
    footer: t('mail.footer', { networkName, supportEmail }),
  })
}

/** Tells an operator that a tax form waits. */
export function formWaitsEmail(news: { branding: EmailBranding; locale: Locale; publisher: string }): EmailMessage {
  const { branding, locale, publisher } = news
  const t = mailTexts(locale, 'taxes')
  const { networkName, publicUrl } = branding
  return composeEmail(branding, {
    locale,
    subject: t('mail.waits.subject', { networkName }),
    paragraphs: [t('mail.waits.text', { publisher })],
    action: { label: t('mail.waits.action'), url: `${publicUrl}/operator/money/tax-forms` },
    footer: t('mail.waits.footer', { networkName }),
  })
}

function formatDay(day: Day, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
}
