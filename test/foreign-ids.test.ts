import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { DAY_MS } from '#kernel/days.ts'
import type { Endpoint } from '#kernel/endpoint.ts'
import { getName, openAccessNetwork } from './support/access-network.ts'
import type { AccessNetwork, Caller } from './support/access-network.ts'
import { makeIdTrials } from './support/foreign-ids.ts'
import type { IdTrial } from './support/id-trial.ts'
import { insertFigures } from './support/network-fixtures.ts'

const me = '/api/v1/account/publishers/me'

let network: AccessNetwork
let trials: IdTrial[]

beforeAll(async () => {
  network = await openAccessNetwork()
  trials = await makeIdTrials(network)
  // A key stores its use once a minute, and the trials may take longer.
  const tomorrow = new Date(network.ctx.now.getTime() + DAY_MS)
  await network.ctx.db.updateTable('apiKey').set({ lastUsedAt: tomorrow }).execute()
})

afterAll(() => network.close())

/** Ids that name nothing of one account: advertisers of the public directory, logos, labels, mails of the mailbox. */
const PUBLIC_IDS = [
  `GET ${me}/hits sub_id`,
  `GET ${me}/hits/counts sub_id`,
  'GET /api/v1/advertiser/domains advertiser_id',
  'POST /api/v1/brand/logo file_id',
  'POST /api/v1/advertiser/:advertiser_id/answer advertiser_id',
  'POST /api/v1/advertiser/:advertiser_id/join advertiser_id',
  'POST /api/v1/advertiser/:advertiser_id/leave advertiser_id',
  'GET /api/v1/advertiser/:advertiser_id/price advertiser_id',
  'GET /api/v1/advertiser/:advertiser_id/rates advertiser_id',
  'GET /api/v1/advertiser/:advertiser_id/setup advertiser_id',
  'POST /api/v1/advertiser/:advertiser_id/rates/acknowledge advertiser_id',
  'GET /api/v1/promotion/list advertiser_id',
  'GET /api/v1/promotions advertiser_id',
  'GET /api/v1/transactions advertiser_id',
  'GET /api?act=promotions advertiser_id',
  'GET /api/v1/report/publishers/me/sub_ids advertiser_id',
  'GET /api/v1/report/publishers/me/sub_ids/download advertiser_id',
  // The answer to both is an empty list with the time of the request.
  'GET /api/v1/program/orders publisher_id',
  // A brand may name any publisher whom it can invite.
  'GET /api/v1/brand/invitations/candidate publisher_id',
  'POST /api/v1/brand/invitations publisher_id',
  'GET /api/v1/mailbox/:message_id message_id',
  'GET /account/api/terms/:change_id change_id',
  'POST /account/api/terms/:change_id/object change_id',
  'GET /api/v1/merchants/:public_id/:slug public_id',
]

const ID_NAME = /^(key|hash|check_str|click_token|\w+_(id|key))$/

/** Lists the parameters and fields of an endpoint that name something. */
function listIds({ path, query, body }: Endpoint): string[] {
  const fields = [query, body].flatMap((schema) => {
    const { properties } = schema ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) : {}
    return Object.keys(properties ?? {})
  })
  const params = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return [...params, ...fields].filter((name) => ID_NAME.test(name))
}

test('the trials name every id that a call takes, besides the public ones', () => {
  const taken = network.routes
    .map(({ endpoint }) => endpoint)
    .filter(({ access }) => access !== 'operator')
    .flatMap((endpoint) => listIds(endpoint).map((name) => `${getName(endpoint)} ${name}`))
  const tried = trials.map(({ call, name }) => `${call} ${name}`)
  expect([...tried, ...PUBLIC_IDS].toSorted()).toEqual(taken.toSorted())
})

/** Sends the call of a trial with an id. */
function tryId({ call, name, request }: IdTrial, caller: Caller, id: string) {
  const { params = {}, ...rest } = request?.(id, caller) ?? {}
  const ids: Record<string, string> = { ...params, [name]: id }
  const address = call.replaceAll(/:(\w+)/g, (_, each: string) => ids[each] ?? '')
  const isInQuery = call.startsWith('GET') && !call.includes(`:${name}`)
  return network.send(isInQuery ? `${address}?${name}=${id}&url=https://brook.example/` : address, caller, rest)
}

describe('what belongs to another account or another site', () => {
  test('answers as if it did not exist, byte for byte, and changes nothing', async () => {
    const before = await network.readState()
    for (const trial of trials) {
      for (const caller of trial.strangers) {
        const [foreign, unknown] = [await tryId(trial, caller, trial.id), await tryId(trial, caller, trial.unknown)]
        const about = `${trial.call} ${trial.name} by ${caller}`
        expect([about, foreign.statusCode, foreign.body]).toEqual([about, unknown.statusCode, unknown.body])
        expect(foreign.statusCode, about).not.toBe(500)
      }
    }
    expect(await network.readState()).toBe(before)
  })

  test('answers its owner otherwise', async () => {
    for (const trial of trials) {
      if (trial.owner === undefined) continue
      const unknown = await tryId(trial, trial.owner, trial.unknown)
      const own = await tryId(trial, trial.owner, trial.id)
      expect(own.statusCode, `${trial.call} ${trial.name}: ${own.body}`).toBe(200)
      expect(own.body).not.toBe(unknown.body)
    }
  })
})

const strangers = ['another publisher', 'full sub-account', 'read-only sub-account'] as const

test('is not in any list or download; a sub-account finds what belongs to its site', async () => {
  const transaction = trials.find(({ name }) => name === 'transaction_id')
  const contains = (body: string) => body.includes(network.siteKey) || body.includes(transaction?.id ?? '')
  const urls = [
    '/api/v1/transaction/list?begin=2000-01-01',
    '/api/v1/transaction/download?begin=2000-01-01',
    me,
    `${me}/link`,
    `${me}/hits`,
  ]
  for (const url of urls) {
    for (const caller of ['publisher', 'sub-account of the first site'] as const) {
      expect(contains((await network.send(`GET ${url}`, caller)).body), `${caller} ${url}`).toBe(true)
    }
    for (const caller of strangers) {
      expect(contains((await network.send(`GET ${url}`, caller)).body), caller).toBe(false)
    }
  }
})

interface Report {
  count: number
  totals: { click_count: number }
  report: { c: string }[]
}

describe('the figures of the report', () => {
  beforeAll(() => insertFigures(network.ctx, network.fixtures))

  test.each(['site', 'date', 'advertiser', 'sub id'])('by %s are those of the site of a sub-account', async (type) => {
    const call = type === 'sub id' ? 'sub_ids?slot=1' : `performance?type=${type}`
    const url = `/api/v1/report/publishers/me/${call}&begin=2026-03-01&end=2026-03-31`
    const readClicks = async (caller: Caller) => {
      const { data } = (await network.send(`GET ${url}`, caller)).json<{ data: Report }>()
      const points = data.report.reduce((sum, { c }) => sum + Number(c), 0)
      return [data.count, data.totals.click_count, type === 'date' ? points : undefined]
    }
    const points = (commission: number) => (type === 'date' ? commission : undefined)
    expect(await readClicks('sub-account of the first site')).toEqual([1, 7, points(70)])
    expect(await readClicks('full sub-account')).toEqual([1, 5, points(50)])
    expect(await readClicks('another publisher')).toEqual([0, 0, points(0)])
  })
})
