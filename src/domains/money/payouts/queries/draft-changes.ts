import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import { hasAccountState } from '#domains/people/account-states/queries.ts'
import { PUBLISHER_PAYABLE } from '#domains/books/ledger/rules.ts'
import { isFormRequired, taxFormState } from '#domains/people/taxes/queries.ts'
import type { TransactionStatus } from '#domains/orders/transactions/contract/vocabulary.ts'
import { toDay } from '#kernel/days.ts'
import type { Amount } from '#kernel/money.ts'
import type { DraftProblem } from '../contract/vocabulary.ts'

/** The most orders and publishers that are named. */
const MAX_NAMED = 20

/** A draft whose changes are looked for. */
interface Draft {
  id: string
  madeAt: Date
  computedAt: Date
}

/** An order of a draft that was cancelled, or amended to less, since the draft was computed. */
export interface TakenBackOrder {
  publisherId: bigint
  publisherName: string
  transactionId: string
  orderRef: string
  status: TransactionStatus
  /** What the next payout takes back, below zero. */
  amount: Amount
}

/** Finds the orders that a draft pays and of which something was taken back since; the largest first, at most 20. */
export async function findTakenBack(db: Db, { id, computedAt }: Draft) {
  const { rows } = await sql<TakenBackOrder & { count: number; total: Amount }>`
    SELECT taken.*, publisher.name AS publisher_name, sold.order_ref, state.status
    FROM (
      SELECT line.publisher_id, line.transaction_id, sum(line.amount)::bigint AS amount,
        count(*) OVER ()::int AS count, (sum(sum(line.amount)) OVER ())::bigint AS total
      FROM payout JOIN statement_line AS line ON line.publisher_id = payout.publisher_id
        AND line.payout_id IS NULL AND line.payable_at > ${computedAt} AND line.amount < 0
      WHERE payout.run_id = ${id} AND EXISTS (
        SELECT FROM statement_line AS paid WHERE paid.publisher_id = line.publisher_id
          AND paid.payout_id = payout.id AND paid.transaction_id = line.transaction_id
      )
      GROUP BY line.publisher_id, line.transaction_id ORDER BY sum(line.amount) LIMIT ${MAX_NAMED}
    ) AS taken
    JOIN publisher ON publisher.id = taken.publisher_id
    JOIN transaction AS sold ON sold.publisher_id = taken.publisher_id AND sold.id = taken.transaction_id
    JOIN transaction_state AS state
      ON state.publisher_id = taken.publisher_id AND state.transaction_id = taken.transaction_id
    ORDER BY taken.amount, sold.order_ref`.execute(db)
  return { orders: rows, count: rows[0]?.count ?? 0, amount: rows[0]?.total ?? 0n }
}

/** Finds the publishers of a draft who should not be paid as it says, with the reason of each; at most 20. */
export async function findOutdated(db: Db, { id, madeAt }: Draft, now: Date) {
  const publisherId = sql.ref('payout.publisherId')
  const hasNoForm = (await isFormRequired(db))
    ? sql<boolean>`${taxFormState('payout.publisherId', toDay(now))} <> 'verified'`
    : sql<boolean>`false`
  const problems: [DraftProblem, RawBuilder<unknown>][] = [
    ['details', sql`payment_detail.destination_changed_at >= ${madeAt}`],
    ['not_approved', sql`account.review_status <> 'approved' OR account.erased_at IS NOT NULL`],
    ['on_hold', sql`${hasAccountState(publisherId, ['on_hold'])}`],
    ['tax_form', hasNoForm],
    ['balance', sql`balance.amount < payout.amount + payout.fee_amount`],
    ['reopened', sql`payout.fee_amount > 0 AND NOT ${hasAccountState(publisherId, ['closed'])}`],
  ]
  const cases = problems.map(([problem, isSo]) => sql`WHEN ${isSo} THEN ${sql.lit(problem)}`)
  const { rows } = await sql<{ publisherId: bigint; publisherName: string; problem: DraftProblem; count: number }>`
    SELECT *, count(*) OVER ()::int AS count FROM (
      SELECT payout.publisher_id, publisher.name AS publisher_name, CASE ${sql.join(cases, sql` `)} END AS problem
      FROM payout JOIN publisher ON publisher.id = payout.publisher_id
      JOIN account_summary AS account ON account.id = publisher.account_id
      LEFT JOIN payment_detail ON payment_detail.id = payout.publisher_id
      LEFT JOIN balance ON balance.publisher_id = payout.publisher_id
        AND balance.account = ${PUBLISHER_PAYABLE} AND balance.currency = 'USD'
      WHERE payout.run_id = ${id}
    ) AS judged
    WHERE problem IS NOT NULL ORDER BY publisher_id LIMIT ${MAX_NAMED}`.execute(db)
  return { publishers: rows, count: rows[0]?.count ?? 0 }
}
