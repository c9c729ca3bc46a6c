import { inviteMember } from '#domains/people/teams/commands/invite-member.ts'
import type { AccessNetwork } from './access-network.ts'
import { UNKNOWN_NUMBER } from './id-trial.ts'
import type { IdTrial } from './id-trial.ts'

/** The brand of the advertiser's account, and another brand's invitation of its address as an agency. */
export async function makeAgencyTrials({ ctx, callers }: AccessNetwork): Promise<IdTrial[]> {
  const invited = { advertiser: 'Other', name: 'Mara', role: 'agency', locale: 'en' } as const
  const advertiserId = callers['another advertiser']?.advertiserId ?? 0n
  const { memberId } = await inviteMember(ctx, { ...invited, advertiserId, email: callers.advertiser?.email ?? '' })
  const trial = { unknown: UNKNOWN_NUMBER, owner: 'advertiser', strangers: ['another advertiser'] } as const
  const advertisers = 'POST /api/v1/brand/brands'
  return [
    {
      ...trial,
      call: `${advertisers}/:advertiser_id/choose`,
      name: 'advertiser_id',
      id: String(callers.advertiser?.advertiserId),
    },
    { ...trial, call: `${advertisers}/invitations/:member_id/accept`, name: 'member_id', id: String(memberId) },
  ]
}
