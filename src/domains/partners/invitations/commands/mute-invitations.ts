import { notFound } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'

interface Mute {
  publisherId: bigint
  advertiserId: bigint
  isMuted: boolean
}

/**
 * Mutes the invitations of an advertiser for a publisher, or takes that back. Refuses as not found an advertiser that
 * has never invited it.
 */
export function muteInvitations(ctx: Ctx, { publisherId, advertiserId, isMuted }: Mute): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const program = await tx.db
      .selectFrom('invitation')
      .innerJoin('program', 'program.id', 'invitation.programId')
      .select('program.id')
      .where('invitation.publisherId', '=', publisherId)
      .where('program.advertiserId', '=', advertiserId)
      .limit(1)
      .executeTakeFirst()
    if (!program) throw notFound()
    const key = { publisherId, programId: program.id }
    const changed = await (isMuted ? insertMute(tx, key) : deleteMute(tx, key))
    if (!changed) return
    const action = isMuted ? 'invitation.mute' : 'invitation.unmute'
    await audit(tx, { action, target: `program:${program.id}`, details: { publisherId } })
  })
}

async function insertMute({ db, now }: Ctx, key: { publisherId: bigint; programId: bigint }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('invitationMute')
    .values({ ...key, mutedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows !== 0n
}

async function deleteMute({ db }: Ctx, key: { publisherId: bigint; programId: bigint }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('invitationMute')
    .where('publisherId', '=', key.publisherId)
    .where('programId', '=', key.programId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
