import { sql } from 'kysely'
import type { Db } from '#database'
import type { DailyAmount } from '../rules/balance-since.ts'

/**
 * Lists by UTC day, oldest first, what became payable to a publisher before `until` and is in no approved payout, less
 * what was taken back at any time.
 */
export async function listDueByDay(
  db: Db,
  { publisherId, until }: { publisherId: bigint; until: Date },
): Promise<DailyAmount[]> {
  const { rows } = await sql<DailyAmount>`
    SELECT (payable_at AT TIME ZONE 'UTC')::date AS day, sum(amount)::bigint AS amount
    FROM (
      SELECT payable_at, amount FROM statement_line
      WHERE publisher_id = ${publisherId} AND payout_id IS NULL AND (payable_at < ${until} OR amount < 0)
      UNION ALL
      SELECT line.payable_at, line.amount FROM payout
      JOIN statement_line AS line ON line.publisher_id = payout.publisher_id AND line.payout_id = payout.id
      WHERE payout.publisher_id = ${publisherId} AND payout.status = 'draft'
    ) AS due
    GROUP BY 1 ORDER BY 1`.execute(db)
  return rows
}

/**
 * Reads since when a payout of a publisher is open, when the last one was approved that did not fail, and when the last
 * one was settled; null without one.
 */
export async function readPayoutDates(db: Db, { publisherId }: { publisherId: bigint }) {
  return db
    .selectFrom('payout')
    .innerJoin('payoutRun as run', 'run.id', 'payout.runId')
    .select([
      sql<Date | null>`min(run.approved_at) FILTER (WHERE payout.status IN ('approved', 'exported'))`.as(
        'openPayoutSince',
      ),
      sql<Date | null>`max(run.approved_at) FILTER (WHERE payout.status IN ('approved', 'exported', 'paid'))`.as(
        'lastPayoutAt',
      ),
      sql<Date | null>`max(payout.settled_on)::timestamp AT TIME ZONE 'UTC'`.as('lastSettledAt'),
    ])
    .where('payout.publisherId', '=', publisherId)
    .executeTakeFirstOrThrow()
}

/** Finds since when an order is on hold: since it was put there, or reopened after its validation period. */
export async function findHeldAt(
  db: Db,
  { publisherId, transactionId }: { publisherId: bigint; transactionId: string },
): Promise<Date | null> {
  const row = await db
    .selectFrom('transactionDecision')
    .select((query) => query.fn.max('decidedAt').as('heldAt'))
    .where('publisherId', '=', publisherId)
    .where('transactionId', '=', transactionId)
    .where('action', 'in', ['hold', 'reopen'])
    .executeTakeFirst()
  return row?.heldAt ?? null
}
