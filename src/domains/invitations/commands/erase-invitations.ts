import type { Ctx } from '#platform/server/context.ts'

const ENDED = { status: 'withdrawn', endedBy: null } as const

/** Ends the open invitations of an erased publisher and deletes what was written, inside the caller's transaction. */
export async function erasePublisherInvitations(tx: Ctx, { publisherId }: { publisherId: bigint }): Promise<void> {
  await tx.db.deleteFrom('invitationMute').where('publisherId', '=', publisherId).execute()
  await tx.db
    .updateTable('invitation')
    .set({ message: '', reason: '' })
    .where('publisherId', '=', publisherId)
    .execute()
  await tx.db
    .updateTable('invitation')
    .set({ ...ENDED, endedAt: tx.now })
    .where('publisherId', '=', publisherId)
    .where('status', '=', 'sent')
    .execute()
}

/** Ends the open invitations of an erased advertiser and deletes its messages, inside the caller's transaction. */
export async function eraseAdvertiserInvitations(tx: Ctx, { advertiserId }: { advertiserId: bigint }): Promise<void> {
  const program = await tx.db
    .selectFrom('program')
    .select('id')
    .where('advertiserId', '=', advertiserId)
    .executeTakeFirst()
  if (!program) return
  await tx.db.updateTable('invitation').set({ message: '' }).where('programId', '=', program.id).execute()
  await tx.db
    .updateTable('invitation')
    .set({ ...ENDED, endedAt: tx.now })
    .where('programId', '=', program.id)
    .where('status', '=', 'sent')
    .execute()
}
