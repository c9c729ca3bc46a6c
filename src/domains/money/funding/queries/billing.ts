import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import { DAY_MS, addDays, countDays, toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { getOffset } from '#kernel/paging.ts'
import type { Page } from '#kernel/paging.ts'
import { BASE_CURRENCY } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import { containing } from '#platform/server/database/like-pattern.ts'
import { findTermsAt } from '#domains/programmes/programs/queries/terms.ts'
import { FIGURE_DAYS, feeFor } from '#domains/programmes/programs/rules.ts'
import type { CoverFigures } from '#domains/programmes/programs/rules.ts'
import { COST_DAYS } from '../rules.ts'
import type { BillingMode, Cost, DepositKind, PaymentPart } from '../rules.ts'

/** What is owed for orders that are not covered, in 1/10,000 USD by the days since their confirmation. */
export interface OwedAges {
  upTo30: bigint
  upTo60: bigint
  upTo90: bigint
  over90: bigint
  orders: number
}

const NOTHING_OWED: OwedAges = { upTo30: 0n, upTo60: 0n, upTo90: 0n, over90: 0n, orders: 0 }

/** Sums what advertisers owe by age, for each of those given or, under `undefined`, for all together. */
export async function readOwedAges(
  db: Db,
  { advertiserIds, now }: { advertiserIds?: readonly bigint[]; now: Date },
): Promise<(advertiserId?: bigint) => OwedAges> {
  const isGiven = advertiserIds ? sql`advertiser_id = ANY(${advertiserIds}::bigint[])` : sql`true`
  // Compared as times: to count the days of each of many orders takes PostgreSQL longer than to read them.
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const aged = (isAged: RawBuilder<unknown>) => sql`coalesce(sum(owed) FILTER (WHERE ${isAged}), 0)::bigint`
  const after = (days: number) => sql`confirmed_at > ${ago(days)}`
  const { rows } = await sql<OwedAges & { advertiserId: bigint | null }>`
    SELECT ${advertiserIds ? sql`advertiser_id` : sql`NULL::bigint`} AS advertiser_id,
      ${aged(after(31))} AS up_to30,
      ${aged(sql`${after(61)} AND NOT ${after(31)}`)} AS up_to60,
      ${aged(sql`${after(91)} AND NOT ${after(61)}`)} AS up_to90,
      ${aged(sql`NOT ${after(91)}`)} AS over90, count(*)::int AS orders
    FROM (
      SELECT advertiser_id, confirmed_at, commission - covered_commission + fee - covered_fee AS owed
      FROM transaction_state
      WHERE status = 'CONFIRMED' AND (covered_commission < commission OR covered_fee < fee)
        AND ${isGiven}
    ) AS waiting GROUP BY 1`.execute(db)
  const found = new Map(rows.map(({ advertiserId, ...ages }) => [advertiserId, ages]))
  return (advertiserId) => found.get(advertiserId ?? null) ?? NOTHING_OWED
}

/**
 * Reads the confirmed commission of the orders of the last 90 days, and how much of it is not covered; of one
 * advertiser or of all.
 */
export async function readCoverage(db: Db, { advertiserId, now }: { advertiserId?: bigint; now: Date }) {
  const from = addDays(toDay(now), -FIGURE_DAYS)
  const isOwn = advertiserId === undefined ? sql`true` : sql`advertiser_id = ${advertiserId}`
  const { rows } = await sql<CoverFigures>`
    SELECT coalesce((
      SELECT sum(commission) FROM rollup_status WHERE status = 'CONFIRMED' AND day >= ${from} AND ${isOwn}
    ), 0)::bigint AS confirmed_commission, coalesce((
      SELECT sum(commission - covered_commission) FROM transaction_state
      WHERE status = 'CONFIRMED' AND (covered_commission < commission OR covered_fee < fee)
        AND transaction_at >= ${from}::date AND ${isOwn}
        -- No order is confirmed before it is made: the index of what is not covered serves this.
        AND confirmed_at >= ${from}::date
    ), 0)::bigint AS uncovered_commission`.execute(db)
  return rows[0] ?? { confirmedCommission: 0n, uncoveredCommission: 0n }
}

/**
 * Reads what the orders cost that were confirmed in the last `COST_DAYS` complete days, with the fee of the terms, and
 * in how many days: fewer for an advertiser whose first order was confirmed in them.
 */
export async function readCost(db: Db, { advertiserId, now }: { advertiserId: bigint; now: Date }): Promise<Cost> {
  const today = toDay(now)
  const from = addDays(today, -COST_DAYS)
  const ofOwn = sql`advertiser_id = ${advertiserId} AND status = 'CONFIRMED'`
  const { rows } = await sql<{ orderValue: Amount; commission: Amount; since: Day | null }>`
    SELECT coalesce(sum(order_value), 0)::bigint AS order_value, coalesce(sum(commission), 0)::bigint AS commission,
      CASE WHEN EXISTS (SELECT FROM rollup_cohort WHERE ${ofOwn} AND decided_on < ${from}) THEN ${from}::date
        ELSE min(decided_on) END AS since
    FROM rollup_cohort WHERE ${ofOwn} AND decided_on < ${today} AND decided_on >= ${from}`.execute(db)
  const { since, ...worth } = rows[0] ?? { orderValue: 0n, commission: 0n, since: null }
  const terms = await findTermsAt(db, { advertiserId, at: now })
  const sum = worth.commission + (terms ? feeFor(terms, worth) : 0n)
  return { sum, days: since === null ? 0 : countDays({ from: since, until: today }) }
}

/** A confirmed order that is not covered. */
export interface UncoveredOrder {
  publisherId: bigint
  publisherName: string
  transactionId: string
  orderRef: string
  confirmedAt: Date
  open: Amount
}

/** The uncovered orders that are listed. */
const MAX_UNCOVERED = 20

/** Lists the oldest confirmed orders of an advertiser that are not covered: the next payment covers them first. */
export async function listUncoveredOrders(db: Db, { advertiserId }: { advertiserId: bigint }) {
  const { rows } = await sql<UncoveredOrder>`
    SELECT state.publisher_id, publisher.name AS publisher_name, state.transaction_id, sold.order_ref,
      state.confirmed_at, state.commission - covered_commission + fee - covered_fee AS open
    FROM transaction_state AS state
    JOIN transaction AS sold ON sold.publisher_id = state.publisher_id AND sold.id = state.transaction_id
    JOIN publisher ON publisher.id = state.publisher_id
    WHERE state.advertiser_id = ${advertiserId} AND status = 'CONFIRMED'
      AND (covered_commission < state.commission OR covered_fee < fee)
    ORDER BY state.confirmed_at, state.transaction_id LIMIT ${MAX_UNCOVERED}`.execute(db)
  return rows
}

/** The row of the operator's list. */
export interface FundingListRow {
  advertiserId: bigint
  advertiserName: string
  mode: BillingMode
  creditLimit: bigint
  capacity: bigint
  warnedAt: Date | null
  usedUpAt: Date | null
  noJoinsFrom: Date | null
  closedFrom: Date | null
  funds: bigint
  owed: bigint
}

/** Lists advertisers with their funds, the largest debts first. `count` covers all pages. */
export async function listFunding(db: Db, { keyword, page }: { keyword: string; page: Page }) {
  const isNamed = keyword === '' ? sql`true` : sql`advertiser.name ILIKE ${containing(keyword)}`
  const balanceOf = (prefix: string) => sql`coalesce((
    SELECT sum(amount) FROM balance
    WHERE account = ${sql.lit(prefix)} || advertiser.id AND currency = ${BASE_CURRENCY}
  ), 0)::bigint`
  const counted = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM advertiser WHERE ${isNamed}`.execute(db)
  const count = counted.rows[0]?.count ?? 0
  const { rows } = await sql<FundingListRow>`
    SELECT advertiser.id AS advertiser_id, advertiser.name AS advertiser_name, coalesce(mode, 'prepaid') AS mode,
      coalesce(credit_limit, 0) AS credit_limit, coalesce(capacity, 0) AS capacity, warned_at, used_up_at,
      no_joins_from, closed_from, ${balanceOf('advertiser_funds:')} AS funds,
      -${balanceOf('advertiser_receivable:')} AS owed
    FROM advertiser LEFT JOIN advertiser_billing ON advertiser_billing.advertiser_id = advertiser.id
    WHERE ${isNamed}
    ORDER BY owed DESC, lower(advertiser.name), advertiser.id
    LIMIT ${page.size} OFFSET ${getOffset(page, count)}`.execute(db)
  return { count, advertisers: rows }
}

/** How many deposits and months a page shows. */
const MAX_DEPOSITS = 100
const MAX_MONTHS = 24

/** A deposit with the part of all deposits that it is, or a refund. */
export interface DepositRow extends PaymentPart {
  id: string
  kind: DepositKind
  amount: Amount
  movedOn: Day
  reference: string
  recordedAt: Date
  /** What all deposits of the advertiser sum up to. */
  paid: Amount
}

/** Lists the newest deposits and refunds of an advertiser. */
export async function listDeposits(db: Db, { advertiserId }: { advertiserId: bigint }): Promise<DepositRow[]> {
  const { rows } = await sql<DepositRow>`
    SELECT *, until - CASE kind WHEN 'deposit' THEN amount ELSE 0 END AS "from" FROM (
      SELECT id, kind, amount, moved_on, reference, recorded_at,
        coalesce(sum(amount) FILTER (WHERE kind = 'deposit') OVER (ORDER BY recorded_at, id), 0)::bigint AS until,
        coalesce(sum(amount) FILTER (WHERE kind = 'deposit') OVER (), 0)::bigint AS paid
      FROM deposit WHERE advertiser_id = ${advertiserId}
    ) AS moved ORDER BY moved_on DESC, id DESC LIMIT ${MAX_DEPOSITS}`.execute(db)
  return rows
}

/** What moved the funds of an advertiser in one month. */
export interface FundsMonthRow {
  month: string
  deposits: bigint
  refunds: bigint
  orders: number
  /** What covered orders, less what came back, and the part of it that became payable. */
  used: bigint
  commission: bigint
}

/** Lists what moved the funds of an advertiser by month (UTC), newest first. */
export async function listFundsMonths(db: Db, { advertiserId }: { advertiserId: bigint }): Promise<FundsMonthRow[]> {
  const { rows } = await sql<FundsMonthRow>`
    SELECT to_char(month, 'YYYY-MM') AS month, sum(deposits)::bigint AS deposits, sum(refunds)::bigint AS refunds,
      sum(orders)::int AS orders, sum(used)::bigint AS used, sum(commission)::bigint AS commission
    FROM funds_month WHERE advertiser_id = ${advertiserId}
    GROUP BY funds_month.month ORDER BY funds_month.month DESC LIMIT ${MAX_MONTHS}`.execute(db)
  return rows
}

/**
 * Sums the funds of all advertisers above and below zero, what they owe, and what is payable to publishers. Only funds
 * are summed by advertiser: to group all balances takes longer than to read those of each kind by the index.
 */
export async function readMoneyTotals(db: Db) {
  const sumOf = (isOne: RawBuilder<unknown>) => sql`(
    SELECT coalesce(sum(amount), 0)::bigint FROM balance WHERE ${isOne} AND currency = ${BASE_CURRENCY}
  )`
  const { rows } = await sql<{ funds: bigint; creditUsed: bigint; owed: bigint; payable: bigint; usedUp: number }>`
    SELECT coalesce(sum(amount) FILTER (WHERE amount > 0), 0)::bigint AS funds,
      coalesce(sum(-amount) FILTER (WHERE amount < 0), 0)::bigint AS credit_used,
      -${sumOf(sql`account LIKE 'advertiser\\_receivable:%'`)} AS owed,
      ${sumOf(sql`account = 'publisher_payable'`)} AS payable,
      (SELECT count(*)::int FROM advertiser_billing WHERE used_up_at IS NOT NULL) AS used_up
    FROM (
      SELECT sum(amount) AS amount FROM balance
      WHERE account LIKE 'advertiser\\_funds:%' AND currency = ${BASE_CURRENCY} GROUP BY account
    ) AS total`.execute(db)
  return rows[0] ?? { funds: 0n, creditUsed: 0n, owed: 0n, payable: 0n, usedUp: 0 }
}
