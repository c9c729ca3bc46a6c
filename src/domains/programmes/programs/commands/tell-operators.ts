import { sql } from 'kysely'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { overdueEmail } from '../mails.ts'

/** The most requests of which one run tells; the next run tells of the rest. */
const MAX_TOLD = 1000

/** Tells the operators who want it, once, of join requests whose clock has ended without a decision. */
export function tellOfOverdueRequests(ctx: Ctx): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { rows: overdue } = await sql<{ program: string }>`
      WITH late AS MATERIALIZED (
        SELECT member.program_id, member.publisher_id FROM membership AS member
        WHERE member.status = 'pending' AND member.due_at <= ${tx.now}::timestamptz AND NOT EXISTS (
          SELECT FROM membership_event AS told WHERE told.publisher_id = member.publisher_id
            AND told.program_id = member.program_id AND told.kind = 'overdue'
            AND told.happened_at >= member.requested_at
        )
        ORDER BY member.due_at LIMIT ${MAX_TOLD} FOR UPDATE SKIP LOCKED
      ), told AS (
        INSERT INTO membership_event (program_id, publisher_id, sequence, kind, acted_as, happened_at, text)
        SELECT late.program_id, late.publisher_id, max(past.sequence) + 1, 'overdue', 'system',
          ${tx.now}::timestamptz, ''
        FROM late JOIN membership_event AS past USING (publisher_id, program_id)
        GROUP BY late.program_id, late.publisher_id
        RETURNING program_id
      )
      SELECT program.title AS program FROM told JOIN program ON program.id = told.program_id`.execute(tx.db)
    if (overdue.length === 0) return
    const operators = await tx.db
      .selectFrom('accountSummary')
      .select(['email', 'locale'])
      .where('role', '=', 'operator')
      .where('reviewStatus', '=', 'approved')
      .where(sql<boolean>`NOT 'memberships' = ANY (muted_notices)`)
      .execute()
    const programs = [...new Set(overdue.map(({ program }) => program))].toSorted()
    for (const { email, locale } of operators) {
      await enqueueMail(tx, {
        to: email,
        message: overdueEmail({ branding: tx.branding, locale, count: overdue.length, programs }),
      })
    }
    await audit(tx, { action: 'membership.tell_operators', target: 'network', details: { count: overdue.length } })
  })
}
