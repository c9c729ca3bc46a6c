import type { Ctx } from '#platform/server/context.ts'
import type { InvitationEnd } from '../rules/vocabulary.ts'
import { lockProgram } from '#domains/programmes/programs/commands/lock-program.ts'
import { notFound } from '#kernel/errors.ts'
import { refuseEnded } from '../rules/invitation.ts'

/**
 * Locks the programme of an invitation and the invitation until the transaction ends. Refuses an unknown id as not
 * found, and one that has ended, with how.
 */
export async function lockInvitation(tx: Ctx, invitationId: bigint) {
  const named = await tx.db
    .selectFrom('invitation')
    .select('programId')
    .where('id', '=', invitationId)
    .executeTakeFirst()
  if (!named) throw notFound()
  const program = await lockProgram(tx, named.programId)
  const row = await tx.db
    .selectFrom('invitation')
    .selectAll()
    .where('id', '=', invitationId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  refuseEnded(row, tx.now)
  return { ...row, program }
}

interface Ending {
  invitationId: bigint
  status: InvitationEnd
  reason?: string
  termsId?: bigint | null
}

/** Ends a locked invitation, by the actor of the transaction. The calling command writes the audit line. */
export async function endInvitation(tx: Ctx, { invitationId, ...ending }: Ending): Promise<void> {
  const endedBy = tx.actor.kind === 'account' ? tx.actor.accountId : null
  await tx.db
    .updateTable('invitation')
    .set({ ...ending, endedAt: tx.now, endedBy })
    .where('id', '=', invitationId)
    .execute()
}
