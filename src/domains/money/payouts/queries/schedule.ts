import { sql } from 'kysely'
import type { Db } from '#database'
import { startOfDay, toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import type { Amount } from '#kernel/money.ts'
import { addMonths, planNextRun } from '../rules/schedule.ts'
import type { PlannedRun } from '../rules/schedule.ts'

/** Plans the next run by the months of the approved ones. */
export async function readNextRun(db: Db, now: Date): Promise<PlannedRun> {
  const { month } = await db
    .selectFrom('payoutRun')
    .select((run) => run.fn.max('month').as('month'))
    .where('status', '<>', 'draft')
    .executeTakeFirstOrThrow()
  return planNextRun(toDay(now), month)
}

/** Sums what is payable and in no payout: of a month and those before it, and of later months. */
export async function sumOpen(db: Db, { month }: { month: Day }): Promise<{ due: Amount; later: Amount }> {
  const until = startOfDay(addMonths(month, 1))
  const { rows } = await sql<{ due: Amount; later: Amount }>`
    SELECT coalesce(sum(amount) FILTER (WHERE payable_at < ${until}), 0)::bigint AS due,
      coalesce(sum(amount) FILTER (WHERE payable_at >= ${until}), 0)::bigint AS later
    FROM statement_line WHERE payout_id IS NULL`.execute(db)
  return rows[0] ?? { due: 0n, later: 0n }
}

/** Finds the draft that waits for an approval. */
export function findDraft(db: Db) {
  return db.selectFrom('payoutRun').selectAll().where('status', '=', 'draft').executeTakeFirst()
}
