import { toDay } from '#kernel/days.ts'
import { formatAmount } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import { composeEmail } from '#platform/server/mail/email-layout.ts'
import type { EmailBranding, EmailMessage } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import type { Locale } from '#texts/texts.ts'
import type { AlertLevel, BudgetMeasure, BudgetPeriod, Consequence, Stop } from './rules.ts'

/** To whom a mail about a budget is written. */
export interface EmailParts {
  branding: EmailBranding
  locale: Locale
  name: string
  /** The title of the programme. */
  program: string
}

/** A cap that will stop commission. */
export interface AnnouncedCap {
  cap: Amount
  measure: BudgetMeasure
  period: BudgetPeriod
  effectiveFrom: Date
}

/** Tells a publisher of a cap that stops commission, and from which day on it holds. */
export function stopAheadEmail({ branding, locale, name, program }: EmailParts, announced: AnnouncedCap): EmailMessage {
  const t = mailTexts(locale, 'budgets')
  const { measure, period } = announced
  const day = toDay(announced.effectiveFrom)
  const cap = writeCap(announced)
  return composeEmail(branding, {
    locale,
    subject: t('mail.ahead.subject', { program, day }),
    paragraphs: [t(`mail.ahead.${period}.${measure}`, { name, program, day, cap }), t('mail.ahead.clicks')],
    action: { label: t('mail.action'), url: `${branding.publicUrl}/advertisers` },
    footer: getFooter(branding, locale),
  })
}

/** Tells a publisher which clicks earn nothing. */
export function stoppedEmail({ branding, locale, name, program }: EmailParts, stop: Stop): EmailMessage {
  const t = mailTexts(locale, 'budgets')
  const times = { from: writeTime(stop.from), until: writeTime(stop.until) }
  return composeEmail(branding, {
    locale,
    subject: t('mail.stopped.subject', { program, ...times }),
    paragraphs: [t('mail.stopped.text', { name, program, ...times }), t('mail.stopped.clicks')],
    action: { label: t('mail.action'), url: `${branding.publicUrl}/advertisers` },
    footer: getFooter(branding, locale),
  })
}

/** What an advertiser is told about a budget. */
export interface BudgetNews {
  level: AlertLevel
  period: BudgetPeriod
  measure: BudgetMeasure
  cap: Amount
  used: Amount
  consequence: Consequence
  stop: Stop | undefined
}

/** Tells an advertiser that a budget is used by 80 or 100 %, and what follows. */
export function budgetEmail({ branding, locale, name }: Omit<EmailParts, 'program'>, news: BudgetNews): EmailMessage {
  const t = mailTexts(locale, 'budgets')
  const { level, period, measure, consequence, stop } = news
  const figures = { name, used: writeCap({ measure, cap: news.used }), cap: writeCap(news) }
  const times = stop && { from: writeTime(stop.from), until: writeTime(stop.until) }
  const follows = times
    ? t('mail.follows.stop', times)
    : t(`mail.follows.${consequence === 'stop' ? 'late' : consequence}`)
  return composeEmail(branding, {
    locale,
    subject: t(`mail.${level}.${period}`, figures),
    paragraphs: [t('mail.used', figures), ...(level === 'reached' ? [follows] : [])],
    action: { label: t('mail.brandAction'), url: `${branding.publicUrl}/brand/budget` },
    footer: getFooter(branding, locale),
  })
}

function writeCap({ measure, cap }: { measure: BudgetMeasure; cap: Amount }): string {
  return measure === 'orders' ? String(cap) : formatAmount(cap, 2)
}

/** Writes a time as `2026-11-23 14:00`; the texts add that it is UTC. */
function writeTime(time: Date): string {
  return time.toISOString().slice(0, 16).replace('T', ' ')
}

function getFooter({ networkName, supportEmail }: EmailBranding, locale: Locale): string {
  return mailTexts(locale, 'budgets')('mail.footer', { networkName, supportEmail })
}
