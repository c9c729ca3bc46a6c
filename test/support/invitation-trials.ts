import { addDays, toDay } from '#kernel/days.ts'
import { invitePublisher } from '#domains/partners/invitations/commands/invite-publisher.ts'
import { readConditions } from '#domains/partners/invitations/queries/conditions.ts'
import { changeListing } from '#domains/partners/listings/commands/change-listing.ts'
import type { AccessNetwork } from './access-network.ts'
import { UNKNOWN_NUMBER } from './id-trial.ts'
import type { IdTrial } from './id-trial.ts'
import { makeProgram } from './network-fixtures.ts'

const own = '/api/v1/account/publishers/me/invitations/:invitation_id'
const advertiser = '/api/v1/brand/invitations'

/** An invitation of a third advertiser to the publisher, and the calls that name it. */
export async function makeInvitationTrials({ ctx, callers }: AccessNetwork): Promise<IdTrial[]> {
  const publisherId = callers.publisher?.publisherId ?? 0n
  const { advertiserId, programId } = await makeProgram(ctx)
  await changeListing(ctx, { publisherId, isListed: true })
  const sent = { publisherId, offers: [], message: '', lastDay: addDays(toDay(ctx.now), 14) }
  const { invitationId } = await invitePublisher(ctx, { advertiserId, ...sent })
  const { mark } = await readConditions(ctx.db, { programId, publisherId, now: ctx.now })
  const invitation = { name: 'invitation_id', id: String(invitationId), unknown: UNKNOWN_NUMBER } as const
  const ofPublisher = { ...invitation, strangers: ['another publisher'] } as const
  const ofAdvertiser = { ...invitation, strangers: ['advertiser', 'another advertiser'] } as const
  const publisher = { ...ofAdvertiser, name: 'publisher_id', id: String(publisherId) } as const
  return [
    { ...ofPublisher, call: `GET ${own}`, owner: 'publisher' },
    { ...ofPublisher, call: `POST ${own}/decline` },
    { ...ofPublisher, call: `POST ${own}/accept`, owner: 'publisher', request: () => ({ json: { mark } }) },
    {
      ...ofPublisher,
      call: 'POST /api/v1/advertiser/:advertiser_id/invitations',
      name: 'advertiser_id',
      id: String(advertiserId),
      request: () => ({ json: { mute: true } }),
    },
    { ...ofAdvertiser, call: `GET ${advertiser}/:invitation_id` },
    { ...ofAdvertiser, call: `POST ${advertiser}/:invitation_id/withdraw` },
    { ...publisher, call: `GET ${advertiser}` },
  ]
}
