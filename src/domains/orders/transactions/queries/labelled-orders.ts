import { sql } from 'kysely'
import type { Db } from '#database'
import { addDays, startOfDay, toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { isOrderDimension } from '../contract/vocabulary.ts'
import { chooseDays } from '../rules/counted-days.ts'
import { listStatuses } from './transaction-filter.ts'
import type { Part, TransactionFilter } from './transaction-filter.ts'

/** Finds on which days reports count the orders of a filter. One that reports do not count so stays as it is. */
export async function prepareLabels(db: Db, filter: TransactionFilter): Promise<TransactionFilter> {
  const { advertiserId, part, from, until } = filter
  if (advertiserId === undefined || !part || part.value === '' || !isOrderDimension(part.dimension)) return filter
  const written = sql<{ writtenUntil: string }>`SELECT written_until::text AS written_until
    FROM transaction_text_progress WHERE copied_publisher_id IS NULL`
  const [progress] = (await written.execute(db)).rows
  if (!progress) return filter
  let counted = db
    .selectFrom('rollupOrder')
    .select(['day', 'transactions', 'confirmedTransactions', 'cancelledTransactions'])
    .where('advertiserId', '=', advertiserId)
    .where('dimension', '=', part.dimension)
    .where('value', '=', part.value)
    .orderBy('day')
  if (from) counted = counted.where('day', '>=', toDay(from))
  if (until) counted = counted.where('day', '<=', toDay(until))
  const days = (await counted.execute()).map((row) => ({
    day: row.day,
    PENDING: Number(row.transactions - row.confirmedTransactions),
    CONFIRMED: Number(row.confirmedTransactions),
    CANCELLED: Number(row.cancelledTransactions),
  }))
  return { ...filter, counted: { advertiserId, ...progress, days } }
}

/**
 * Chooses how the orders of a prepared filter are found. `whole` finds all; `days` finds those of the days that are to
 * fill the part, and then of no other day. Reports count a minute late, so the days may have fewer.
 */
export function findLabelled(
  { counted, ...filter }: TransactionFilter,
  part: Part,
): { whole: TransactionFilter; days?: TransactionFilter } {
  if (!counted) return { whole: filter }
  const choose = (rows: number) => chooseDays(counted.days, { ...describePage(filter, part), rows })
  const find = (days: readonly Day[]) => ({ ...filter, labelled: { ...counted, days } })
  const all = choose(Infinity)
  const whole = all ? find(all) : filter
  const chosen = choose((part.limit ?? Infinity) + (part.offset ?? 0))
  if (!chosen || chosen.length === 0 || chosen.length === all?.length) return { whole }
  return { whole, days: { ...find(chosen), ...toRange(filter, chosen) } }
}

function describePage(filter: TransactionFilter, { before, after, isFromEnd }: Part) {
  const { from, until } = filter
  const place = before ?? after
  const isCounted = hasOnlyCountedConditions(filter)
  return {
    statuses: listStatuses(filter),
    isAscending: before !== undefined || isFromEnd === true,
    begin: place && toDay(place.at),
    isFilled: (day: Day) =>
      isCounted && (!from || from <= startOfDay(day)) && (!until || until >= startOfDay(addDays(day, 1))),
  }
}

const COUNTED = ['advertiserId', 'part', 'status', 'isNotCancelled', 'from', 'until']

/** Whether a filter has no condition by which it has fewer orders than reports count. */
function hasOnlyCountedConditions(filter: TransactionFilter): boolean {
  return Object.entries(filter).every(([name, condition]) => condition === undefined || COUNTED.includes(name))
}

/** Limits the range of a filter to the days from the first to the last of some. */
function toRange({ from, until }: TransactionFilter, days: readonly Day[]) {
  const [first = '', ...others] = days.toSorted((one, other) => (one < other ? -1 : 1))
  const [begin, end] = [startOfDay(first), startOfDay(addDays(others.at(-1) ?? first, 1))]
  return { from: from && from > begin ? from : begin, until: until && until < end ? until : end }
}
