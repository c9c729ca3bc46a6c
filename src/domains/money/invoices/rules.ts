import { addDays, startOfDay, toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { floorToCents } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'

/** New orders of a month, or corrections of orders that an earlier invoice contains. */
export const INVOICE_LINE_KINDS = ['orders', 'corrections'] as const

/** One of `INVOICE_LINE_KINDS`. */
export type InvoiceLineKind = (typeof INVOICE_LINE_KINDS)[number]

/** Whether payments suffice for an invoice and, if they do not, whether its day has passed. */
export const INVOICE_STATES = ['open', 'overdue', 'paid'] as const

/** One of `INVOICE_STATES`. */
export type InvoiceState = (typeof INVOICE_STATES)[number]

/** Days from the day of an invoice to the last on which a payment is in time. */
export const PAYMENT_DAYS = 14

/** The first minutes of a month, in which a decision of the month before may still be written. */
const WAIT_MS = 10 * 60_000

/** A UTC month: its first day, and the first moment after it. */
export interface InvoiceMonth {
  month: Day
  until: Date
}

/** Determines the last UTC month that can be invoiced at `now`. */
export function getInvoiceMonth(now: Date): InvoiceMonth {
  const first: Day = `${toDay(new Date(now.getTime() - WAIT_MS)).slice(0, 7)}-01`
  return { month: `${addDays(first, -1).slice(0, 7)}-01`, until: startOfDay(first) }
}

/**
 * A time in which an advertiser pays later: decisions since its beginning are invoiced until its end, and those since
 * `owedFrom` that were still owed when it began.
 */
export interface BillingPeriod {
  beganAt: Date
  owedFrom: Date
  endedAt: Date | null
}

/**
 * Determines since when decisions are looked at for the next invoice: since the beginning of the month invoiced before,
 * because one may have been written late, and since a period that began after it was owed. Undefined without a period.
 */
export function getClaimStart({
  periods,
  done,
}: {
  periods: readonly BillingPeriod[]
  done: Day | undefined
}): Date | undefined {
  const doneFrom = done === undefined ? undefined : startOfDay(done)
  const begun = periods.filter(({ beganAt }) => doneFrom === undefined || beganAt >= doneFrom)
  const starts = begun.map(({ owedFrom }) => owedFrom.getTime())
  if (periods.length > 0 && doneFrom !== undefined) starts.push(doneFrom.getTime())
  return starts.length === 0 ? undefined : new Date(Math.min(...starts))
}

/** Determines the last day on which a payment of an invoice is in time. */
export function getDueDay(issuedAt: Date): Day {
  return addDays(toDay(issuedAt), PAYMENT_DAYS)
}

/** What an invoice asks for, in whole cents, and the rest, which the next invoice carries. */
export function divideInvoice({ lines, carried }: { lines: Amount; carried: Amount }) {
  const amount = floorToCents(lines + carried)
  return { amount, rest: lines + carried - amount }
}
