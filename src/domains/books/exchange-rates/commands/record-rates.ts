import { sql } from 'kysely'
import { toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { Refusal, invalidField } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { DayRate } from '../queries.ts'
import { FIRST_RATE_DAY, formatRate, isExchanged } from '../rules.ts'
import type { RateSource } from '../rules.ts'
import { doubtRates } from './doubt-rates.ts'

/** What came of rates: those that were added, and those that counted already. */
export interface RecordedRates {
  added: number
  unchanged: number
}

/**
 * Enters the rate of a day. A job then exchanges the orders that wait for it; no other order changes. Refuses one that
 * is unusual unless `isConfirmed`, with what an order would count by it.
 */
export async function enterRate(ctx: Ctx, { isConfirmed, ...rate }: DayRate & { isConfirmed: boolean }) {
  if (!isExchanged(rate.currency)) throw invalidField('currency', { code: 'exchange.currency' })
  const fault = findDayFault(rate.day, ctx.now)
  if (fault) throw invalidField('day', { code: fault })
  const [doubt] = isConfirmed ? [] : await doubtRates(ctx.db, [rate])
  if (doubt) throw new Refusal({ ...doubt, status: 409, field: 'is_confirmed' })
  return inTransaction(ctx, (tx) => recordRates(tx, 'entered', [rate]))
}

/** Says what is wrong with the day of a rate. */
export function findDayFault(day: Day, now: Date): 'exchange.future_day' | 'exchange.early_day' | undefined {
  if (day > toDay(now)) return 'exchange.future_day'
  return day < FIRST_RATE_DAY ? 'exchange.early_day' : undefined
}

/**
 * Records rates of different keys inside the caller's transaction, with one audit line if any is new. A rate that
 * counts for its day already changes nothing, nor does a fetched one of a day that operators gave a rate. One call at a
 * time writes rates, so their ids have the order in which they count.
 */
export async function recordRates(tx: Ctx, source: RateSource, rates: readonly DayRate[]): Promise<RecordedRates> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('exchange rates', 0))`.execute(tx.db)
  const recordedBy = tx.actor.kind === 'account' ? tx.actor.accountId : null
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO exchange_rate (day, currency, rate, source, recorded_by, recorded_at)
    SELECT given.day, given.currency, given.rate, ${source}, ${recordedBy}::bigint, ${tx.now}
    FROM unnest(
      ${rates.map(({ day }) => day)}::date[], ${rates.map(({ currency }) => currency)}::text[],
      ${rates.map(({ rate }) => formatRate(rate))}::numeric[]
    ) AS given (day, currency, rate)
    WHERE given.rate IS DISTINCT FROM (
      SELECT last.rate FROM exchange_rate AS last
      WHERE last.currency = given.currency AND last.day = given.day ORDER BY last.id DESC LIMIT 1
    ) AND (${source} <> 'fetched' OR NOT EXISTS (
      SELECT FROM exchange_rate AS own
      WHERE own.currency = given.currency AND own.day = given.day AND own.source <> 'fetched'
    ))
    ORDER BY given.day, given.currency
    RETURNING id`.execute(tx.db)
  const added = rows.length
  if (added > 0) {
    const details = { source, added, firstId: rows.at(0)?.id, lastId: rows.at(-1)?.id }
    await audit(tx, { action: 'exchange_rate.record', target: 'exchange-rates', details })
  }
  return { added, unchanged: rates.length - added }
}
