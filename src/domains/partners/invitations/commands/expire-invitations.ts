import { sql } from 'kysely'
import { tellAdvertiser } from '#domains/programmes/programs/commands/mail-memberships.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { expiredEmail } from '../mails.ts'

/** The most invitations that one run ends; the next run ends the rest. */
const MAX_ENDED = 1000

/** Ends the invitations that nobody answered in time, and tells each team how many. */
export function expireInvitations(ctx: Ctx): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { rows } = await sql<{ programId: bigint; count: number }>`
      WITH due AS MATERIALIZED (
        SELECT id FROM invitation WHERE status = 'sent' AND expires_at <= ${tx.now}::timestamptz
        ORDER BY expires_at LIMIT ${MAX_ENDED} FOR UPDATE SKIP LOCKED
      ), ended AS (
        UPDATE invitation SET status = 'expired', ended_at = expires_at
        WHERE id IN (SELECT id FROM due) RETURNING program_id
      )
      SELECT program_id, count(*)::int AS count FROM ended GROUP BY program_id ORDER BY program_id`.execute(tx.db)
    for (const { programId, count } of rows) {
      await audit(tx, { action: 'invitation.expire', target: `program:${programId}`, details: { count } })
      await tellAdvertiser(tx, { programId, path: '/brand/publishers/invitations?status=expired' }, (reader) =>
        expiredEmail({ branding: tx.branding, ...reader }, { count }),
      )
    }
  })
}
