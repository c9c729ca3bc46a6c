import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { declareDomain } from '#domains/people/advertisers/commands.ts'
import { listDomains } from '#domains/people/advertisers/queries.ts'
import type { AccountActor } from '#kernel/actor.ts'
import type { Ctx } from '#platform/server/context.ts'
import { OutboundClient } from '#platform/server/outbound/outbound-client.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { connectLocally } from '#test/support/local-connector.ts'
import { makeAdvertiser, makeProgram } from '#test/support/network-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { listPendingDomains } from './queries/setup.ts'
import { setupRoutes } from './routes.ts'
import { MAX_PENDING_DOMAINS, PROOF_PATH } from './rules.ts'

const hosts = '/api/v1/brand/domains'

const database = await openTestDatabase()
let ctx: Ctx
let server: Awaited<ReturnType<typeof createTestServer>>
let web: Server
let answer: RequestListener
let fetched: string[]
let asked: string[]
let records: string[][]
let addresses: string[]
let advertiser: AccountActor & { advertiserId: bigint }

beforeAll(async () => {
  web = createServer((request, response) => {
    fetched.push(`${request.headers.host}${request.url}`)
    answer(request, response)
  })
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  const outbound = new OutboundClient({
    userAgent: 'test',
    resolve: async () => addresses,
    resolveTxt: async (name) => {
      asked.push(name)
      return records
    },
    connect: connectLocally((web.address() as AddressInfo).port),
  })
  ctx = testContext(database.db)
  server = await createTestServer(database.db, setupRoutes({ outbound, mintTestClick: () => '' }))
})
afterAll(async () => {
  web.closeAllConnections()
  web.close()
  await server.close()
})
beforeEach(async () => {
  fetched = []
  asked = []
  records = []
  addresses = ['93.184.215.14']
  answer = (_request, response) => response.writeHead(404).end()
  advertiser = await makeAdvertiser(ctx)
})

async function add(hostname: string, as = advertiser) {
  const reply = await server.post(hosts, { as, json: { hostname } })
  return { status: reply.statusCode, ...reply.json() }
}

async function check(id: number, as = advertiser) {
  const reply = await server.post(`${hosts}/${id}/check`, { as })
  return { status: reply.statusCode, ...reply.json() }
}

const listHosts = async ({ advertiserId } = advertiser) =>
  (await listDomains(ctx.db, { advertiserId })).map(({ host }) => host)

async function findToken({ advertiserId } = advertiser) {
  const [pending] = await listPendingDomains(ctx.db, { advertiserId })
  return pending?.token ?? ''
}

describe('a named host', () => {
  test('is declared once its file has the token, and then waits no more', async () => {
    const { pending_domain_id: id, host } = await add('https://www.Proved.example/shoes?x=1')
    expect(host).toBe('www.proved.example')
    expect(await listHosts()).toEqual([])
    const token = await findToken()
    expect(token).toMatch(/^[\w-]{43}$/)
    answer = (_request, response) => response.end(`\uFEFF${token}\r\n`)
    expect(await check(id)).toMatchObject({ status: 200, proof: 'file', file_fault: null })
    expect(fetched).toEqual([`www.proved.example${PROOF_PATH}`])
    expect(await listHosts()).toEqual(['www.proved.example'])
    expect(await check(id)).toMatchObject({ status: 404 })
    const lines = await ctx.db
      .selectFrom('auditLine')
      .select(['action', 'details'])
      .where('target', '=', `advertiser:${advertiser.advertiserId}`)
      .where('action', 'like', '%domain.%')
      .orderBy('id')
      .execute()
    expect(lines.map(({ action }) => action)).toEqual(['pending_domain.declare', 'domain.declare', 'domain.prove'])
    expect(JSON.stringify(lines)).not.toContain(token)
  })

  test('is declared with its port once a TXT record of its name has the token', async () => {
    const { pending_domain_id: id } = await add('record.example:8443')
    records = [['other'], [await findToken()]]
    expect(await check(id)).toMatchObject({ proof: 'record' })
    expect(asked).toEqual(['_tandem-proof.record.example'])
    expect(await listHosts()).toEqual(['record.example:8443'])
  })

  test.each<[string, string, () => void]>([
    ['status', 'none', () => undefined],
    ['other_text', 'other_text', () => ((answer = (_q, response) => response.end('<html>')), (records = [['x']]))],
    ['redirect', 'none', () => (answer = (_q, response) => response.writeHead(302, { Location: '/x' }).end())],
    ['not_public', 'none', () => (addresses = ['10.0.0.8'])],
    ['not_public', 'none', () => (addresses = ['93.184.215.14', '::1'])],
    ['unreachable', 'none', () => (addresses = [])],
    ['unreachable', 'none', () => (answer = (request) => request.socket.destroy())],
  ])('is not declared: file %s, record %s', async (fileFault, recordFault, prepare) => {
    const { pending_domain_id: id } = await add(`faulty-${advertiser.advertiserId}.example`)
    prepare()
    const faults = { file_fault: fileFault, record_fault: recordFault }
    expect(await check(id)).toMatchObject({ status: 200, proof: null, ...faults })
    expect(await listHosts()).toEqual([])
    const { data } = (await server.get('/api/v1/brand/setup', { as: advertiser })).json()
    expect(data.pending_domains).toMatchObject([{ ...faults, checked_at: expect.any(String) }])
  })

  test('is not proved by the token of another brand or another host, nor by a token behind 4 KB', async () => {
    const other = await makeAdvertiser(ctx)
    await add('shared.example', other)
    const first = await add('shared.example')
    const tokens = [await findToken(other)]
    const second = await add('sibling.example')
    const [own] = await listPendingDomains(ctx.db, advertiser)
    tokens.push(own?.token ?? '')
    answer = (_request, response) => response.end(tokens.join('\n'))
    expect(await check(second.pending_domain_id)).toMatchObject({ proof: null, file_fault: 'other_text' })
    answer = (_request, response) => response.end(`${'x'.repeat(4096)}\n${own?.token}`)
    expect(await check(first.pending_domain_id)).toMatchObject({ proof: null, file_fault: 'other_text' })
  })

  test('belongs to the brand that proves it first', async () => {
    const other = await makeAdvertiser(ctx)
    const theirs = await add('raced.example', other)
    const own = await add('raced.example')
    answer = (_request, response) => void findTokens().then((text) => response.end(text))
    const findTokens = async () => `${await findToken()}\n${await findToken(other)}`
    const results = await Promise.all([check(own.pending_domain_id), check(theirs.pending_domain_id, other)])
    expect(results.map(({ status }) => String(status)).toSorted()).toEqual(['200', '422'])
    expect(await add('raced.example', await makeAdvertiser(ctx))).toMatchObject({
      status: 422,
      field: 'hostname',
      message: 'Another advertiser of this network has declared this host. If it is yours, please contact us.',
    })
  })

  test('is refused when it is the own already, badly written, or one too many', async () => {
    await declareDomain(ctx, { advertiserId: advertiser.advertiserId, host: 'own.example' })
    expect(await add('OWN.example')).toMatchObject({ message: 'You have declared this host already.' })
    for (const wrong of ['10.0.0.1', 'shop', 'shop.example/path', 'https://user@/', 'ftp://shop.example', '[::1]']) {
      expect(await add(wrong), wrong).toMatchObject({ status: 422, field: 'hostname' })
    }
    for (let count = 0; count < MAX_PENDING_DOMAINS; count += 1) await add(`many-${count}.example`)
    expect(await add('many-0.example')).toMatchObject({ status: 422, field: 'hostname' })
    expect(await add('more.example')).toMatchObject({ status: 409, code: 'setup.too_many_hosts' })
    const { data } = (await server.get('/api/v1/brand/setup', { as: advertiser })).json()
    const reply = await server.post(`${hosts}/${data.pending_domains[0].id}/withdraw`, { as: advertiser })
    expect(reply.statusCode).toBe(200)
    expect(await add('more.example')).toMatchObject({ success: true })
  })

  test('is checked at most 30 times an hour', async () => {
    const { pending_domain_id: id } = await add(`often-${advertiser.advertiserId}.example`)
    await ctx.db
      .insertInto('rateWindow')
      .values({
        key: `domain-proof:${advertiser.advertiserId}`,
        windowStart: new Date(Math.floor(server.now().getTime() / 3_600_000) * 3_600_000),
        attempts: 30,
      })
      .execute()
    expect(await check(id)).toMatchObject({ status: 429 })
    expect([fetched, asked]).toEqual([[], []])
  })
})

test('a declared host is removed by its brand, except the last one of a programme that was opened', async () => {
  const { advertiser } = await makeProgram(ctx)
  const { advertiserId } = advertiser
  const { domainId: first } = await declareDomain(ctx, { advertiserId, host: 'first.example' })
  const { domainId: last } = await declareDomain(ctx, { advertiserId, host: 'last.example' })
  const remove = async (id: bigint) => {
    const reply = await server.post(`/api/v1/brand/declared-domains/${id}/remove`, { as: advertiser })
    return [reply.statusCode, reply.json().code]
  }
  expect(await remove(first)).toEqual([200, undefined])
  expect(await remove(last)).toEqual([409, 'setup.last_host'])
  expect(await listHosts(advertiser)).toEqual(['last.example'])
})
