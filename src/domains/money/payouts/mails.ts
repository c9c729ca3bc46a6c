import { composeEmail } from '#platform/server/mail/email-layout.ts'
import type { EmailBranding, EmailMessage } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import { getMonthName } from '#platform/server/pdf/document-parts.ts'
import type { Day } from '#kernel/days.ts'
import { BASE_CURRENCY, formatAmount } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import type { Locale } from '#texts/texts.ts'
import type { PayoutMethod, SettledStatus } from './contract/vocabulary.ts'

/** The sender, the language and the reader of a mail of this domain. */
export interface EmailParts {
  branding: EmailBranding
  locale: Locale
  name: string
}

/** Says that payouts go to another place from now on, and what to do if the publisher did not change it. */
export function destinationChangedEmail({ branding, locale, name }: EmailParts): EmailMessage {
  const t = mailTexts(locale, 'payouts')
  const { networkName, supportEmail, publicUrl } = branding
  return composeEmail(branding, {
    locale,
    subject: t('mail.changed.subject', { networkName }),
    paragraphs: [t('mail.changed.text', { name, networkName }), t('mail.changed.warning', { supportEmail })],
    action: { label: t('mail.changed.action'), url: `${publicUrl}/account?tab=payment` },
    footer: t('mail.footer', { networkName, supportEmail }),
  })
}

/** A payout after its approval, or after an answer of the bank. */
export interface MailedPayout {
  id: string
  status: 'approved' | SettledStatus
  /** The month of its run. */
  month: Day
  amount: Amount
  method: PayoutMethod
  destinationHint: string
  /** Why it failed or came back, in the words of the bank. */
  reason: string | null
}

/** Says that a payout is on its way or was paid, with its statement, or that it failed or came back, and what to do. */
export function payoutEmail({ branding, locale, name }: EmailParts, payout: MailedPayout): EmailMessage {
  const t = mailTexts(locale, 'statements')
  const { networkName, supportEmail, publicUrl } = branding
  const { id, status, method, destinationHint, reason } = payout
  const isGood = status === 'approved' || status === 'paid'
  const amount = formatMoney(payout.amount, locale)
  const month = getMonthName(payout.month, locale)
  const destination = `${t(`method.${method}`)} ${destinationHint}`
  return composeEmail(branding, {
    locale,
    subject: t(`mail.${status}.subject`, { networkName, amount }),
    paragraphs: [
      t(`mail.${status}.text`, { name, networkName, amount, month, destination, reason: reason ?? '–' }),
      ...(status === 'approved' ? [t('mail.approved.more')] : []),
      ...(isGood ? [] : [t('mail.whatToDo', { supportEmail })]),
    ],
    action: isGood
      ? { label: t(`mail.${status}.action`), url: `${publicUrl}/payments/${id}` }
      : { label: t('mail.details'), url: `${publicUrl}/account?tab=payment` },
    footer: t('mail.footer', { networkName }),
  })
}

/** The orders of a publisher whose last decision is of one UTC day, with what they are worth now. */
export interface Digest {
  publisherId: bigint
  day: Day
  confirmedCount: number
  confirmedAmount: Amount
  cancelledCount: number
  /** Given another value, whether confirmed before or undecided. */
  amendedCount: number
  amendedAmount: Amount
  /** Held, extended or open again. */
  waitingCount: number
}

/** Sums up the orders whose last decision is of one day. */
export function digestEmail({ branding, locale, name }: EmailParts, digest: Digest): EmailMessage {
  const t = mailTexts(locale, 'statements')
  const { networkName, publicUrl } = branding
  const { confirmedCount, cancelledCount, amendedCount, waitingCount } = digest
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(digest.day))
  const amount = formatMoney(digest.confirmedAmount, locale)
  const amended = formatMoney(digest.amendedAmount, locale)
  return composeEmail(branding, {
    locale,
    subject: t('mail.digest.subject', { day, networkName }),
    // One paragraph, because the link stands below the first one.
    paragraphs: [
      [
        t('mail.digest.text', { name, networkName, day }),
        ...(confirmedCount > 0 ? [t('mail.digest.confirmed', { count: confirmedCount, amount })] : []),
        ...(cancelledCount > 0 ? [t('mail.digest.cancelled', { count: cancelledCount })] : []),
        ...(amendedCount > 0 ? [t('mail.digest.amended', { count: amendedCount, amount: amended })] : []),
        ...(waitingCount > 0 ? [t('mail.digest.waiting', { count: waitingCount })] : []),
      ].join('\n'),
    ],
    action: { label: t('mail.digest.action'), url: `${publicUrl}/transactions` },
    footer: t('mail.footer', { networkName }),
  })
}

/** What happens to a balance without activity, or after the account was closed. */
export interface ForfeitureNews {
  change: 'warn' | 'warn_again' | 'lapsed' | 'retained'
  amount: Amount
  /** The day of the last activity; for a retained balance that on which the account was closed. */
  since: Day
  /** Only for a warning. */
  lapsesOn?: Day
}

/** Warns that a balance lapses, and how to keep it, or says that the publisher has lost it. */
export function forfeitureEmail(
  { branding, locale, name }: EmailParts,
  { change, amount, since, lapsesOn }: ForfeitureNews,
): EmailMessage {
  const t = mailTexts(locale, 'statements')
  const { networkName, supportEmail, publicUrl } = branding
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const values = {
    name,
    networkName,
    amount: formatMoney(amount, locale),
    day: lapsesOn === undefined ? '' : days.format(new Date(lapsesOn)),
    since: days.format(new Date(since)),
  }
  return composeEmail(branding, {
    locale,
    subject: t(`mail.forfeiture.${change}.subject`, values),
    paragraphs: [
      t(`mail.forfeiture.${change}.text`, values),
      ...(lapsesOn === undefined ? [] : [t('mail.forfeiture.whatToDo', { networkName })]),
    ],
    action: { label: t('mail.forfeiture.action'), url: `${publicUrl}/payments` },
    footer: t('mail.forfeiture.footer', { networkName, supportEmail }),
  })
}

function formatMoney(amount: Amount, locale: Locale): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: BASE_CURRENCY,
    currencyDisplay: 'narrowSymbol',
  })
  return format.format(formatAmount(amount, 2) as `${number}`)
}
