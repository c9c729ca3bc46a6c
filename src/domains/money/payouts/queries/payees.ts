import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import { isFormRequired, taxFormState } from '#domains/people/taxes/queries.ts'
import type { Day } from '#kernel/days.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import type { Payee } from '../rules/runs.ts'
import { openDestination } from './payment.ts'

/** Whether a publisher has an order that is undecided or not covered, so that its balance can grow. */
export function hasOpenOrders(publisherId: RawBuilder<unknown>) {
  return sql<boolean>`EXISTS (
    SELECT FROM transaction_state AS state WHERE state.publisher_id = ${publisherId}
      AND (state.status = 'PENDING' OR state.status = 'CONFIRMED' AND state.covered_commission < state.commission)
  )`
}

/**
 * Lists the next publishers, by their ids, with statement lines that became payable before `until` and are in no
 * payout. What was taken back later is deducted, so that no payout is above the balance. `today` is the day on which
 * tax forms have to hold.
 */
export async function listPayees(
  db: Db,
  sealing: Sealing,
  { afterId, until, limit, today }: { afterId: bigint; until: Date; limit: number; today: Day },
): Promise<Payee[]> {
  const isFormNeeded = await isFormRequired(db)
  const { rows } = await sql<Omit<Payee, 'destination'> & { bankSealed: Buffer | null; paypalEmail: string }>`
    WITH due AS (
      SELECT publisher_id, sum(amount)::bigint AS lines_amount FROM statement_line
      WHERE payout_id IS NULL AND publisher_id > ${afterId} AND (payable_at < ${until} OR amount < 0)
      GROUP BY publisher_id HAVING bool_or(payable_at < ${until}) ORDER BY publisher_id LIMIT ${limit}
    )
    SELECT due.publisher_id, due.lines_amount,
      (coalesce((
        SELECT sum(payout.lines_amount - payout.amount - payout.fee_amount) FROM payout
        WHERE payout.publisher_id = due.publisher_id AND payout.status = 'paid'
      ), 0) + coalesce((
        SELECT sum(forfeiture.lines_amount - forfeiture.amount) FROM forfeiture
        WHERE forfeiture.publisher_id = due.publisher_id
      ), 0))::bigint AS carried_amount,
      EXISTS (
        SELECT FROM payout
        WHERE payout.publisher_id = due.publisher_id AND payout.status IN ('draft', 'approved', 'exported')
      ) AS has_open_payout,
      account.review_status, account.erased_at, account.is_confirmed,
      CASE WHEN ${isFormNeeded}::boolean THEN ${taxFormState('due.publisher_id', today)} ELSE 'verified' END
        AS tax_form_state,
      coalesce(profile.paypal_email, '') AS paypal_email,
      detail.bank_sealed, coalesce(detail.threshold_amount, 0) AS threshold_amount, detail.destination_changed_at,
      held.began_at AS held_at, closed.began_at AS closed_at,
      CASE WHEN closed.id IS NULL THEN false ELSE ${hasOpenOrders(sql.ref('due.publisher_id'))} END AS has_open_orders
    FROM due
    JOIN publisher ON publisher.id = due.publisher_id
    JOIN account_summary AS account ON account.id = publisher.account_id
    LEFT JOIN publisher_profile AS profile ON profile.id = due.publisher_id
    LEFT JOIN payment_detail AS detail ON detail.id = due.publisher_id
    LEFT JOIN account_state AS held
      ON held.publisher_id = due.publisher_id AND held.state = 'on_hold' AND held.ended_at IS NULL
    LEFT JOIN account_state AS closed
      ON closed.publisher_id = due.publisher_id AND closed.state = 'closed' AND closed.ended_at IS NULL
    ORDER BY due.publisher_id`.execute(db)
  return rows.map(({ bankSealed, paypalEmail, ...payee }) => ({
    ...payee,
    destination: openDestination(sealing, { publisherId: payee.publisherId, bankSealed, paypalEmail }),
  }))
}
