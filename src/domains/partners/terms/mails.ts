import { composeEmail } from '#platform/server/mail/email-layout.ts'
import type { EmailBranding, EmailMessage } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import { toDay } from '#kernel/days.ts'
import type { Locale } from '#texts/texts.ts'
import type { StoredChange } from './rules/notice.ts'

/** To which publisher a mail about rates is written. */
export interface EmailParts {
  branding: EmailBranding
  locale: Locale
  name: string
}

interface ChangedRates {
  advertiserId: bigint
  program: string
  effectiveFrom: Date
  /** Why it begins before its notice; null if it does not. */
  noNoticeReason: string | null
  /** Whether it begins later or now, or held already when the suspension of the publisher ended. */
  occasion: 'later' | 'now' | 'return'
  changes: readonly StoredChange[]
}

/** The most changes that a mail lists. */
const MAX_LISTED = 20

/** Tells a publisher which of its rates and terms change and when. */
export function changedRatesEmail(parts: EmailParts, news: ChangedRates) {
  const { branding, locale, name } = parts
  const { advertiserId, program, effectiveFrom, noNoticeReason, occasion, changes } = news
  const t = mailTexts(locale, 'rates')
  const day = toDay(effectiveFrom)
  const lines = changes.slice(0, MAX_LISTED).map((change) => sayChange(t, change))
  const rest = changes.length - lines.length
  return composeEmail(branding, {
    locale,
    subject: t(occasion === 'return' ? 'mail.changed.returnSubject' : 'mail.changed.subject', { program, day }),
    paragraphs: [
      t(`mail.changed.${occasion}`, { name, program, day }),
      ...(noNoticeReason === null ? [] : [t('mail.changed.noNotice', { reason: noNoticeReason })]),
      ...lines,
      ...(rest > 0 ? [t('mail.changed.more', { count: rest })] : []),
      t(occasion === 'return' ? 'mail.changed.returnClicks' : 'mail.changed.clicks'),
    ],
    action: { label: t('mail.changed.acknowledge'), url: `${branding.publicUrl}/rates/${advertiserId}` },
    footer: getFooter(parts),
  })
}

function sayChange(t: ReturnType<typeof mailTexts<'rates'>>, change: StoredChange): string {
  if ('term' in change) return t(`terms.${change.term}`, { before: change.before, after: change.after })
  const { event, productGroup, region, customer, before, after, from } = change
  const orders = [event, productGroup, region, customer === null ? null : t(`customer.${customer}`)]
  const what = orders.filter((each) => each !== null).join(', ')
  const rates = { what, before: before === '' ? t('none') : before, after: after === '' ? t('none') : after }
  return from === null
    ? t('mail.changed.line', rates)
    : t('mail.changed.lineLater', { ...rates, day: from.slice(0, 10) })
}

/** Tells a publisher that a change that was announced will not happen. */
export function withdrawnRatesEmail(
  parts: EmailParts,
  { program, effectiveFrom }: { program: string; effectiveFrom: Date },
): EmailMessage {
  const { branding, locale, name } = parts
  const t = mailTexts(locale, 'rates')
  const day = toDay(effectiveFrom)
  return composeEmail(branding, {
    locale,
    subject: t('mail.withdrawn.subject', { program, day }),
    paragraphs: [t('mail.withdrawn.text', { name, program, day })],
    action: { label: t('mail.changed.action'), url: `${branding.publicUrl}/advertisers` },
    footer: getFooter(parts),
  })
}

function getFooter({ branding: { networkName, supportEmail }, locale }: EmailParts): string {
  return mailTexts(locale, 'rates')('mail.footer', { networkName, supportEmail })
}
