import { sql } from 'kysely'
import type { Db } from '#database'
import { isFormRequired, taxFormState } from '#domains/taxes/queries.ts'
import type { Day } from '#kernel/days.ts'
import type { Payee } from '../rules/runs.ts'

/**
 * Lists the next publishers, by their ids, with statement lines that became payable before `until` and are in no
 * payout. What was taken back later is deducted, so that no payout is above the balance. `today` is the day on which
 * tax forms have to hold.
 */
export async function listPayees(
  db: Db,
  { afterId, until, limit, today }: { afterId: bigint; until: Date; limit: number; today: Day },
): Promise<Payee[]> {
  const isFormNeeded = await isFormRequired(db)
  const { rows } = await sql<Payee>`
    WITH due AS (
      SELECT publisher_id, sum(amount)::bigint AS lines_amount FROM statement_line
      WHERE payout_id IS NULL AND publisher_id > ${afterId} AND (payable_at < ${until} OR amount < 0)
      GROUP BY publisher_id HAVING bool_or(payable_at < ${until}) ORDER BY publisher_id LIMIT ${limit}
    )
    SELECT due.publisher_id, due.lines_amount,
      coalesce((
        SELECT sum(payout.lines_amount - payout.amount) FROM payout
        WHERE payout.publisher_id = due.publisher_id AND payout.status = 'paid'
      ), 0)::bigint AS carried_amount,
      EXISTS (
        SELECT FROM payout
        WHERE payout.publisher_id = due.publisher_id AND payout.status IN ('draft', 'approved', 'exported')
      ) AS has_open_payout,
      account.review_status, account.erased_at, account.is_confirmed,
      CASE WHEN ${isFormNeeded}::boolean THEN ${taxFormState('due.publisher_id', today)} ELSE 'verified' END
        AS tax_form_state,
      coalesce(profile.paypal_email, '') AS paypal_email,
      detail.bank_sealed, coalesce(detail.threshold_amount, 0) AS threshold_amount, detail.destination_changed_at,
      held.began_at AS held_at
    FROM due
    JOIN publisher ON publisher.id = due.publisher_id
    JOIN account_summary AS account ON account.id = publisher.account_id
    LEFT JOIN publisher_profile AS profile ON profile.id = due.publisher_id
    LEFT JOIN payment_detail AS detail ON detail.id = due.publisher_id
    LEFT JOIN account_state AS held
      ON held.publisher_id = due.publisher_id AND held.state = 'on_hold' AND held.ended_at IS NULL
    ORDER BY due.publisher_id`.execute(db)
  return rows
}
