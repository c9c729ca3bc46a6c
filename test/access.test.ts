import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { composeRoutes } from '#app/endpoints.ts'
import { createKey } from '#domains/api/commands/create-key.ts'
import { createSite } from '#domains/publishers/commands.ts'
import { listSites } from '#domains/publishers/queries.ts'
import type { Access } from '#kernel/access.ts'
import { KEY_SCOPES } from '#kernel/actor.ts'
import type { AccountActor, KeyScope } from '#kernel/actor.ts'
import type { Encoding, Endpoint } from '#kernel/endpoint.ts'
import { readConfig } from '#platform/server/config.ts'
import { systemContext } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Route } from '#platform/server/http/route.ts'
import { endpointsByAccess } from './support/access-table.ts'
import { createTestDatabase } from './support/database.ts'
import type { TestDatabase } from './support/database.ts'
import { makeAccount, makeAdvertiser, makePublisher, makeSubAccount } from './support/network-fixtures.ts'
import { createOrderFixtures, recordPending } from './support/order-fixtures.ts'
import { createTestSealing, loadTestSecrets } from './support/sealing.ts'
import { createTestServer } from './support/test-server.ts'
import type { TestRequest } from './support/test-server.ts'

let database: TestDatabase
let ctx: Ctx
let server: Awaited<ReturnType<typeof createTestServer>>
let routes: Route[]
let callers: Partial<Record<Caller, AccountActor>>
let keys: Partial<Record<Caller, string>>
let ids: Ids

type Caller =
  | 'visitor'
  | 'publisher'
  | 'read-only sub-account'
  | 'full sub-account'
  | 'another publisher'
  | 'advertiser'
  | 'operator'
  | 'sub-account of the first site'
  | `key:${KeyScope}`

/** Things of the publisher: its first site, a transaction of that site, and a second site. */
type Ids = Record<'siteKey' | 'otherSiteKey' | 'transactionId', string>

beforeAll(async () => {
  database = await createTestDatabase()
  ctx = systemContext(database.db, 'test')
  const keysAtRest = { secrets: await loadTestSecrets(database.db), sealing: await createTestSealing(database.db) }
  routes = composeRoutes(readConfig({}), keysAtRest)
  server = await createTestServer(database.db, routes)
  await makeNetwork()
})

afterAll(async () => {
  await server.close()
  await database.close()
})

async function makeNetwork(): Promise<void> {
  const fixtures = await createOrderFixtures(database.db)
  const { publisherId } = fixtures
  const owner = await database.db
    .selectFrom('publisher')
    .innerJoin('account', 'account.id', 'publisher.accountId')
    .select(['account.id as accountId', 'account.email', 'account.displayName'])
    .where('publisher.id', '=', publisherId)
    .executeTakeFirstOrThrow()
  const { key: siteKey } = await database.db
    .selectFrom('site')
    .select('key')
    .where('id', '=', fixtures.siteId)
    .executeTakeFirstOrThrow()
  const { key: otherSiteKey } = await createSite(ctx, { publisherId, name: 'Other', url: 'https://other.example' })
  const { transactionId } = await recordPending(ctx, fixtures)
  ids = { siteKey, otherSiteKey, transactionId }
  callers = {
    publisher: { kind: 'account', role: 'publisher', ...owner, publisherId },
    // Bound to the second site, so that the first site and its transaction are not theirs.
    'read-only sub-account': await makeSubAccount(ctx, { publisherId, siteKey: otherSiteKey, access: 'read_only' }),
    'full sub-account': await makeSubAccount(ctx, { publisherId, siteKey: otherSiteKey, access: 'full' }),
    'sub-account of the first site': await makeSubAccount(ctx, { publisherId, siteKey, access: 'full' }),
    'another publisher': await makePublisher(ctx),
    advertiser: await makeAdvertiser(ctx),
    operator: await makeAccount(ctx, 'operator'),
  }
  const made = KEY_SCOPES.map(async (scope) => {
    const { text } = await createKey(ctx, { publisherId, name: scope, scopes: [scope] })
    return [`key:${scope}`, text] as const
  })
  keys = Object.fromEntries(await Promise.all(made))
  await insertFigures(fixtures)
}

/** Inserts 7 clicks and 70.00 of the first site, and 5 clicks and 50.00 of the second. */
async function insertFigures({ publisherId, advertiserId }: { publisherId: bigint; advertiserId: bigint }) {
  const sites = await listSites(database.db, { publisherId })
  const rows = sites.map(({ id: siteId }, index) => {
    const clicks = 7n - 2n * BigInt(index)
    const transactions = { transactions: 1n, cancelledTransactions: 0n, orderValue: 0n, commission: clicks * 100_000n }
    return { publisherId, siteId, advertiserId, day: '2026-03-02', hits: clicks, clicks, ...transactions }
  })
  await database.db.insertInto('rollupDay').values(rows).execute()
}

const ACCOUNTS: Caller[] = [
  'publisher',
  'read-only sub-account',
  'full sub-account',
  'another publisher',
  'advertiser',
  'operator',
]
const KEYS = KEY_SCOPES.map((scope) => `key:${scope}` as const)
const ALL: Caller[] = ['visitor', ...ACCOUNTS, ...KEYS]

/** Who may call what. */
const admitted: Record<Access, readonly Caller[]> = {
  public: ALL,
  'signed-in': ACCOUNTS,
  publisher: ['publisher', 'another publisher'],
  'publisher-full': ['publisher', 'another publisher', 'full sub-account'],
  'publisher-read': ['publisher', 'another publisher', 'full sub-account', 'read-only sub-account'],
  advertiser: ['advertiser'],
  'advertiser-operator': ['advertiser', 'operator'],
  operator: ['operator'],
  'key:read_transactions': ['key:read_transactions'],
  'key:read_directory': ['key:read_directory'],
  'key:make_links': ['key:make_links'],
}

/** The answer to everyone else. An API key opens no call of the pages, and a session no call for programs. */
function getRefusal(access: Access, caller: Caller) {
  const isKey = caller.startsWith('key:')
  if (access.startsWith('key:')) {
    return isKey ? { status: 403, code: 'key.scope' } : { status: 401, code: 'key.missing' }
  }
  return caller === 'visitor' || isKey
    ? { status: 401, code: 'sign_in_required' }
    : { status: 403, code: 'not_allowed' }
}

test('the table names every endpoint once', () => {
  const named = Object.values(endpointsByAccess).flat()
  expect(named.toSorted()).toEqual(routes.map(({ endpoint }) => getName(endpoint)).toSorted())
})

const table = (Object.entries(endpointsByAccess) as [Access, readonly string[]][]).flatMap(([access, names]) =>
  names.map((name) => [name, access] as const),
)

test.each(table)('%s is %s', async (name, access) => {
  const answers: Record<string, unknown> = {}
  for (const caller of ALL) answers[caller] = await tryCall(name, caller)
  const expected = ALL.map((caller) => {
    return [caller, admitted[access].includes(caller) ? 'admitted' : getRefusal(access, caller)]
  })
  expect(answers).toEqual(Object.fromEntries(expected))
})

/** Calls an endpoint with unknown ids and without a body. An admitted caller gets its answer or another refusal. */
async function tryCall(name: string, caller: Caller) {
  const [method, path = ''] = name.split(' ')
  const url = path.replaceAll(/:\w*key/g, 'a'.repeat(16)).replaceAll(/:transaction_id|:\w*uuid/g, crypto.randomUUID())
  const address = `${method} ${url.replaceAll(/:\w+/g, '999999')}`
  const reply = await send(address, caller, BODIES[findEncoding(name)])
  const { code } = reply.headers['content-type']?.toString().includes('json') ? reply.json<{ code?: string }>() : {}
  const isRefused = ['sign_in_required', 'not_allowed', 'key.missing', 'key.scope', 'key.wrong'].includes(code ?? '')
  return isRefused ? { status: reply.statusCode, code } : 'admitted'
}

function getName({ method, path, selector }: Endpoint): string {
  return `${method} ${path}${selector ? `?${selector.name}=${selector.value}` : ''}`
}

const BODIES: Record<Encoding, TestRequest> = { none: {}, json: {}, form: { form: {} }, file: { file: '' } }

function findEncoding(name: string): Encoding {
  return routes.find(({ endpoint }) => getName(endpoint) === name)?.endpoint.encoding ?? 'none'
}

/** Sends a request; `address` is its method and its path. */
function send(address: string, caller: Caller, request: TestRequest = {}) {
  const [method, url = ''] = address.split(' ')
  const [as, key] = [callers[caller], keys[caller]]
  const headers = key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } }
  const options = { ...request, ...headers, ...(as ? { as: { ...as, sessionId: as.accountId } } : {}) }
  return method === 'GET' ? server.get(url, options) : server.post(url, options)
}

const me = '/api/v1/account/publishers/me'
const siteForm = {
  site_url: 'https://mine.example.com',
  site_name: 'Mine',
  content_categories: '1',
  audience_countries: '1',
}

interface OwnThing {
  method: 'GET' | 'POST'
  url: (id: string) => string
  id: keyof Ids
  unknown: string
  request?: (id: string) => TestRequest
  callers: readonly Caller[]
}

const strangers: Caller[] = ['another publisher', 'full sub-account', 'read-only sub-account']
const unknownKey = 'a'.repeat(16)

/** Calls that name a thing of the publisher, and the callers who may call them but to whom the thing is unknown. */
const ownThings: OwnThing[] = [
  {
    method: 'GET',
    url: (id) => `/api/v1/transaction/${id}`,
    id: 'transactionId',
    unknown: crypto.randomUUID(),
    callers: strangers,
  },
  {
    method: 'GET',
    url: (id) => `${me}/link?key=${id}&url=https://brook.example/`,
    id: 'siteKey',
    unknown: unknownKey,
    callers: ['another publisher', 'full sub-account'],
  },
  {
    method: 'POST',
    url: () => `${me}/links`,
    id: 'siteKey',
    unknown: unknownKey,
    request: (key) => ({ json: { key, urls: ['https://brook.example/'] } }),
    callers: ['another publisher', 'full sub-account'],
  },
  {
    method: 'GET',
    url: (id) => `${me}/hits?key=${id}`,
    id: 'siteKey',
    unknown: unknownKey,
    callers: strangers,
  },
  ...['', '/activate', '/deactivate'].map((verb) => ({
    method: 'POST' as const,
    url: (id: string) => `${me}/sites/${id}${verb}`,
    id: 'siteKey' as const,
    unknown: unknownKey,
    ...(verb === '' ? { request: () => ({ form: siteForm }) } : {}),
    callers: ['another publisher'] as const,
  })),
]

describe('what belongs to another publisher or another site', () => {
  test.each(ownThings.map((thing) => [`${thing.method} ${thing.url(thing.id)}`, thing] as const))(
    '%s answers as if it did not exist, byte for byte',
    async (_name, { method, url, id, unknown, request, callers: names }) => {
      for (const caller of names) {
        const foreign = await send(`${method} ${url(ids[id])}`, caller, request?.(ids[id]))
        const missing = await send(`${method} ${url(unknown)}`, caller, request?.(unknown))
        expect([caller, foreign.statusCode, foreign.body]).toEqual([caller, 404, missing.body])
      }
    },
  )

  test('is not in any list or download; a sub-account finds what belongs to its site', async () => {
    const urls = [
      '/api/v1/transaction/list?begin=2000-01-01',
      '/api/v1/transaction/download?begin=2000-01-01',
      me,
      `${me}/link`,
      `${me}/hits`,
    ]
    for (const url of urls) {
      for (const caller of ['publisher', 'sub-account of the first site'] as const)
        expect(contains((await send(`GET ${url}`, caller)).body), `${caller} ${url}`).toBe(true)
      for (const caller of strangers) expect(contains((await send(`GET ${url}`, caller)).body), caller).toBe(false)
    }
  })

  test.each(['site', 'date', 'advertiser'])('is not in the figures of the report by %s', async (type) => {
    const url = `/api/v1/report/publishers/me/performance?type=${type}&begin=2026-03-01&end=2026-03-31`
    const readClicks = async (caller: Caller) => {
      const { data } = (await send(`GET ${url}`, caller)).json<{ data: Report }>()
      const points = data.report.reduce((sum, { c }) => sum + Number(c), 0)
      return [data.count, data.totals.click_count, type === 'date' ? points : undefined]
    }
    const points = (commission: number) => (type === 'date' ? commission : undefined)
    expect(await readClicks('sub-account of the first site')).toEqual([1, 7, points(70)])
    expect(await readClicks('full sub-account')).toEqual([1, 5, points(50)])
    expect(await readClicks('another publisher')).toEqual([0, 0, points(0)])
  })
})

interface Report {
  count: number
  totals: { click_count: number }
  report: { c: string }[]
}

function contains(body: string): boolean {
  return body.includes(ids.siteKey) || body.includes(ids.transactionId)
}
