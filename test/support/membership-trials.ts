import { requestJoin } from '#domains/programmes/programs/commands/request-join.ts'
import { createGroup } from '#domains/programmes/rates/commands/groups.ts'
import type { AccessNetwork } from './access-network.ts'
import { UNKNOWN_NUMBER } from './id-trial.ts'
import type { IdTrial } from './id-trial.ts'
import { makeProgram, makePublisher } from './network-fixtures.ts'

const requests = '/api/v1/brand/join-requests/:publisher_id'

/** A publisher who asks to join the programme of another advertiser, and the calls of advertisers that name it. */
export async function makeMembershipTrials({ ctx }: AccessNetwork): Promise<IdTrial[]> {
  const { programId } = await makeProgram(ctx)
  const { publisherId } = await makePublisher(ctx)
  const { groupId } = await createGroup(ctx, { programId, name: 'Gold' })
  await requestJoin(ctx, { programId, publisherId })
  const ofAdvertiser = {
    name: 'publisher_id',
    id: String(publisherId),
    unknown: UNKNOWN_NUMBER,
    strangers: ['advertiser', 'another advertiser'],
  } as const
  const group = { ...ofAdvertiser, name: 'group_id', id: String(groupId) }
  return [
    { ...group, call: 'GET /api/v1/brand/publishers' },
    { ...group, call: 'GET /api/v1/brand/publishers/download' },
    { ...ofAdvertiser, call: `GET ${requests}` },
    { ...ofAdvertiser, call: 'GET /api/v1/brand/publishers/:publisher_id' },
    {
      ...ofAdvertiser,
      call: 'POST /api/v1/brand/publishers/:publisher_id/notes',
      request: () => ({ json: { text: 'A' } }),
    },
    { ...ofAdvertiser, call: `POST ${requests}/question`, request: () => ({ json: { question: 'Who?' } }) },
    {
      ...ofAdvertiser,
      call: 'POST /api/v1/brand/publishers/:publisher_id/decision',
      request: () => ({ json: { decision: 'approve' } }),
    },
  ]
}
