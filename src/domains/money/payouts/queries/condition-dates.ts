import { sql } from 'kysely'
import type { Db } from '#database'
import type { DailyAmount } from '../rules/balance-since.ts'

/**
 * Lists by UTC day, oldest first, what became payable to a publisher before `until` and is in no approved payout, less
 * what was taken back at any time. A payout that failed or came back after the last one that did not took its amount on
 * the day of its approval and gave it back on the day on which it failed or came back.
 */
export async function listDueByDay(
  db: Db,
  { publisherId, until }: { publisherId: bigint; until: Date },
): Promise<DailyAmount[]> {
  const { rows } = await sql<DailyAmount>`
    SELECT (at AT TIME ZONE 'UTC')::date AS day, sum(amount)::bigint AS amount
    FROM (
      SELECT payable_at AS at, amount, 0 AS step FROM statement_line
      WHERE publisher_id = ${publisherId} AND payout_id IS NULL AND (payable_at < ${until} OR amount < 0)
      UNION ALL
      SELECT line.payable_at, line.amount, 0 FROM payout
      JOIN statement_line AS line ON line.publisher_id = payout.publisher_id AND line.payout_id = payout.id
      WHERE payout.publisher_id = ${publisherId} AND payout.status = 'draft'
      UNION ALL
      SELECT moved.at, moved.amount, moved.step FROM payout
      JOIN payout_run AS run ON run.id = payout.run_id
      CROSS JOIN LATERAL (VALUES
        (run.approved_at, -payout.amount - payout.fee_amount, 1),
        (coalesce(payout.returned_on, payout.settled_on)::timestamp AT TIME ZONE 'UTC',
          payout.amount + payout.fee_amount, 2)
      ) AS moved (at, amount, step)
      WHERE payout.publisher_id = ${publisherId} AND payout.status IN ('failed', 'returned') AND NOT EXISTS (
        SELECT FROM payout AS later JOIN payout_run AS later_run ON later_run.id = later.run_id
        WHERE later.publisher_id = payout.publisher_id AND later.status IN ('approved', 'exported', 'paid')
          AND later_run.approved_at > payout.changed_at
      )
    ) AS due
    GROUP BY 1, step ORDER BY 1, step`.execute(db)
  return rows
}

/**
 * Reads since when a payout of a publisher is open, when a payout that did not fail or a forfeiture last took its
 * balance, and when the last payout was settled; null without one.
 */
export async function readPayoutDates(db: Db, { publisherId }: { publisherId: bigint }) {
  return db
    .selectFrom('payout')
    .innerJoin('payoutRun as run', 'run.id', 'payout.runId')
    .select([
      sql<Date | null>`min(run.approved_at) FILTER (WHERE payout.status IN ('approved', 'exported'))`.as(
        'openPayoutSince',
      ),
      sql<Date | null>`greatest(
        max(run.approved_at) FILTER (WHERE payout.status IN ('approved', 'exported', 'paid')),
        (SELECT max(made_at) FROM forfeiture WHERE publisher_id = ${publisherId})
      )`.as('lastTakenAt'),
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
