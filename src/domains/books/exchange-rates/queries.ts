import { sql } from 'kysely'
import type { Db } from '#database'
import type { Day } from '#kernel/days.ts'
import type { Page } from '#kernel/paging.ts'
import { readPage } from '#platform/server/database/read-page.ts'
import { RATE_DAYS, parseRate } from './rules.ts'
import type { ExchangeRate } from './rules.ts'

/** A currency on a UTC day. */
export interface RateKey {
  currency: string
  day: Day
}

/** The rate of a currency on a UTC day. */
export interface DayRate extends RateKey {
  rate: ExchangeRate
}

/** The rate that counts for orders of a day: its row, and the price of a unit. */
export interface FoundRate {
  id: bigint
  rate: ExchangeRate
}

/** Finds the rate for orders of a day: that of the day, else the latest of the `RATE_DAYS` days before. */
export async function findRate(db: Db, key: RateKey): Promise<FoundRate | undefined> {
  const [found] = await findRates(db, [key])
  return found
}

/** Finds the rate for each key; a key without one is left out. */
export async function findRates(db: Db, keys: readonly RateKey[]): Promise<(RateKey & FoundRate)[]> {
  const { rows } = await sql<RateKey & { id: bigint; rate: string }>`
    SELECT given.currency, given.day, found.id, found.rate
    FROM unnest(${keys.map(({ currency }) => currency)}::text[], ${keys.map(({ day }) => day)}::date[])
      AS given (currency, day)
    CROSS JOIN LATERAL (
      SELECT id, rate FROM exchange_rate AS each
      WHERE each.currency = given.currency AND each.day <= given.day AND each.day >= given.day - ${RATE_DAYS}::int
      ORDER BY each.day DESC, each.id DESC LIMIT 1
    ) AS found`.execute(db)
  return rows.map((row) => ({ ...row, rate: readRate(row.rate) }))
}

/**
 * Finds for each key the last rate that is known: the latest up to its day, or else the earliest after it, of whatever
 * age. A key of a currency without rates is left out.
 */
export async function findLastRates(db: Db, keys: readonly RateKey[]): Promise<DayRate[]> {
  const { rows } = await sql<RateKey & { rate: string }>`
    SELECT given.currency, given.day, found.rate
    FROM unnest(${keys.map(({ currency }) => currency)}::text[], ${keys.map(({ day }) => day)}::date[])
      AS given (currency, day)
    CROSS JOIN LATERAL (
      (SELECT rate FROM exchange_rate AS each WHERE each.currency = given.currency AND each.day <= given.day
        ORDER BY each.day DESC, each.id DESC LIMIT 1)
      UNION ALL
      (SELECT rate FROM exchange_rate AS each WHERE each.currency = given.currency AND each.day > given.day
        ORDER BY each.day, each.id DESC LIMIT 1)
      LIMIT 1
    ) AS found`.execute(db)
  return rows.map((row) => ({ ...row, rate: readRate(row.rate) }))
}

/** Reads a rate as the database writes it. */
export function readRate(text: string): ExchangeRate {
  const rate = parseRate(text)
  if (rate === undefined) throw new Error(`${text} is no exchange rate.`)
  return rate
}

/** A filter of rates. */
export interface RateFilter {
  currency?: string | undefined
  /** The last day, inclusive. */
  until?: Day | undefined
}

/** Lists rates by day, newest first, then by currency. Of several of a day only the last counts. */
export async function listRates(db: Db, { currency, until }: RateFilter, page: Page) {
  let matching = db.selectFrom('exchangeRate as rate')
  if (currency) matching = matching.where('rate.currency', '=', currency)
  if (until) matching = matching.where('rate.day', '<=', until)
  const ordered = matching
    .leftJoin('accountSummary as account', 'account.id', 'rate.recordedBy')
    .select(['rate.id', 'rate.day', 'rate.currency', 'rate.rate', 'rate.source', 'rate.recordedAt'])
    .select(['account.displayName as recordedBy', isReplaced.as('isReplaced')])
    .orderBy('rate.day', 'desc')
    .orderBy('rate.currency')
    .orderBy('rate.id', 'desc')
  const { count, rows: rates } = await readPage(page, matching, ordered)
  return { count, rates: rates.map((row) => ({ ...row, rate: readRate(row.rate) })) }
}

const isReplaced = sql<boolean>`EXISTS (
  SELECT FROM exchange_rate AS later
  WHERE later.currency = rate.currency AND later.day = rate.day AND later.id > rate.id
)`

/** A rate as the list shows it. */
export type RateRow = Awaited<ReturnType<typeof listRates>>['rates'][number]

/** Reads what the last fetch brought; undefined before the first. */
export function readLastFetch(db: Db) {
  return db.selectFrom('exchangeFetch').selectAll().executeTakeFirst()
}
