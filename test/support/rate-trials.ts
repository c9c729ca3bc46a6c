import { createGroup } from '#domains/programmes/rates/commands/groups.ts'
import type { AccessNetwork } from './access-network.ts'
import { UNKNOWN_NUMBER } from './id-trial.ts'
import type { IdTrial } from './id-trial.ts'
import { makeProgram } from './network-fixtures.ts'

const line = { revision: 0, action_type: 'sale', kind: 'percent', value: '7' }

/** A publisher who has not joined the advertiser's programme, and a group of another programme. */
export async function makeRateTrials({ ctx, callers }: AccessNetwork): Promise<IdTrial[]> {
  const { programId } = await makeProgram(ctx)
  const { groupId } = await createGroup(ctx, { programId, name: 'Gold' })
  const call = 'POST /api/v1/brand/rates/draft/lines'
  const trial = { call, unknown: UNKNOWN_NUMBER, strangers: ['advertiser'] } as const
  const make = (name: string, id: unknown): IdTrial => ({
    ...trial,
    name,
    id: String(id),
    request: (sent) => ({ json: { ...line, [name]: sent } }),
  })
  const publisherId = callers['another publisher']?.publisherId
  // The answer says the time of the click, by default now.
  const at = '&at=2026-01-01'
  const price: IdTrial = {
    call: 'GET /api/v1/brand/rates/price',
    name: 'publisher_id',
    id: `${publisherId}${at}`,
    unknown: `${UNKNOWN_NUMBER}${at}`,
    strangers: ['advertiser', 'another advertiser'],
  }
  return [make('publisher_id', publisherId), make('group_id', groupId), price]
}
