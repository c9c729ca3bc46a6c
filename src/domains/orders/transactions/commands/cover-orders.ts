import { sql } from 'kysely'
import type { Amount } from '#kernel/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import { postEntries } from '#domains/books/ledger/commands.ts'
import type { NewEntry } from '#domains/books/ledger/commands.ts'
import { buildCoverPostings } from '#domains/books/ledger/rules.ts'

/** Whose orders are covered, with how much, and how many at most. */
export interface CoverInput {
  advertiserId: bigint
  available: Amount
  limit: number
}

/** What was covered. `isDone` says that no further order can be covered with what was available. */
export interface CoverOutcome {
  orders: number
  commission: Amount
  fee: Amount
  isDone: boolean
}

/**
 * Covers the oldest confirmed orders of an advertiser, inside the caller's transaction, each in full and in turn: an
 * order that the rest does not cover makes all later ones wait. The caller lets one call at a time run for an
 * advertiser, and writes the audit line.
 */
export async function coverOldestOrders(
  tx: Ctx,
  { advertiserId, available, limit }: CoverInput,
): Promise<CoverOutcome> {
  if (!tx.db.isTransaction) throw new Error('Orders are covered inside a transaction.')
  if (available <= 0n) return { orders: 0, commission: 0n, fee: 0n, isDone: true }
  const oldest = await lockOldestUncovered(tx, { advertiserId, limit })
  const covered = takeCovered(oldest, available)
  await writeCover(tx, covered)
  await postCover(tx, advertiserId, covered)
  return {
    orders: covered.length,
    commission: covered.reduce((sum, { commission }) => sum + commission, 0n),
    fee: covered.reduce((sum, { fee }) => sum + fee, 0n),
    isDone: oldest.length < limit || covered.length < oldest.length,
  }
}

/** A confirmed order with the part of its commission and fee that is not covered. */
interface UncoveredOrder {
  publisherId: bigint
  transactionId: string
  sequence: number
  confirmedAt: Date
  commission: bigint
  fee: bigint
}

/**
 * Reads the orders that waited longest, oldest first. Locks their states in the order of the keys, as decisions do, so
 * that the two cannot deadlock; an order that was decided meanwhile is left out.
 */
async function lockOldestUncovered(tx: Ctx, { advertiserId, limit }: Omit<CoverInput, 'available'>) {
  const isUncovered = sql`status = 'CONFIRMED' AND (covered_commission < commission OR covered_fee < fee)`
  const { rows } = await sql<UncoveredOrder>`
    WITH oldest AS MATERIALIZED (
      SELECT publisher_id, transaction_id FROM transaction_state
      WHERE advertiser_id = ${advertiserId} AND ${isUncovered}
      ORDER BY confirmed_at, publisher_id, transaction_id LIMIT ${limit}
    )
    SELECT publisher_id, transaction_id, sequence, confirmed_at, commission - covered_commission AS commission,
      fee - covered_fee AS fee
    FROM transaction_state AS state JOIN oldest USING (publisher_id, transaction_id)
    WHERE ${isUncovered}
    ORDER BY publisher_id, transaction_id FOR UPDATE OF state`.execute(tx.db)
  // The sort keeps the order of the keys among orders of one moment.
  return rows.toSorted((one, other) => one.confirmedAt.getTime() - other.confirmedAt.getTime())
}

/** Takes orders in turn until the available amount does not cover the next. */
function takeCovered(orders: readonly UncoveredOrder[], available: Amount): UncoveredOrder[] {
  let rest = available
  const next = orders.findIndex(({ commission, fee }) => {
    rest -= commission + fee
    return rest < 0n
  })
  return orders.slice(0, next < 0 ? orders.length : next)
}

async function writeCover(tx: Ctx, covered: readonly UncoveredOrder[]): Promise<void> {
  if (covered.length === 0) return
  await sql`
    UPDATE transaction_state AS state
    SET covered_commission = commission, covered_fee = fee, covered_at = ${tx.now}
    FROM unnest(
      ${covered.map(({ publisherId }) => publisherId)}::bigint[],
      ${covered.map(({ transactionId }) => transactionId)}::uuid[]
    ) AS covered (publisher_id, transaction_id)
    WHERE state.publisher_id = covered.publisher_id AND state.transaction_id = covered.transaction_id`.execute(tx.db)
}

/** Posts the cover of each order under the number of its last decision, so that no decision is covered twice. */
async function postCover(tx: Ctx, advertiserId: bigint, covered: readonly UncoveredOrder[]): Promise<void> {
  const entries = covered.map(({ publisherId, transactionId, sequence, commission, fee }): NewEntry => {
    const postings = buildCoverPostings({ advertiserId, commission, fee })
    const line = { transactionId, amount: commission }
    return { publisherId, kind: 'cover', sourceKind: 'cover', sourceId: transactionId, sequence, postings, line }
  })
  const posted = await postEntries(tx, entries)
  const repeated = entries.find((_, index) => posted[index] === undefined)
  if (!repeated) return
  throw new Error(`Decision ${repeated.sequence} on transaction ${repeated.sourceId} was covered before.`)
}
