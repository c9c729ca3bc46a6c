import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { fileClaim } from '#domains/figures/claims/commands/file-claim.ts'
import { storeFile } from '#domains/people/files/commands.ts'
import { toDay } from '#kernel/days.ts'
import type { AccessNetwork } from './access-network.ts'
import { UNKNOWN_KEY, UNKNOWN_NUMBER } from './id-trial.ts'
import type { IdTrial } from './id-trial.ts'
import { createTestSealing } from './sealing.ts'

const own = '/api/v1/account/publishers/me/claims'
const advertiser = '/api/v1/brand/claims'

/** Files a claim of the publisher at a third advertiser, and returns the calls that name it. */
export async function makeClaimTrials(network: AccessNetwork): Promise<IdTrial[]> {
  const { ctx, fixtures, siteKey } = network
  const { publisherId, advertiserId } = fixtures
  const program = ctx.db.selectFrom('program').select('id as programId').where('advertiserId', '=', advertiserId)
  const joined = { publisherId, status: 'joined', requestedAt: ctx.now, decidedAt: ctx.now, decidedBy: null } as const
  const membership = { ...(await program.executeTakeFirstOrThrow()), ...joined }
  await ctx.db.insertInto('membership').values(membership).execute()
  const publisher = ctx.db.selectFrom('publisher').select('accountId').where('id', '=', publisherId)
  const { accountId } = await publisher.executeTakeFirstOrThrow()
  const sealing = await createTestSealing(ctx.db)
  const proof = { read: () => Readable.from([Buffer.from('%PDF-1.7 an order')]) }
  const fileId = await storeFile(ctx, { accountId, purpose: 'claim_evidence', name: 'order.pdf', file: proof, sealing })
  const missing = { orderRef: 'claimed', event: 'sale', orderedOn: toDay(ctx.now), amount: 10_000n, currency: 'USD' }
  const claim = { publisherId, advertiserId, siteKey, ...missing, text: 'It is missing.', fileId }
  const { claimId } = await fileClaim(ctx, claim)
  const made = { claimId, fileId, siteKey, advertiserId: String(advertiserId) }
  // The site of the publisher is one that operators find at the advertiser.
  const names: IdTrial = {
    call: 'GET /api/v1/names/:kind',
    name: 'advertiser_id',
    id: made.advertiserId,
    unknown: UNKNOWN_NUMBER,
    strangers: ['advertiser', 'another advertiser', 'publisher'],
    request: () => ({ params: { kind: 'sites' } }),
  }
  const form: IdTrial = {
    call: 'GET /api/v1/account/publishers/me/claim-form',
    name: 'advertiser_id',
    id: made.advertiserId,
    unknown: UNKNOWN_NUMBER,
    owner: 'publisher',
    strangers: ['another publisher'],
  }
  return [...listActs(made), ...listFilings(made), ...(await listHits(network, made)), names, form]
}

interface Made {
  claimId: string
  fileId: string
  siteKey: string
  advertiserId: string
}

/** The calls that name a claim, and evidence for it. */
function listActs({ claimId, fileId }: Made): IdTrial[] {
  const trial = { name: 'claim_id', id: claimId, unknown: randomUUID(), strangers: ['another publisher'] } as const
  const ofAdvertiser = { ...trial, strangers: ['advertiser', 'another advertiser'] } as const
  const says = { sequence: 2, text: 'x', file_id: fileId }
  const withFile = (file_id: string) => ({ params: { claim_id: claimId }, json: { ...says, file_id } })
  const file = { ...trial, name: 'file_id', id: fileId, request: withFile }
  const first = () => ({ params: { sequence: '1' } })
  const decision = () => ({ json: { sequence: 2, note: 'x' } })
  return [
    { ...trial, call: `GET ${own}/:claim_id`, owner: 'publisher' },
    { ...trial, call: `GET ${own}/:claim_id/files/:sequence`, owner: 'publisher', request: first },
    { ...trial, call: `POST ${own}/:claim_id/insist`, request: () => ({ json: says }) },
    { ...trial, call: `POST ${own}/:claim_id/evidence`, request: () => ({ json: says }) },
    { ...trial, call: `POST ${own}/:claim_id/withdraw`, request: () => ({ json: { sequence: 2 } }) },
    { ...file, call: `POST ${own}/:claim_id/insist` },
    { ...file, call: `POST ${own}/:claim_id/evidence` },
    { ...ofAdvertiser, call: `GET ${advertiser}/:claim_id` },
    { ...ofAdvertiser, call: `GET ${advertiser}/:claim_id/files/:sequence`, request: first },
    { ...ofAdvertiser, call: `POST ${advertiser}/:claim_id/accept`, request: decision },
    { ...ofAdvertiser, call: `POST ${advertiser}/:claim_id/ask`, request: decision },
    { ...ofAdvertiser, call: `POST ${advertiser}/:claim_id/notes`, request: () => ({ json: { text: 'A' } }) },
    {
      ...ofAdvertiser,
      call: `POST ${advertiser}/:claim_id/refuse`,
      request: () => ({ json: { sequence: 2, reason: 'OTHER', note: 'x' } }),
    },
  ]
}

const order = { order_id: 'next', ordered_on: toDay(new Date()), amount: '1', currency: 'USD', text: 'x' }

/** What a claim itself names. Another publisher has joined no programme and has none of these. */
function listFilings({ fileId, siteKey, advertiserId }: Made): IdTrial[] {
  const body = { ...order, advertiser_id: Number(advertiserId), key: siteKey }
  const trial = { call: `POST ${own}`, strangers: ['another publisher'] } as const
  return [
    {
      ...trial,
      name: 'advertiser_id',
      id: advertiserId,
      unknown: UNKNOWN_NUMBER,
      request: (id) => ({ json: { ...body, advertiser_id: Number(id) } }),
    },
    { ...trial, name: 'key', id: siteKey, unknown: UNKNOWN_KEY, request: (key) => ({ json: { ...body, key } }) },
    {
      ...trial,
      name: 'order_id',
      id: 'claimed',
      unknown: 'unknown',
      request: (order_id) => ({ json: { ...body, order_id } }),
    },
    {
      ...trial,
      name: 'file_id',
      id: fileId,
      unknown: randomUUID(),
      request: (file_id) => ({ json: { ...body, file_id } }),
    },
  ]
}

/** The calls that name a hit. */
async function listHits({ ctx, fixtures }: AccessNetwork, { siteKey, advertiserId }: Made): Promise<IdTrial[]> {
  const hits = ctx.db.selectFrom('click').select('id').where('publisherId', '=', fixtures.publisherId)
  const { id } = await hits.executeTakeFirstOrThrow()
  const body = { ...order, advertiser_id: Number(advertiserId), key: siteKey }
  const trial = { id, unknown: randomUUID(), name: 'hit_id', strangers: ['another publisher'] } as const
  return [
    { ...trial, call: `POST ${own}`, request: (hit_id) => ({ json: { ...body, hit_id } }) },
    { ...trial, call: 'GET /api/v1/account/publishers/me/claim-form', owner: 'publisher' },
  ]
}
