import { afterAll, beforeAll, expect, test } from 'vitest'
import { advanceDecisionFiles } from '#domains/orders/transactions/commands/advance-decision-files.ts'
import { decisionFileRoutes } from '#domains/orders/transactions/routes/decision-file.ts'
import { changeRole, removeMember } from '#domains/people/teams/commands/change-member.ts'
import { listMembers } from '#domains/people/teams/queries.ts'
import { getTransactionTimeline } from '#domains/orders/transactions/queries/transaction-timeline.ts'
import { viewTimeline } from '#domains/orders/transactions/routes/view-timeline.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { readStatuses, recordOrders } from '#test/support/decision-files.ts'
import { makeAdvertiser, makeMember } from '#test/support/network-fixtures.ts'
import { createOrderFixtures } from '#test/support/order-fixtures.ts'
import type { OrderFixtures } from '#test/support/order-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { createKey } from './commands/create-key.ts'
import { keyRoutes } from './routes.ts'
import { MAX_VALID_KEYS } from './rules/limits.ts'

const keysPath = '/api/v1/brand/keys'
const filesPath = '/api/v1/decision-files'

const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>
let fixtures: OrderFixtures
let advertiser: Awaited<ReturnType<typeof makeVerified>>

beforeAll(async () => {
  server = await createTestServer(database.db, [...keyRoutes, ...decisionFileRoutes])
  fixtures = await createOrderFixtures(database.db)
  const owner = await makeMember(ctx(), { advertiserId: fixtures.advertiserId, role: 'owner' })
  advertiser = { ...owner, advertiserId: fixtures.advertiserId, passwordVerifiedAt: new Date() }
})

afterAll(() => server.close())

const ctx = () => testContext(database.db)

async function makeVerified() {
  return { ...(await makeAdvertiser(ctx())), passwordVerifiedAt: new Date() }
}

async function makeKey(as = advertiser) {
  const reply = await server.post(keysPath, { as, json: { name: 'Shop system', scopes: ['decide_orders'] } })
  return reply.json<{ key: string; data: { id: number; hint: string } }>()
}

const bearing = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })

test('a program of an advertiser decides orders by a file and by rows, and reads what came of them', async () => {
  const { key, data } = await makeKey()
  const orders = await recordOrders(ctx(), fixtures, 2)
  const [one, two] = orders.map(({ orderRef }) => orderRef)
  const file = `order_id,action\r\n${one},confirm\r\nunknown,confirm\r\n`
  const sent = (await server.post(`${filesPath}/csv/valid?name=night.csv`, { ...bearing(key), file })).json()
  expect(sent).toMatchObject({ success: true, data: { status: 'deciding', lines: 2, name: 'night.csv' } })
  const rows = [{ order_id: two, action: 'cancel', reason: 'RETURNED_MERCHANDISE' }]
  const other = (await server.post(`${filesPath}/json`, { ...bearing(key), json: { mode: 'all', rows } })).json()
  await advanceDecisionFiles(ctx())
  expect((await server.get(`${filesPath}/${sent.data.id}`, bearing(key))).json().data).toMatchObject({
    status: 'decided',
    figures: { decided: 1, refused: 1 },
  })
  const { body } = await server.get(`${filesPath}/${sent.data.id}/result`, bearing(key))
  expect(body).toMatch(/decided.*CONFIRMED/)
  expect((await server.get(`${filesPath}/${other.data.id}`, bearing(key))).json().data.status).toBe('decided')
  expect(await readStatuses(database.db, orders)).toEqual(['CONFIRMED 100', 'CANCELLED 100'])
  const lines = await database.db
    .selectFrom('auditLine')
    .selectAll()
    .where('action', '=', 'decision-file.send')
    .execute()
  expect(lines).toContainEqual(
    expect.objectContaining({ actorAccountId: advertiser.accountId, actorName: `api-key:${data.id}` }),
  )
})

test('a key is shown once, stored as a hash, bounded in number and revoked for good', async () => {
  const as = await makeVerified()
  const { key, data } = await makeKey(as)
  const rows = await database.db.selectFrom('apiKey').selectAll().execute()
  const list = (await server.get(keysPath, { as })).json()
  expect(list.data).toMatchObject([{ id: data.id, scopes: ['decide_orders'] }])
  expect(JSON.stringify([rows, list], (_, value) => String(value))).not.toContain(key.slice(-43))
  expect((await server.get(filesPath, bearing(key))).json()).toMatchObject({ data: { count: 0 } })
  expect((await server.post(`${keysPath}/${data.id}/revoke`, { as: advertiser })).statusCode).toBe(404)
  expect((await server.post(`${keysPath}/${data.id}/revoke`, { as })).statusCode).toBe(200)
  expect((await server.get(filesPath, bearing(key))).json().code).toBe('key.wrong')
  const { advertiserId } = as
  for (let made = 0; made < MAX_VALID_KEYS; made += 1) {
    await createKey({ ...ctx(), actor: as }, { advertiserId, name: 'A', scopes: ['decide_orders'] })
  }
  const refused = await server.post(keysPath, { as, json: { name: 'A', scopes: ['decide_orders'] } })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'key.too_many'])
})

test('a key has the scopes of its owner, and needs one', async () => {
  const { text } = await createKey(ctx(), {
    publisherId: fixtures.publisherId,
    name: 'a',
    scopes: ['read_transactions'],
  })
  expect((await server.get(filesPath, bearing(text))).json().code).toBe('key.scope')
  const wrong = { name: 'a', scopes: ['read_transactions'] }
  expect((await server.post(keysPath, { as: advertiser, json: wrong })).json().field).toBe('scopes.0')
  await expect(
    createKey(ctx(), { advertiserId: fixtures.advertiserId, name: 'a', scopes: ['make_links'] }),
  ).rejects.toThrow('key.scope_of_role')
  expect((await server.get(filesPath, { as: advertiser })).json().code).toBe('key.missing')
})

test('the timeline of an order names the key that decided, and the member who made it', async () => {
  const { key, data } = await makeKey()
  const [order] = await recordOrders(ctx(), fixtures, 1)
  const rows = [{ order_id: order?.orderRef, action: 'confirm' }]
  const sent = (await server.post(`${filesPath}/json`, { ...bearing(key), json: { mode: 'all', rows } })).json()
  const maker = { made_by: advertiser.displayName, key: { id: data.id, name: 'Shop system' } }
  expect(sent.data).toMatchObject({ sent_by: maker.made_by, sent_key: maker.key })
  await advanceDecisionFiles(ctx())
  const ids = { publisherId: fixtures.publisherId, transactionId: order?.transactionId ?? '' }
  const timeline = await getTransactionTimeline(database.db, ids)
  const view = (reader: 'advertiser' | 'publisher') =>
    viewTimeline(timeline, { locale: 'en', reader, path: '' }).decisions[0]
  expect(view('advertiser')).toMatchObject({ decided_by: maker.made_by, key: maker.key })
  expect(view('publisher')).toMatchObject({ decided_by: null, key: null })
})

test('a member makes no key that can do more than the member', async () => {
  const { advertiserId } = fixtures
  const developer = await makeMember(ctx(), { advertiserId, role: 'developer' })
  const as = { ...developer, passwordVerifiedAt: new Date() }
  const refused = await server.post(keysPath, { as, json: { name: 'A', scopes: ['decide_orders'] } })
  expect([refused.statusCode, refused.json().code, refused.json().field]).toEqual([403, 'key.scope_of_role', 'scopes'])
})

test('a key loses its scope with the role of its maker, and ends when the maker leaves', async () => {
  const { advertiserId } = fixtures
  const maker = await makeMember(ctx(), { advertiserId, role: 'owner' })
  const { key, data } = await makeKey({ ...maker, passwordVerifiedAt: new Date() })
  const use = async () => (await server.get(filesPath, bearing(key))).json().code ?? 'works'
  const find = async () =>
    (await server.get(keysPath, { as: advertiser })).json().data.find(({ id }: { id: number }) => id === data.id)
  const member = (await listMembers(database.db, { advertiserId })).find((each) => each.accountId === maker.accountId)
  const own = { advertiserId, memberId: member?.id ?? 0n }
  expect([await use(), (await find()).problem]).toEqual(['works', null])
  await changeRole(ctx(), { ...own, role: 'developer' })
  expect([await use(), (await find()).problem]).toEqual(['key.scope', 'maker_role'])
  await changeRole(ctx(), { ...own, role: 'validator' })
  expect(await use()).toBe('works')
  await removeMember(ctx(), own)
  expect([await use(), (await find()).problem]).toEqual(['key.wrong', 'maker_left'])
  const { accountId, email, displayName: name } = maker
  await database.db.updateTable('account').set({ reviewStatus: 'approved' }).where('id', '=', accountId).execute()
  const again = { advertiserId, accountId, email, name, role: 'owner' as const, joinedAt: new Date() }
  await database.db.insertInto('teamMember').values(again).execute()
  expect(await use()).toBe('key.wrong')
})

test('a key ends with the account of its maker', async () => {
  const as = await makeVerified()
  const { key } = await makeKey(as)
  expect((await server.get(filesPath, bearing(key))).statusCode).toBe(200)
  const { accountId } = as
  await database.db.updateTable('account').set({ reviewStatus: 'rejected' }).where('id', '=', accountId).execute()
  expect((await server.get(filesPath, bearing(key))).json().code).toBe('key.wrong')
})
