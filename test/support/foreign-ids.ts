import { randomUUID } from 'node:crypto'
import { createKey } from '#domains/people/api-keys/commands/create-key.ts'
import { createSite } from '#domains/people/publishers/commands/publishers.ts'
import { createToken, hashToken } from '#platform/server/secrets/opaque-token.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { digestEnding } from '#domains/tracking/tracking/queries/short-links.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { AccessNetwork, Caller } from './access-network.ts'
import { makeAdvertiserTrials } from './advertiser-ids.ts'
import { freshEmail, steps } from './applicants.ts'
import { makeClaimTrials } from './claim-trials.ts'
import { makeEvidenceTrials } from './evidence-trials.ts'
import { UNKNOWN_KEY, UNKNOWN_NUMBER } from './id-trial.ts'
import type { IdTrial } from './id-trial.ts'
import { makeInvitationTrials } from './invitation-trials.ts'
import { makeMembershipTrials } from './membership-trials.ts'
import { makeMoneyTrials } from './money-ids.ts'
import { makeSubAccount } from './network-fixtures.ts'
import { makeRateTrials } from './rate-trials.ts'
import { recordPending } from './order-fixtures.ts'

const me = '/api/v1/account/publishers/me'
const signUpPath = '/api/v1/account/publishers'

const urls = ['https://brook.example/']

/** A valid form of a site. */
export const siteForm = {
  site_url: 'https://mine.example.com',
  site_name: 'Mine',
  content_categories: '1',
  audience_countries: '1',
}

/** Makes one thing of each kind, and returns the calls that name them. */
export async function makeIdTrials(network: AccessNetwork): Promise<IdTrial[]> {
  return [
    ...(await makeReadTrials(network)),
    ...(await makeMoneyTrials(network)),
    ...(await makeEvidenceTrials(network)),
    ...(await makeRateTrials(network)),
    ...(await makeClaimTrials(network)),
    ...(await makeMembershipTrials(network)),
    ...(await makeInvitationTrials(network)),
    ...makeSiteTrials(network),
    ...(await makeShortLinkTrials(network)),
    ...(await makeSubAccountTrials(network)),
    ...(await makeSignInTrials(network)),
    ...(await makeViewTrials(network)),
    ...(await makeAdvertiserTrials(network)),
    ...(await makeSignUpTrials(network)),
  ]
}

const full: Caller[] = ['another publisher', 'full sub-account']
const readers: Caller[] = [...full, 'read-only sub-account']
const ofPublisher = { owner: 'publisher', strangers: ['another publisher'] } as const

async function makeReadTrials({ ctx, fixtures, siteKey }: AccessNetwork): Promise<IdTrial[]> {
  const { transactionId } = await recordPending(ctx, fixtures)
  const site = { name: 'key', id: siteKey, unknown: UNKNOWN_KEY, owner: 'publisher', strangers: full } as const
  // The order is one of a third advertiser.
  const ofAdvertiser: Pick<IdTrial, 'call' | 'strangers' | 'request'> = {
    call: 'GET /api/v1/brand/transactions/:publisher_id/:transaction_id',
    strangers: ['advertiser', 'another advertiser'],
    request: () => ({ params: { publisher_id: String(fixtures.publisherId), transaction_id: transactionId } }),
  }
  const ofOthers = { unknown: UNKNOWN_NUMBER, strangers: ofAdvertiser.strangers }
  const publisher = { ...ofOthers, name: 'publisher_id', id: String(fixtures.publisherId) }
  const lists = ['', '/download', '/summary'].map((path) => `GET /api/v1/brand/transactions${path}`)
  const queues = ['GET /api/v1/brand/orders', 'GET /api/v1/brand/orders/summary']
  const reports = ['', '/days', '/download'].map((path) => `GET /api/v1/brand/report${path}`)
  const ofAdvertiserNote = {
    ...ofAdvertiser,
    call: 'POST /api/v1/brand/transactions/:publisher_id/:transaction_id/notes',
    request: () => ({ ...ofAdvertiser.request?.('', 'advertiser'), json: { text: 'A note' } }),
  }
  const token = { name: 'click_token', id: await fixtures.makeClick(), unknown: 'a'.repeat(39) }
  return [
    ...[...lists, ...queues, ...reports].map((call) => ({ ...publisher, call })),
    { ...publisher, call: 'GET /api/v1/program/clicks', strangers: ['key:read_program'] },
    ...lists.map((call) => ({ ...ofOthers, call, name: 'site_id', id: String(fixtures.siteId) })),
    {
      call: 'GET /api/v1/transaction/:transaction_id',
      name: 'transaction_id',
      id: transactionId,
      unknown: randomUUID(),
      owner: 'publisher',
      strangers: readers,
    },
    ...[ofAdvertiser, ofAdvertiserNote].flatMap((each) => [
      { ...each, name: 'transaction_id', id: transactionId, unknown: randomUUID() },
      { ...each, name: 'publisher_id', id: String(fixtures.publisherId), unknown: UNKNOWN_NUMBER },
    ]),
    {
      ...ofAdvertiser,
      call: 'GET /api/v1/brand/orders/history/:publisher_id',
      request: () => ({}),
      name: 'publisher_id',
      id: String(fixtures.publisherId),
      unknown: UNKNOWN_NUMBER,
    },
    {
      call: 'POST /api/v1/transaction/:transaction_id/notes',
      name: 'transaction_id',
      id: transactionId,
      unknown: randomUUID(),
      owner: 'publisher',
      strangers: ['another publisher'],
      request: () => ({ json: { text: 'A note' } }),
    },
    { ...site, call: `GET ${me}/hits`, strangers: readers },
    { ...site, call: `GET ${me}/hits`, strangers: readers, ...token },
    { ...site, call: `GET ${me}/hits/counts`, strangers: readers },
    { ...site, call: `GET ${me}/link` },
    { ...site, call: `POST ${me}/links`, request: (key) => ({ json: { key, urls } }) },
    { ...site, call: 'GET /api/v1/promotion/list' },
  ]
}

function makeSiteTrials({ siteKey }: AccessNetwork): IdTrial[] {
  const site = { name: 'key', id: siteKey, unknown: UNKNOWN_KEY, ...ofPublisher }
  const check = (key: string) => ({
    form: { site_url: 'https://notes.example', check_str: `<script src="/tracker/v1.js" data-key="${key}"></script>` },
  })
  return [
    { ...site, call: `POST ${me}/sites/:key`, request: () => ({ form: siteForm }) },
    { ...site, call: `POST ${me}/sites/:key/deactivate` },
    { ...site, call: `POST ${me}/sites/:key/activate` },
    {
      call: `POST ${me}/check_install`,
      name: 'check_str',
      id: siteKey,
      unknown: UNKNOWN_KEY,
      strangers: ofPublisher.strangers,
      request: check,
    },
  ]
}

async function makeShortLinkTrials({ ctx, fixtures, siteKey }: AccessNetwork): Promise<IdTrial[]> {
  const { publisherId, siteId } = fixtures
  const written = { ending: 'trial', digest: digestEnding('trial'), destination: 'https://brook.example/' }
  const { id } = await ctx.db
    .insertInto('shortLink')
    .values({ publisherId, siteId, ...written, madeAt: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const json = (key: string) => ({ key, ending: 'of-others', url: written.destination })
  const call = `POST ${me}/short_links`
  return [
    { call, name: 'key', id: siteKey, unknown: UNKNOWN_KEY, strangers: full, request: (key) => ({ json: json(key) }) },
    {
      call: `${call}/:link_id/delete`,
      name: 'link_id',
      id: String(id),
      unknown: UNKNOWN_NUMBER,
      owner: 'publisher',
      strangers: full,
      request: () => ({ json: {} }),
    },
  ]
}

async function makeSubAccountTrials({ ctx, callers, siteKey, otherSiteKey }: AccessNetwork): Promise<IdTrial[]> {
  const another = callers['another publisher']?.publisherId ?? 0n
  const anotherSite = await createSite(ctx, { publisherId: another, name: 'Theirs', url: 'https://theirs.example' })
  const made = await makeSubAccount(ctx, { publisherId: another, siteKey: anotherSite.key, access: 'full' })
  const { id: theirs } = await findSubAccount(made.accountId)
  const { id: own } = await findSubAccount(callers['full sub-account']?.accountId ?? 0n)
  const isOwner = (caller: Caller) => caller === 'publisher'
  const hash = { name: 'hash', id: otherSiteKey, unknown: UNKNOWN_KEY, ...ofPublisher }
  const one = { name: 'sub_account_id', id: String(own), unknown: UNKNOWN_NUMBER, ...ofPublisher }
  const invite = (key: string) => ({ userName: 'Robin', email: freshEmail(), access: 'full', hash: key })
  return [
    { ...hash, call: `POST ${me}/sub_accounts`, request: (key) => ({ json: invite(key) }) },
    {
      ...hash,
      call: `POST ${me}/sub_accounts/:sub_account_id`,
      request: (key, caller) => ({
        params: { sub_account_id: String(isOwner(caller) ? own : theirs) },
        json: { hash: key, access: 'full' },
      }),
    },
    {
      ...one,
      call: `POST ${me}/sub_accounts/:sub_account_id`,
      request: (_, caller) => ({ json: { hash: isOwner(caller) ? siteKey : anotherSite.key, access: 'full' } }),
    },
    { ...one, call: `POST ${me}/sub_accounts/:sub_account_id/remove` },
    {
      call: 'POST /api/v1/links',
      name: 'site_key',
      id: anotherSite.key,
      unknown: UNKNOWN_KEY,
      strangers: ['key:make_links'],
      request: (key) => ({ json: { site_key: key, urls } }),
    },
  ]

  function findSubAccount(accountId: bigint) {
    return ctx.db.selectFrom('subAccount').select('id').where('accountId', '=', accountId).executeTakeFirstOrThrow()
  }
}

async function makeSignInTrials({ ctx, callers, fixtures }: AccessNetwork): Promise<IdTrial[]> {
  const { publisherId } = fixtures
  const { key } = await createKey(ctx, { publisherId, name: 'Shop', scopes: ['make_links'] })
  const times = { createdAt: ctx.now, expiresAt: new Date(ctx.now.getTime() + 3_600_000) }
  const accountId = callers.publisher?.accountId ?? 0n
  const session = await ctx.db
    .insertInto('session')
    .values({ tokenHash: hashToken(createToken()), accountId, ...times })
    .returning('id')
    .executeTakeFirstOrThrow()
  const number = { unknown: UNKNOWN_NUMBER, ...ofPublisher }
  return [
    { ...number, call: `POST ${me}/keys/:key_id/revoke`, name: 'key_id', id: String(key.id) },
    {
      ...number,
      call: 'POST /account/api/sessions/:session_id/end',
      name: 'session_id',
      id: String(session.id),
      strangers: [...readers, 'advertiser', 'operator'],
    },
  ]
}

/** A saved view belongs to the account that saved it. */
async function makeViewTrials({ ctx, callers }: AccessNetwork): Promise<IdTrial[]> {
  const accountId = callers.publisher?.accountId ?? 0n
  const saved = { accountId, list: 'publisher-transactions', query: '', scope: 'me', isPinned: false } as const
  const save = async (name: string, deletedAt: Date | null) => {
    const view = { ...saved, name, role: null, publisherId: null, advertiserId: null, savedAt: ctx.now, deletedAt }
    return ctx.db.insertInto('savedView').values(view).returning('id').executeTakeFirstOrThrow()
  }
  const [changed, deleted, restored] = [
    await save('Changed', null),
    await save('Deleted', null),
    await save('Restored', ctx.now),
  ]
  const trial = { name: 'view_id', unknown: UNKNOWN_NUMBER, ...ofPublisher }
  const calls = 'POST /account/api/views/:view_id'
  const strangers: Caller[] = [...readers, 'advertiser', 'operator']
  return [
    { ...trial, call: calls, id: String(changed.id), strangers, request: () => ({ json: { name: 'Own' } }) },
    { ...trial, call: `${calls}/delete`, id: String(deleted.id), strangers },
    { ...trial, call: `${calls}/restore`, id: String(restored.id), strangers },
    ...(await makeMailedViewTrials(ctx, callers.advertiser)),
  ]
}

/** A view is mailed to the accounts that see it, here to the advertiser that saved it. */
async function makeMailedViewTrials(ctx: Ctx, saver: AccountActor | undefined): Promise<IdTrial[]> {
  const [accountId, advertiserId] = [saver?.accountId ?? 0n, saver?.advertiserId ?? 0n]
  const [scheduled, ended] = ['Scheduled', 'Ended'].map((name) => {
    const view = { accountId, advertiserId, name, list: 'brand-reports', query: '', savedAt: ctx.now }
    const own = { ...view, scope: 'me', role: null, publisherId: null, isPinned: false, deletedAt: null } as const
    return ctx.db.insertInto('savedView').values(own).returning('id').executeTakeFirstOrThrow()
  })
  const viewId = (await ended)?.id ?? 0n
  const mail = { accountId, viewId, advertiserId, token: 't'.repeat(43), createdAt: ctx.now, dueAt: ctx.now }
  const unsent = { rhythm: 'daily', weekday: null, mailedAt: null, fault: null, endReason: null } as const
  await ctx.db
    .insertInto('viewSchedule')
    .values({ ...mail, ...unsent })
    .execute()
  const call = 'POST /account/api/views/:view_id/schedule'
  const trial = {
    name: 'view_id',
    unknown: UNKNOWN_NUMBER,
    owner: 'advertiser',
    strangers: ['another advertiser'],
  } as const
  return [
    { ...trial, call, id: String((await scheduled)?.id), request: () => ({ json: { rhythm: 'daily' } }) },
    { ...trial, call: `${call}/end`, id: String(viewId) },
  ]
}

/** A sign-up belongs to the browser with its cookie, here that of the visitor. */
async function makeSignUpTrials({ send }: AccessNetwork): Promise<IdTrial[]> {
  const begun = await send(`POST ${signUpPath}`, 'visitor', { form: steps.start(freshEmail()) })
  const cookies = { tandem_sign_up: begun.cookies[0]?.value ?? '' }
  const forms = { profilepart1: steps.profile, profilepart2: steps.questions }
  return Object.entries(forms).map(([part, form]) => ({
    call: `POST ${signUpPath}/:publisher_id/${part}`,
    name: 'publisher_id',
    id: String(begun.json().publisher_id),
    unknown: randomUUID(),
    owner: 'visitor',
    strangers: ['publisher', 'advertiser'],
    request: (_: string, caller: Caller) => ({ form, ...(caller === 'visitor' ? { cookies } : {}) }),
  }))
}
