import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAccount, makePublisher } from '#test/support/network-fixtures.ts'
import { createTestSealing } from '#test/support/sealing.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { createKey } from './commands/create-key.ts'
import { apiRoutes } from '#domains/desk/api/routes/api-routes.ts'
import { fieldRoutes } from '#domains/desk/api/routes/field-routes.ts'
import { keyRoutes } from './routes.ts'
import { MAX_VALID_KEYS, REQUESTS_PER_MINUTE } from './rules/limits.ts'

const keysPath = '/api/v1/account/publishers/me/keys'
const readAll = { name: 'Nightly copy', scopes: ['read_directory', 'read_transactions'] }

/** The time of every request, so that no minute of a limit ends. */
const now = new Date()

const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>
let publisher: Awaited<ReturnType<typeof makePublisher>>
let other: Awaited<ReturnType<typeof makePublisher>>

beforeAll(async () => {
  const sealing = await createTestSealing(database.db)
  server = await createTestServer(database.db, [...keyRoutes, ...apiRoutes(sealing), ...fieldRoutes], () => now)
  publisher = await makeVerified()
  other = await makeVerified()
})

afterAll(() => server.close())

/** Creates a publisher that has just typed its password. */
async function makeVerified() {
  return { ...(await makePublisher(testContext(database.db, 'test', now))), passwordVerifiedAt: now }
}

async function makeKey(body: object = readAll, as = publisher) {
  const reply = await server.post(keysPath, { as, json: body })
  return reply.json<{ key: string; data: { id: number; hint: string } }>()
}

const ask = (key: string, url = '/api/v1/transactions') =>
  server.get(url, { headers: { authorization: `Bearer ${key}` } })

describe('a publisher', () => {
  test('makes a key, which only the first answer and no table holds', async () => {
    const { key, data } = await makeKey()
    expect(key).toMatch(/^tdm_[a-z0-9]{12}_[\w-]{43}$/)
    expect(data).toMatchObject({ name: 'Nightly copy', scopes: ['read_transactions', 'read_directory'] })
    const list = (await server.get(keysPath, { as: publisher })).json()
    expect(list.data[0]).toEqual(data)
    const rows = await database.db.selectFrom('apiKey').selectAll().execute()
    const lines = await database.db.selectFrom('auditLine').selectAll().where('action', '=', 'api_key.create').execute()
    expect(lines).toContainEqual(expect.objectContaining({ target: `api_key:${data.id}` }))
    const secret = key.slice(-43)
    expect(JSON.stringify([rows, lines, list], (_, value) => String(value))).not.toContain(secret)
  })

  test('revokes it, and only its own', async () => {
    const { key, data } = await makeKey()
    expect((await ask(key)).statusCode).toBe(200)
    const foreign = await server.post(`${keysPath}/${data.id}/revoke`, { as: other })
    const unknown = await server.post(`${keysPath}/99999/revoke`, { as: other })
    expect([foreign.statusCode, foreign.body]).toEqual([404, unknown.body])
    expect((await ask(key)).statusCode).toBe(200)
    expect((await server.post(`${keysPath}/${data.id}/revoke`, { as: publisher })).statusCode).toBe(200)
    expect((await ask(key)).statusCode).toBe(401)
    expect((await server.get(keysPath, { as: publisher })).body).not.toContain(data.hint)
  })

  test.each([
    [{ name: '', scopes: ['read_directory'] }, 'name'],
    [{ name: 'x'.repeat(61), scopes: ['read_directory'] }, 'name'],
    [{ name: 'a', scopes: [] }, 'scopes'],
    [{ name: 'a', scopes: ['all'] }, 'scopes.0'],
  ])('is refused %j', async (json, field) => {
    const reply = await server.post(keysPath, { as: publisher, json })
    expect([reply.statusCode, reply.json().field]).toEqual([422, field])
  })

  test('types its password first', async () => {
    const as = { ...publisher, passwordVerifiedAt: null }
    const reply = await server.post(keysPath, { as, json: readAll })
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'password_required'])
  })

  test('holds a bounded number of keys', async () => {
    const as = await makeVerified()
    for (let made = 0; made < MAX_VALID_KEYS; made += 1) await makeKey(readAll, as)
    const reply = await server.post(keysPath, { as, json: readAll })
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'key.too_many'])
  })
})

describe('a program', () => {
  test('gets one answer for every wrong key', async () => {
    const { key } = await makeKey()
    const { site } = await makeSiteKey()
    const wrong = [
      `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`,
      site,
      'x',
      `tdm_aaaaaaaaaaaa_${key.slice(-43)}`,
    ]
    const replies = await Promise.all(wrong.map((text) => ask(text)))
    expect(new Set(replies.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(replies[0]?.statusCode).toBe(401)
    expect(replies[0]?.headers['www-authenticate']).toContain('Bearer')
    expect((await server.get(`/api?act=category&key=${site}`)).statusCode).toBe(401)
  })

  test('needs a key where a session opens nothing', async () => {
    const reply = await server.get('/api/v1/transactions', { as: publisher })
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'key.missing'])
    const { key } = await makeKey()
    const session = await server.get(keysPath, { headers: { authorization: `Bearer ${key}` } })
    expect([session.statusCode, session.json().code]).toEqual([401, 'sign_in_required'])
  })

  test('reads what the scopes of its key say', async () => {
    const { key } = await makeKey({ name: 'a', scopes: ['read_directory'] })
    const refused = await ask(key)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'key.scope'])
    expect((await ask(key, '/api/v1/advertisers')).statusCode).toBe(200)
    expect((await ask(key, '/api?act=transaction&bdate=2026-01-01&edate=2026-01-02')).statusCode).toBe(403)
  })

  test('may send a key that only reads in the address of /api, which is deprecated', async () => {
    const { key } = await makeKey()
    const reply = await server.get(`/api?act=category&key=${key}`)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['deprecation']).toMatch(/^@\d+$/)
    expect((await server.get(`/api/v1/advertisers?key=${key}`)).statusCode).toBe(401)
    const writing = await makeKey({ name: 'a', scopes: ['make_links', 'read_directory'] })
    const refused = await server.get(`/api?act=category&key=${writing.key}`)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'key.in_address'])
  })

  test('is refused above the limit of its key, with the time to wait', async () => {
    const { key } = await makeKey()
    const replies = await Promise.all(Array.from({ length: REQUESTS_PER_MINUTE + 1 }, () => ask(key)))
    const late = replies.filter(({ statusCode }) => statusCode === 429)
    expect(late).toHaveLength(1)
    expect(Number(late[0]?.headers['retry-after'])).toBe(60 - now.getUTCSeconds())
    const windows = await database.db
      .selectFrom('rateWindow')
      .select('attempts')
      .where('key', 'like', 'api-key:%')
      .where('attempts', '>', REQUESTS_PER_MINUTE)
      .execute()
    expect(windows).toEqual([{ attempts: REQUESTS_PER_MINUTE + 1 }])
  })

  test('leaves the time of the last use, at most once a minute', async () => {
    const { key, data } = await makeKey()
    const readUse = async () =>
      (await server.get(keysPath, { as: publisher })).json().data.find(({ id }: { id: number }) => id === data.id)
        .last_used_at
    expect(await readUse()).toBeNull()
    await ask(key)
    const first = await readUse()
    await ask(key)
    expect(await readUse()).toBe(first)
    const earlier = new Date(now.getTime() - 61_000)
    await database.db.updateTable('apiKey').set({ lastUsedAt: earlier }).where('id', '=', BigInt(data.id)).execute()
    await ask(key)
    expect(await readUse()).toBe(now.toISOString())
  })

  test('loses its key with the approval of the account', async () => {
    const as = await makeVerified()
    const { key } = await makeKey(readAll, as)
    await database.db.updateTable('account').set({ reviewStatus: 'rejected' }).where('id', '=', as.accountId).execute()
    expect((await ask(key)).statusCode).toBe(401)
  })
})

test('wrong keys from one IP prefix are slowed down, right keys are not', async () => {
  const { text } = await createKey(testContext(database.db, 'test', now), {
    publisherId: publisher.publisherId,
    name: 'a',
    scopes: ['read_transactions'],
  })
  const replies = await Promise.all(Array.from({ length: 70 }, () => ask('wrong')))
  expect(replies.at(-1)?.statusCode).toBe(429)
  expect((await ask(text)).statusCode).toBe(200)
})

test('an operator has no API keys', async () => {
  const operator = await makeAccount(testContext(database.db, 'test', now), 'operator')
  expect((await server.get(keysPath, { as: operator })).statusCode).toBe(403)
})

async function makeSiteKey() {
  const key = 'abcdefgh12345678'
  await database.db
    .insertInto('site')
    .values({ publisherId: publisher.publisherId, key, name: 'A', url: 'https://a.example/', createdAt: now })
    .execute()
  return { site: key }
}
