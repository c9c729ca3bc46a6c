import { sql } from 'kysely'
import type { MembershipKey } from '#domains/programmes/programs/rules.ts'
import { Refusal } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'

/** A brand declined the publisher's own request after it had invited it. A refusal by a rule does not count. */
const DECLINED_SINCE = sql`membership.program_id = invitation.program_id
  AND membership.publisher_id = invitation.publisher_id AND membership.status = 'declined'
  AND membership.decided_by IS NOT NULL AND membership.decided_at >= invitation.sent_at`

/** Ends the open invitations of publishers whose own requests were declined since, as withdrawn by who declined. */
export function endDeclinedInvitations(ctx: Ctx): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { rows } = await sql<{ id: bigint; programId: bigint; publisherId: bigint }>`
      UPDATE invitation SET status = 'withdrawn', ended_at = membership.decided_at, ended_by = membership.decided_by
      FROM membership WHERE invitation.status = 'sent' AND ${DECLINED_SINCE}
      RETURNING invitation.id, invitation.program_id, invitation.publisher_id`.execute(tx.db)
    for (const { id: invitationId, programId, publisherId } of rows) {
      const details = { invitationId, publisherId, declined: true }
      await audit(tx, { action: 'invitation.withdraw', target: `program:${programId}`, details })
    }
  })
}

/** Refuses to accept an invitation whose publisher was declined since, also before the job ends it. */
export async function refuseDeclined(tx: Ctx, { invitationId }: { invitationId: bigint }): Promise<void> {
  const { rows } = await sql<MembershipKey>`
    SELECT membership.program_id, membership.publisher_id FROM invitation JOIN membership ON ${DECLINED_SINCE}
    WHERE invitation.id = ${invitationId}`.execute(tx.db)
  if (rows.length > 0) throw new Refusal({ code: 'invitation.is_withdrawn', status: 409 })
}
