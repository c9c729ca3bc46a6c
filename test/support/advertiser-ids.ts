import { randomUUID } from 'node:crypto'
import { rejectPostback } from '#domains/orders/transactions/commands/store-postback.ts'
import { createPostbackSecret, declareDomain } from '#domains/people/advertisers/commands.ts'
import { createKey } from '#domains/people/api-keys/commands/create-key.ts'
import { recordDeposit } from '#domains/money/funding/commands/move-funds.ts'
import { PromotionInput } from '#domains/tracking/promotions/contract/promotion.ts'
import { createPromotion } from '#domains/tracking/promotions/commands/save-promotion.ts'
import { declarePendingDomain } from '#domains/partners/setup/commands/pending-domains.ts'
import { inviteMember } from '#domains/people/teams/commands/invite-member.ts'
import type { AccessNetwork, Caller } from './access-network.ts'
import { makeAgencyTrials } from './agency-trials.ts'
import { makeBudgetTrials } from './budget-trials.ts'
import { makeDecisionFileTrials } from './decision-file-trials.ts'
import { UNKNOWN_KEY, UNKNOWN_NUMBER } from './id-trial.ts'
import type { IdTrial } from './id-trial.ts'
import { insertInvoice } from './invoices.ts'

const promotionsPath = '/api/v1/advertiser/:advertiser_id/promotions'

/** Makes what belongs to the advertiser, and returns the calls that name it. */
export async function makeAdvertiserTrials(network: AccessNetwork): Promise<IdTrial[]> {
  const { ctx, callers, siteKey } = network
  const advertiserId = callers.advertiser?.advertiserId ?? 0n
  const promotion = {
    type: 'coupon',
    title: 'Ten off',
    code: 'TEN',
    category: 'Sports',
    url: 'https://shop.example.com/',
  }
  const { promotionId } = await createPromotion(ctx, { advertiserId, promotion: PromotionInput.parse(promotion) })
  const invoiceId = await insertInvoice(ctx, advertiserId)
  const added = { ...promotion, title: 'Twenty off', code: 'TWENTY' }
  const imported = { ...promotion, title: 'Five off' }
  const csv = `${Object.keys(imported).join(',')}\r\n${Object.values(imported).join(',')}\r\n`
  const json: Record<string, object> = {
    [`POST ${promotionsPath}`]: added,
    [`POST ${promotionsPath}/:promotion_id`]: promotion,
    [`POST ${promotionsPath}/link-test`]: { url: promotion.url },
    [`POST ${promotionsPath}/:promotion_id/coupon`]: { site_key: '' },
  }
  const bodyOf = (call: string) => (call.endsWith('/import') ? { file: csv } : { json: json[call] })
  const listed = listCalls(promotionsPath, ['GET ', 'POST ', 'POST /import', 'POST /link-test', 'GET /month'])
  const single = listCalls(`${promotionsPath}/:promotion_id`, ['GET ', 'POST ', 'POST /coupon', 'POST /end'])
  const trial = { unknown: UNKNOWN_NUMBER, owner: 'advertiser', strangers: ['another advertiser'] } as const
  const ownAdvertiser = (caller: Caller) => String(callers[caller]?.advertiserId)
  return [
    ...['pdf', 'csv'].map((file) => ({
      ...trial,
      call: `GET /api/v1/brand/invoices/:invoice_id/${file}`,
      name: 'invoice_id',
      id: invoiceId,
      unknown: randomUUID(),
    })),
    ...[...listed, ...single].map((call) => ({
      ...trial,
      call,
      name: 'advertiser_id',
      id: String(advertiserId),
      request: () => ({ ...bodyOf(call), params: { promotion_id: String(promotionId) } }),
    })),
    ...single.map((call) => ({
      ...trial,
      call,
      name: 'promotion_id',
      id: String(promotionId),
      request: (_: string, caller: Caller) => ({ ...bodyOf(call), params: { advertiser_id: ownAdvertiser(caller) } }),
    })),
    {
      call: `POST ${promotionsPath}/:promotion_id/coupon`,
      name: 'site_key',
      id: siteKey,
      unknown: UNKNOWN_KEY,
      // The publisher of the site has not joined the programme.
      strangers: ['advertiser'],
      request: (key) => ({
        json: { site_key: key },
        params: { advertiser_id: String(advertiserId), promotion_id: String(promotionId) },
      }),
    },
    ...(await makeAgencyTrials(network)),
    ...(await makeSecretTrials(network, advertiserId)),
    ...(await makeHostTrials(ctx, advertiserId)),
    ...(await makeDecisionFileTrials(network, advertiserId)),
    ...(await makeTrackingTrials(ctx, advertiserId)),
  ]
}

/** A payment and an invoice of the advertiser, whose lines are listed. */
async function makeLineTrials(ctx: AccessNetwork['ctx'], advertiserId: bigint): Promise<IdTrial[]> {
  const invoices = ctx.db.selectFrom('invoice').select('id').where('advertiserId', '=', advertiserId)
  const { id: invoiceId } = await invoices.executeTakeFirstOrThrow()
  const { depositId } = await recordDeposit(ctx, { advertiserId, amount: 1n, movedOn: '2026-01-02', reference: 'A' })
  const trial = { unknown: randomUUID(), owner: 'advertiser', strangers: ['another advertiser'] } as const
  const call = 'GET /api/v1/brand/funds/lines'
  return [
    { ...trial, call, name: 'invoice_id', id: invoiceId },
    { ...trial, call, name: 'deposit_id', id: depositId },
  ]
}

/** Invited members of the advertiser's team. */
async function makeTeamTrials(ctx: AccessNetwork['ctx'], advertiserId: bigint): Promise<IdTrial[]> {
  const trial = { unknown: UNKNOWN_NUMBER, owner: 'advertiser', strangers: ['another advertiser'] } as const
  const made = ['invite', 'role', 'remove'].map(async (verb): Promise<IdTrial> => {
    const invited = {
      advertiser: 'Shop',
      name: 'Mara',
      email: `${verb}@example.com`,
      role: 'viewer',
      locale: 'en',
    } as const
    const { memberId } = await inviteMember(ctx, { ...invited, advertiserId })
    const call = `POST /api/v1/brand/team/:member_id/${verb}`
    return { ...trial, call, name: 'member_id', id: String(memberId), request: () => ({ json: { role: 'finance' } }) }
  })
  return Promise.all(made)
}

/** A postback secret and an API key of the advertiser. */
async function makeSecretTrials({ ctx, callers }: AccessNetwork, advertiserId: bigint): Promise<IdTrial[]> {
  const trial = { unknown: UNKNOWN_NUMBER, owner: 'advertiser', strangers: ['another advertiser'] } as const
  const { secretId } = await createPostbackSecret(ctx, { advertiserId })
  // The last secret cannot be revoked.
  await createPostbackSecret(ctx, { advertiserId })
  const { key } = await createKey(
    { ...ctx, actor: callers.advertiser ?? ctx.actor },
    { advertiserId, name: 'Shop', scopes: ['decide_orders'] },
  )
  return [
    { ...trial, call: 'POST /api/v1/brand/secrets/:secret_id/revoke', name: 'secret_id', id: String(secretId) },
    { ...trial, call: 'POST /api/v1/brand/keys/:key_id/revoke', name: 'key_id', id: String(key.id) },
  ]
}

/** A refused postback of the advertiser, whose correction would be refused too, and a test walk. */
async function makeTrackingTrials(ctx: AccessNetwork['ctx'], advertiserId: bigint): Promise<IdTrial[]> {
  const trial = { unknown: randomUUID(), owner: 'advertiser', strangers: ['another advertiser'] } as const
  const path = '/api/v1/brand/postbacks'
  const id = randomUUID()
  const refused = { id, advertiserId, click: undefined, channel: 'query', parameters: { order_id: '7' } } as const
  await rejectPostback(ctx, refused, 'missing_click_id')
  const parameters = { order_id: '7' }
  const named = { ...trial, name: 'postback_id', id }
  return [
    { ...named, call: `GET ${path}/:postback_id` },
    { ...named, call: 'GET /api/v1/brand/orphans/:postback_id' },
    ...makeOrphanTrials(named),
    await makeCreditTrial(ctx, id),
    {
      ...named,
      call: `POST ${path}/dry-run`,
      request: (postback_id) => ({ json: { parameters, postback_id } }),
    },
    {
      unknown: randomUUID(),
      strangers: ['another advertiser'],
      name: 'postback_id',
      id,
      call: `POST ${path}/:postback_id/replay`,
      request: () => ({ json: { parameters } }),
    },
    ...(await makeWalkTrials(ctx, advertiserId)),
    ...(await makeLineTrials(ctx, advertiserId)),
    ...(await makeTeamTrials(ctx, advertiserId)),
    ...(await makeBudgetTrials(ctx, advertiserId)),
  ]
}

/** The acts on an order without a click, of which the owner's first one would end the others. */
function makeOrphanTrials({ unknown, name, id }: Pick<IdTrial, 'unknown' | 'name' | 'id'>): IdTrial[] {
  const bodies = { credit: { publisher_id: 1 }, dismiss: { reason: 'OTHER' }, restore: {} }
  return Object.entries(bodies).map(([verb, json]) => ({
    unknown,
    name,
    id,
    strangers: ['another advertiser'],
    call: `POST /api/v1/brand/orphans/:postback_id/${verb}`,
    request: () => ({ json }),
  }))
}

/** Nobody is suggested for the order of the postback, so its advertiser can credit it to no publisher. */
async function makeCreditTrial({ db }: AccessNetwork['ctx'], postbackId: string): Promise<IdTrial> {
  const { id } = await db.selectFrom('publisher').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
  return {
    call: 'POST /api/v1/brand/orphans/:postback_id/credit',
    name: 'publisher_id',
    id: String(id),
    unknown: UNKNOWN_NUMBER,
    strangers: ['advertiser', 'another advertiser'],
    request: (publisherId) => ({ params: { postback_id: postbackId }, json: { publisher_id: Number(publisherId) } }),
  }
}

function listCalls(path: string, ends: readonly string[]): string[] {
  return ends.map((each) => {
    const [method, end = ''] = each.split(' ')
    return `${method} ${path}${end}`
  })
}

/** A test walk of the advertiser that has ended. */
async function makeWalkTrials({ db, now }: AccessNetwork['ctx'], advertiserId: bigint): Promise<IdTrial[]> {
  const id = randomUUID()
  const walk = { advertiserId, id, startedAt: now, token: 'test-1', clickParam: 'click_id' }
  await db
    .insertInto('testWalk')
    .values({ ...walk, nextUrl: null, hops: '[]', fault: 'unreachable' })
    .execute()
  const trial = { unknown: randomUUID(), owner: 'advertiser', strangers: ['another advertiser'] } as const
  return [
    { ...trial, name: 'walk_id', id, call: 'GET /api/v1/brand/test-walks/:walk_id' },
    { ...trial, name: 'walk_id', id, call: 'POST /api/v1/brand/test-walks/:walk_id/step' },
  ]
}

/** Hosts of the advertiser: two that wait for their proof, and a declared one besides the one of its promotions. */
async function makeHostTrials(ctx: AccessNetwork['ctx'], advertiserId: bigint): Promise<IdTrial[]> {
  const declare = (host: string) => declarePendingDomain(ctx, { advertiserId, host, isLocalAllowed: true })
  // The check of a local host makes no connection.
  const { pendingDomainId: checked } = await declare('checked.localhost')
  const { pendingDomainId: withdrawn } = await declare('withdrawn.localhost')
  const { domainId } = await declareDomain(ctx, { advertiserId, host: 'second.example.com' })
  const trial = { unknown: UNKNOWN_NUMBER, owner: 'advertiser', strangers: ['another advertiser'] } as const
  const pending = { ...trial, name: 'pending_domain_id' }
  return [
    { ...pending, call: 'POST /api/v1/brand/domains/:pending_domain_id/check', id: String(checked) },
    { ...pending, call: 'POST /api/v1/brand/domains/:pending_domain_id/withdraw', id: String(withdrawn) },
    {
      ...trial,
      name: 'domain_id',
      call: 'POST /api/v1/brand/declared-domains/:domain_id/remove',
      id: String(domainId),
    },
  ]
}
