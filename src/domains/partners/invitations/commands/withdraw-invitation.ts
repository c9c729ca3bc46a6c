import { getAdvertiser } from '#domains/people/advertisers/queries.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { withdrawnEmail } from '../mails.ts'
import { getSentInvitation } from '../queries/invitations.ts'
import { endInvitation, lockInvitation } from './end-invitation.ts'
import { mailInvited } from './mail-invited.ts'

interface Withdrawal {
  advertiserId: bigint
  invitationId: bigint
}

/** Withdraws an open invitation of an advertiser and mails its publisher, unless it wants no such mails. */
export function withdrawInvitation(ctx: Ctx, { advertiserId, invitationId }: Withdrawal): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await getSentInvitation(tx.db, { advertiserId, invitationId, now: tx.now })
    const { programId, publisherId } = await lockInvitation(tx, invitationId)
    await endInvitation(tx, { invitationId, status: 'withdrawn' })
    const details = { invitationId, publisherId }
    await audit(tx, { action: 'invitation.withdraw', target: `program:${programId}`, details })
    const { name: advertiser } = await getAdvertiser(tx.db, { advertiserId })
    await mailInvited(tx, { publisherId }, (reader) => withdrawnEmail({ branding: tx.branding, ...reader, advertiser }))
  })
}
