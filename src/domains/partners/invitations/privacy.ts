import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { ListSections } from '#platform/server/privacy.ts'

const ENDED = { status: 'withdrawn', endedBy: null } as const

/** Lists the invitations that an export of a publisher contains, and the brands whose invitations it muted. */
export const listReceivedSections: ListSections = ({ isOwn }) => ({
  ...listInvitationSections(isOwn),
  muted_invitations: sql`SELECT * FROM invitation_mute WHERE ${isOwn} ORDER BY program_id`,
})

export const listSentSections: ListSections = ({ isOwn }) =>
  listInvitationSections(sql`program_id IN (SELECT id FROM program WHERE ${isOwn})`)

const listInvitationSections = (isOwn: RawBuilder<unknown>) => ({
  invitations: sql`SELECT * FROM invitation WHERE ${isOwn} ORDER BY id`,
  invitation_offers: sql`SELECT * FROM invitation_offer
    WHERE invitation_id IN (SELECT id FROM invitation WHERE ${isOwn}) ORDER BY invitation_id, event`,
})

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
