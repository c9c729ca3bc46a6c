import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import type { ValidationEnd } from '#domains/programmes/programs/rules.ts'
import { startOfDay, toDay } from '#kernel/days.ts'
import { selectCounted } from './summarise-transactions.ts'

const DAY_MS = 86_400_000

/** Undecided orders that end their validation period in one way. Money in 1/10,000 USD. */
export interface DueSums {
  end: ValidationEnd
  count: number
  orderValue: bigint
  commission: bigint
  firstDueAt: Date
}

/** What the terms say about the end of the validation period. */
interface Period {
  advertiserId: bigint
  days: number
  end: ValidationEnd
}

interface DueScope {
  advertiserId: bigint
  until: Date
}

/**
 * Sums the undecided orders of an advertiser that decide themselves before `until`, by what their terms say. Held
 * orders and those without an exchange rate wait for something else. While all versions of the terms have the same
 * validation period and end, it reads a roll-up and few orders.
 */
export async function sumDueOrders(db: Db, scope: DueScope): Promise<DueSums[]> {
  const periods = await listPeriods(db, [scope.advertiserId])
  const [only] = periods
  if (!only) return []
  if (periods.length === 1) return sumOfPeriod(db, scope, only)
  return sumByTerms(db, { until: scope.until, shops: [{ ...only, days: getShortest(periods) }] })
}

/**
 * Sums the undecided orders of each of many advertisers as `sumDueOrders` does, in three statements. It reads the
 * orders themselves: those of one period by an index, the others with their terms.
 */
export async function sumDueOrdersOfEach(
  db: Db,
  { advertiserIds, until }: { advertiserIds: readonly bigint[]; until: Date },
): Promise<DueSumsOf[]> {
  const byAdvertiser = Map.groupBy(await listPeriods(db, advertiserIds), ({ advertiserId }) => advertiserId)
  const [ofOne, ofMany]: [Period[], Period[]] = [[], []]
  for (const periods of byAdvertiser.values()) {
    const [first] = periods
    if (first && periods.length === 1) ofOne.push(first)
    else if (first) ofMany.push({ ...first, days: getShortest(periods) })
  }
  const [sums, byTerms] = [
    await sumByPeriod(db, { until, shops: ofOne }),
    await sumByTerms(db, { until, shops: ofMany }),
  ]
  return [...sums, ...byTerms]
}

/** The sums of one of many advertisers. */
export type DueSumsOf = DueSums & { advertiserId: bigint }

/** Lists what the versions of the terms of advertisers say, each period and end once. */
async function listPeriods(db: Db, advertiserIds: readonly bigint[]): Promise<Period[]> {
  const { rows } = await sql<Period>`
    SELECT DISTINCT program.advertiser_id, validation_days AS days, validation_end AS "end"
    FROM program_terms JOIN program ON program.id = program_terms.program_id
    WHERE program.advertiser_id = ANY (${advertiserIds}::bigint[])`.execute(db)
  return rows
}

function getShortest(periods: readonly Period[]): number {
  return Math.min(...periods.map(({ days }) => days))
}

const isOpen = sql`hold_reason IS NULL AND order_value IS NOT NULL`

/**
 * Sums whole days by the roll-up of all undecided orders, without those that wait for something else or have a clock of
 * their own, which indexes find; and the last day by its orders.
 */
async function sumOfPeriod(db: Db, { advertiserId, until }: DueScope, { days, end }: Period): Promise<DueSums[]> {
  const last = new Date(until.getTime() - days * DAY_MS)
  const lastDay = startOfDay(toDay(last))
  const undecided = sql`advertiser_id = ${advertiserId} AND status = 'PENDING' AND transaction_at < ${last}`
  const ofDays = sql`${undecided} AND transaction_at < ${lastDay}`
  const select = (sign: 1 | -1, condition: RawBuilder<unknown>) => sql`
    SELECT ${sql.lit(sign)} * count(*) AS count, ${sql.lit(sign)} * sum(order_value) AS order_value,
      ${sql.lit(sign)} * sum(commission) AS commission
    FROM transaction_state WHERE ${condition}`
  const { rows } = await sql<Omit<DueSums, 'end'> & { firstDueAt: Date | null }>`
    SELECT sum(count)::int AS count, coalesce(sum(order_value), 0)::bigint AS order_value,
      coalesce(sum(commission), 0)::bigint AS commission,
      least(
        (
          SELECT transaction_at + ${days}::int * interval '24 hours' FROM transaction_state
          WHERE ${undecided} AND ${isOpen} AND due_at IS NULL ORDER BY transaction_at LIMIT 1
        ),
        (SELECT min(due_at) FROM transaction_state WHERE ${undecided} AND ${isOpen} AND due_at < ${until})
      ) AS first_due_at
    FROM (
      SELECT count, order_value, commission FROM (
        ${selectCounted({ advertiserId, status: 'PENDING', until: lastDay })}
      ) AS counted
      UNION ALL ${select(-1, sql`${ofDays} AND hold_reason IS NOT NULL`)}
      UNION ALL ${select(-1, sql`${ofDays} AND order_value IS NULL AND hold_reason IS NULL`)}
      UNION ALL ${select(-1, sql`${ofDays} AND ${isOpen} AND due_at IS NOT NULL`)}
      UNION ALL ${select(1, sql`${undecided} AND transaction_at >= ${lastDay} AND ${isOpen} AND due_at IS NULL`)}
      UNION ALL ${select(1, sql`${undecided} AND ${isOpen} AND due_at < ${until}`)}
    ) AS part`.execute(db)
  return rows.flatMap(({ firstDueAt, ...sums }) => (firstDueAt ? [{ end, ...sums, firstDueAt }] : []))
}

/** Many advertisers, each with its shortest period. */
interface DueShops {
  until: Date
  shops: readonly Period[]
}

function listShops(shops: readonly Period[]): RawBuilder<unknown> {
  return sql`unnest(
    ${shops.map(({ advertiserId }) => advertiserId)}::bigint[], ${shops.map(({ days }) => days)}::int[],
    ${shops.map(({ end }) => end)}::text[]
  ) AS shop (advertiser_id, days, "end")`
}

/** Sums the orders of advertisers of which each has one period and end. */
async function sumByPeriod(db: Db, { until, shops }: DueShops): Promise<DueSumsOf[]> {
  const { rows } = await sql<DueSumsOf>`
    SELECT shop.advertiser_id, shop."end", sums.*
    FROM ${listShops(shops)}
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS count, sum(order_value)::bigint AS order_value, sum(commission)::bigint AS commission,
        min(coalesce(due_at, transaction_at + shop.days * interval '24 hours')) AS first_due_at
      FROM transaction_state
      WHERE advertiser_id = shop.advertiser_id AND status = 'PENDING' AND ${isOpen}
        AND transaction_at < ${until}::timestamptz - shop.days * interval '24 hours'
        AND (due_at IS NULL OR due_at < ${until})
    ) AS sums
    WHERE sums.count > 0 ORDER BY shop.advertiser_id`.execute(db)
  return rows
}

/** Sums the orders one by one, each by its own version of the terms. */
async function sumByTerms(db: Db, { until, shops }: DueShops): Promise<DueSumsOf[]> {
  if (shops.length === 0) return []
  const { rows } = await sql<DueSumsOf>`
    SELECT advertiser_id, "end", count(*)::int AS count, sum(order_value)::bigint AS order_value,
      sum(commission)::bigint AS commission, min(due_at) AS first_due_at
    FROM (
      SELECT shop.advertiser_id, terms.validation_end::text AS "end", state.order_value, state.commission,
        coalesce(state.due_at, state.transaction_at + terms.validation_days * interval '24 hours') AS due_at
      FROM ${listShops(shops)}
      JOIN transaction_state AS state ON state.advertiser_id = shop.advertiser_id
      JOIN transaction AS sold ON sold.publisher_id = state.publisher_id AND sold.id = state.transaction_id
      JOIN program_terms AS terms ON terms.id = sold.terms_id
      WHERE state.status = 'PENDING' AND state.hold_reason IS NULL AND state.order_value IS NOT NULL
        AND state.transaction_at < ${until}::timestamptz - shop.days * interval '24 hours'
    ) AS undecided
    WHERE due_at < ${until} GROUP BY 1, "end" ORDER BY 1, "end"`.execute(db)
  return rows
}
