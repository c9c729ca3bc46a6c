import { formatAmount } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import { composeEmail } from '#platform/server/mail/email-layout.ts'
import type { EmailBranding, EmailMessage } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import { toDay } from '#kernel/days.ts'
import type { Locale } from '#texts/texts.ts'
import type { PaymentInstructions } from './queries/payment-instructions.ts'
import type { ToldLevel } from './rules.ts'

/** Lists how to pay, as a paragraph with a line for each part; nothing until the operator has said so. */
export function listPaymentLines(locale: Locale, { instructions, reference }: PaymentParts): string[] {
  if (!instructions) return []
  const t = mailTexts(locale, 'funding')
  const { accountHolder, account, bank, note } = instructions
  const named = [
    [t('pay.holder'), accountHolder],
    [t('pay.account'), account],
    [t('pay.bank'), bank],
    [t('pay.reference'), reference],
  ] as const
  const lines = named.flatMap(([name, value]) => (value === '' ? [] : [t('mail.payLine', { name, value })]))
  return [[t('mail.pay'), ...lines, note].filter((line) => line !== '').join('\n')]
}

/** Where a payment goes, and what it names. */
export interface PaymentParts {
  instructions: PaymentInstructions | undefined
  reference: string
}

/** To whom a mail about funds is written. */
interface EmailParts {
  branding: EmailBranding
  locale: Locale
  advertiser: string
}

/** A mail to an advertiser that has to pay. */
type PayerParts = EmailParts & { payment: PaymentParts }

/** Tells an advertiser that at least 80 % of its funds and credit are used. */
export function fundsLowEmail({ branding, locale, advertiser, payment }: PayerParts): EmailMessage {
  const t = mailTexts(locale, 'funding')
  return composeEmail(branding, {
    locale,
    subject: t('mail.low.subject', { advertiser }),
    paragraphs: [
      t('mail.low.text', { advertiser }),
      t('mail.low.next'),
      ...listPaymentLines(locale, payment),
      t('mail.links'),
    ],
    action: { label: t('mail.action'), url: `${branding.publicUrl}/brand/billing` },
    footer: getFooter(t, branding),
  })
}

/** Tells an advertiser that its funds and credit are used up, and what happens on which day (UTC). */
export function fundsUsedUpEmail(
  parts: PayerParts & { owed: Amount; shortfall: Amount; noJoinsFrom: Date; closedFrom: Date },
): EmailMessage {
  const { branding, locale, advertiser, payment, owed, shortfall, noJoinsFrom, closedFrom } = parts
  const t = mailTexts(locale, 'funding')
  return composeEmail(branding, {
    locale,
    subject: t('mail.used_up.subject', { advertiser }),
    paragraphs: [
      t('mail.used_up.text', { advertiser, owed: formatAmount(owed, 2) }),
      ...(shortfall > 0n ? [t('mail.used_up.shortfall', { amount: formatAmount(shortfall, 2) })] : []),
      t('mail.used_up.dates', { noJoins: toDay(noJoinsFrom), closed: toDay(closedFrom) }),
      ...listPaymentLines(locale, payment),
      t('mail.links'),
    ],
    action: { label: t('mail.action'), url: `${branding.publicUrl}/brand/billing` },
    footer: getFooter(t, branding),
  })
}

/** That an advertiser reached a level of its funds; the days (UTC) are null before all is used. */
export interface LadderNews {
  level: ToldLevel
  advertiser: string
  noJoinsFrom: Date | null
  closedFrom: Date | null
}

/** Tells an operator that an advertiser reached a level of its funds and credit. */
export function ladderOperatorEmail(
  parts: Omit<EmailParts, 'advertiser'> & { advertiserId: bigint },
  news: LadderNews,
): EmailMessage {
  const t = mailTexts(parts.locale, 'funding')
  const { level, advertiser } = news
  return composeNotice(parts, {
    subject: t(`mail.operator.${level}`, { advertiser }),
    paragraphs: [t(`mail.operator.${level}_text`, { advertiser }), ...listDates(news, parts.locale)],
    action: { label: t('mail.operator.action'), path: `/operator/money/advertisers/${parts.advertiserId}` },
  })
}

/** Tells a publisher that an advertiser whose programme it joined reached a level of its funds and credit. */
export function ladderPublisherEmail(
  parts: Omit<EmailParts, 'advertiser'> & { name: string },
  news: LadderNews,
): EmailMessage {
  const t = mailTexts(parts.locale, 'funding')
  const { level, advertiser } = news
  const text = t(`mail.publisher.${level}_text`, { name: parts.name, advertiser })
  return composeNotice(parts, {
    subject: t(`mail.publisher.${level}`, { advertiser }),
    paragraphs: [text, ...listDates(news, parts.locale), t('mail.publisher.links')],
    action: { label: t('mail.publisher.action'), path: '/transactions' },
  })
}

interface Notice {
  subject: string
  paragraphs: string[]
  action: { label: string; path: string }
}

/** Composes a mail that its reader can switch off. */
function composeNotice({ branding, locale }: Omit<EmailParts, 'advertiser'>, { action, ...notice }: Notice) {
  const footer = mailTexts(locale, 'funding')('mail.noticeFooter', { networkName: branding.networkName })
  const link = { label: action.label, url: `${branding.publicUrl}${action.path}` }
  return composeEmail(branding, { locale, ...notice, action: link, footer })
}

function listDates({ noJoinsFrom, closedFrom }: LadderNews, locale: Locale): string[] {
  if (!noJoinsFrom || !closedFrom) return []
  const t = mailTexts(locale, 'funding')
  return [t('mail.used_up.dates', { noJoins: toDay(noJoinsFrom), closed: toDay(closedFrom) })]
}

function getFooter(t: ReturnType<typeof mailTexts<'funding'>>, branding: EmailBranding): string {
  return t('mail.footer', { networkName: branding.networkName, supportEmail: branding.supportEmail })
}
