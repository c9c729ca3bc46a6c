import type { Db } from '#database'
import { addDays, toDay } from '#kernel/days.ts'
import { inTransaction } from '#platform/server/context.ts'
import { recordRates } from '#domains/books/exchange-rates/commands/record-rates.ts'
import { parseRate } from '#domains/books/exchange-rates/rules.ts'
import { testContext } from './context.ts'

/** Records a rate, by default of today. */
export function recordRate(
  db: Db,
  { currency, rate, daysAgo = 0 }: { currency: string; rate: string; daysAgo?: number },
): Promise<unknown> {
  const units = parseRate(rate)
  if (units === undefined) throw new Error(`${rate} is no rate`)
  const day = addDays(toDay(new Date()), -daysAgo)
  return inTransaction(testContext(db), (tx) => recordRates(tx, 'imported', [{ day, currency, rate: units }]))
}
