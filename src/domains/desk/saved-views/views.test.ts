import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { savedLists } from '#app/saved-lists.ts'
import type { AccountKind } from '#kernel/access.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import {
  makeAccount,
  makeAdvertiser,
  makeMember,
  makePublisher,
  makeSubAccount,
} from '#test/support/network-fixtures.ts'
import { createOrderFixtures, recordPending } from '#test/support/order-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import texts from '#texts/en/saved-views.json' with { type: 'json' }
import { createSite } from '#domains/people/publishers/commands/publishers.ts'
import { countRows } from './queries/count-rows.ts'
import { viewRoutes } from './routes.ts'
import { findList, toViewQuery } from './rules/lists.ts'

const URL = '/account/api/views'

const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>

beforeAll(async () => {
  server = await createTestServer(database.db, viewRoutes(savedLists))
})

afterAll(() => server.close())

const ctx = () => testContext(database.db)

const pending = { list: 'operator-transactions', name: 'Large', query: 'status=ALL&keyword=A-1' }

async function save(as: AccountActor, change: object = {}) {
  const answer = await server.post(URL, { as, json: { ...pending, ...change } })
  return { status: answer.statusCode, ...answer.json() }
}

const list = async (as: AccountActor, search = '') => (await server.get(`${URL}${search}`, { as })).json().data

describe('a saved view', () => {
  test('keeps the search in the order of the list, without a page', async () => {
    const as = await makeAccount(ctx(), 'operator')
    const { view } = await save(as, { query: 'page_number=3&keyword=A+1&columns=status.date&status=ALL&view=9' })
    expect(view).toMatchObject({
      query: 'keyword=A+1&status=ALL&columns=date.status',
      path: `/operator/transactions?view=${view.id}&keyword=A+1&status=ALL&columns=date.status`,
      scope: 'me',
      is_pinned: false,
      is_own: true,
    })
    expect((await list(as, '?list=operator-transactions')).views).toEqual([view])
    expect((await list(as, '?is_pinned=1')).views).toEqual([])
  })

  test('is refused for what its list does not know, and changes nothing', async () => {
    const as = await makeAccount(ctx(), 'operator')
    expect(await save(as, { query: 'status=PAID' })).toMatchObject({ status: 422, field: 'query' })
    expect(await save(as, { query: 'publisher=3' })).toMatchObject({ status: 422, field: 'query' })
    expect(await save(as, { query: `keyword=${'x'.repeat(190)}&columns=${'y.'.repeat(900)}date` })).toMatchObject({
      view: { query: `keyword=${'x'.repeat(190)}&columns=date` },
    })
    expect(await save(as, { list: 'brand-transactions' })).toMatchObject({ status: 422, field: 'list' })
    expect(await save(as, { name: ' ' })).toMatchObject({ status: 422, field: 'name' })
    expect(await save(as, { name: 'x'.repeat(61) })).toMatchObject({ status: 422, field: 'name' })
    expect(await save(as, { scope: 'role', role: 'publisher' })).toMatchObject({ status: 422, field: 'scope' })
    expect((await list(as)).views).toHaveLength(1)
  })

  test('has a name of its own in its list, and an account has a bound of them', async () => {
    const as = await makeAccount(ctx(), 'operator')
    await save(as)
    expect(await save(as)).toMatchObject({ status: 409, field: 'name' })
    for (let number = 2; number <= 50; number++) {
      expect(await save(as, { name: `V${number}`, is_pinned: number <= 9 })).toMatchObject({ success: true })
    }
    expect(await save(as, { name: 'V51' })).toMatchObject({ status: 409 })
    const [first] = (await list(as)).views
    const pinned = await server.post(`${URL}/${first.id}`, { as, json: { is_pinned: true } })
    expect(pinned.json().code).toBe('view.too_many_pinned')
    expect((await list(as)).views).toHaveLength(50)
  })

  test('of an agency counts for each of its brands apart', async () => {
    const [one, two] = [await makeAdvertiser(ctx()), await makeAdvertiser(ctx())]
    const agency = await makeMember(ctx(), { advertiserId: one.advertiserId, role: 'agency' })
    const elsewhere = { ...agency, advertiserId: two.advertiserId }
    const view = { list: 'brand-transactions', query: '', is_pinned: true }
    for (let number = 1; number <= 8; number++) await save(agency, { ...view, name: `V${number}` })
    expect(await save(agency, { ...view, name: 'V9' })).toMatchObject({ status: 409, code: 'view.too_many_pinned' })
    expect(await save(elsewhere, { ...view, name: 'V1' })).toMatchObject({ success: true })
    expect((await list(elsewhere)).views).toHaveLength(1)
  })

  test('is renamed, pinned, deleted and restored, and each act is in the audit log', async () => {
    const as = await makeAccount(ctx(), 'operator')
    const { view } = await save(as)
    const path = `${URL}/${view.id}`
    const changed = await server.post(path, { as, json: { name: 'Other', is_pinned: true } })
    expect(changed.json().view).toMatchObject({ name: 'Other', is_pinned: true, query: view.query })
    await server.post(path, { as, json: { query: 'status=CONFIRMED' } })
    await server.post(`${path}/delete`, { as, json: {} })
    expect((await list(as)).views).toEqual([])
    expect((await server.post(path, { as, json: { name: 'Late' } })).statusCode).toBe(404)
    expect((await server.post(`${path}/delete`, { as, json: {} })).statusCode).toBe(404)
    const restored = await server.post(`${path}/restore`, { as, json: {} })
    expect(restored.json().view).toMatchObject({ name: 'Other', query: 'status=CONFIRMED', is_pinned: true })
    expect((await server.post(`${path}/restore`, { as, json: {} })).statusCode).toBe(404)
    const lines = await database.db
      .selectFrom('auditLine')
      .select('action')
      .where('target', '=', `view:${view.id}`)
      .orderBy('id')
      .execute()
    const acts = ['save', 'change', 'change', 'delete', 'restore']
    expect(lines.map(({ action }) => action)).toEqual(acts.map((act) => `view.${act}`))
  })
})

describe('a shared view', () => {
  test('of an operator is seen by all operators, and changed by its author only', async () => {
    const [author, colleague] = [await makeAccount(ctx(), 'operator'), await makeAccount(ctx(), 'operator')]
    const { view } = await save(author, { name: 'Team', scope: 'team' })
    await save(author, { name: 'Mine' })
    const seen = (await list(colleague)).views
    expect(seen.filter(({ name }: { name: string }) => name === 'Team')).toMatchObject([{ id: view.id, is_own: false }])
    expect(seen.map(({ name }: { name: string }) => name)).not.toContain('Mine')
    for (const act of ['', '/delete', '/restore']) {
      expect((await server.post(`${URL}/${view.id}${act}`, { as: colleague, json: {} })).statusCode).toBe(404)
    }
    const publisher = await makePublisher(ctx())
    expect((await list(publisher)).views).toEqual([])
  })

  test('of a publisher is seen by its sub-accounts, or by those of one role', async () => {
    const owner = await makePublisher(ctx())
    const { publisherId } = owner
    const { key } = await createSite(ctx(), { publisherId, name: 'Notes', url: 'https://notes.example' })
    const full = await makeSubAccount(ctx(), { publisherId, siteKey: key, access: 'full' })
    const reader = await makeSubAccount(ctx(), { publisherId, siteKey: key, access: 'read_only' })
    const stranger = await makePublisher(ctx())
    const ofPublisher = { list: 'publisher-transactions', query: 'status=PENDING' }
    await save(owner, { ...ofPublisher, name: 'All', scope: 'team' })
    await save(owner, { ...ofPublisher, name: 'Readers', scope: 'role', role: 'read_only_sub_account' })
    const names = async (as: AccountActor) => (await list(as)).views.map(({ name }: { name: string }) => name)
    expect(await names(owner)).toEqual(['All', 'Readers'])
    expect(await names(full)).toEqual(['All'])
    expect(await names(reader)).toEqual(['All', 'Readers'])
    expect(await names(stranger)).toEqual([])
    expect(await save(full, { ...ofPublisher, name: 'Up', scope: 'team' })).toMatchObject({ status: 422 })
    expect(await save(full, { ...ofPublisher, name: 'Own' })).toMatchObject({ success: true })
  })

  test('of an advertiser is seen by its team, or by those of one role', async () => {
    const owner = await makeAdvertiser(ctx())
    const { advertiserId } = owner
    const validator = await makeMember(ctx(), { advertiserId, role: 'validator' })
    const viewer = await makeMember(ctx(), { advertiserId, role: 'viewer' })
    const ofAdvertiser = { list: 'brand-transactions', query: '' }
    const { view } = await save(validator, { ...ofAdvertiser, name: 'All', scope: 'team' })
    expect(view.path).toMatch(/^\/brand\/transactions\?view=\d+$/)
    await save(owner, { ...ofAdvertiser, name: 'Mine' })
    await save(owner, { ...ofAdvertiser, name: 'To decide', scope: 'role', role: 'validator' })
    const names = async (as: AccountActor) => (await list(as)).views.map(({ name }: { name: string }) => name)
    expect(await names(validator)).toEqual(['All', 'To decide'])
    expect(await names(viewer)).toEqual(['All'])
    expect(await names(await makeAdvertiser(ctx()))).toEqual([])
    const pinned = { name: 'Pinned', scope: 'team', is_pinned: true }
    const refused = { status: 403, code: 'view.pin', field: 'is_pinned' }
    for (const as of [viewer, validator]) expect(await save(as, { ...ofAdvertiser, ...pinned })).toMatchObject(refused)
    expect(await save(validator, { ...ofAdvertiser, ...pinned, scope: 'role', role: 'viewer' })).toMatchObject(refused)
    const pin = await server.post(`${URL}/${view.id}`, { as: validator, json: { is_pinned: true } })
    expect([pin.statusCode, pin.json().code]).toEqual([403, 'view.pin'])
    expect(view.can_be_pinned).toBe(false)
    expect(await save(viewer, { ...ofAdvertiser, ...pinned, scope: 'me' })).toMatchObject({ success: true })
    expect(await save(owner, { ...ofAdvertiser, ...pinned })).toMatchObject({ view: { can_be_pinned: true } })
    const ofPublisher = { ...ofAdvertiser, name: 'Wrong', scope: 'role', role: 'full_sub_account' }
    expect(await save(owner, ofPublisher)).toMatchObject({ status: 422, field: 'scope' })
  })
})

describe('the counts of pinned views', () => {
  test('follow the filters and the account', async () => {
    const fixtures = await createOrderFixtures(database.db)
    for (let number = 0; number < 3; number++) await recordPending(ctx(), fixtures)
    const as = { ...(await makeAdvertiser(ctx())), advertiserId: fixtures.advertiserId }
    const ofAdvertiser = { list: 'brand-transactions', is_pinned: true }
    const { view: all } = await save(as, { ...ofAdvertiser, name: 'All', query: '' })
    const { view: none } = await save(as, { ...ofAdvertiser, name: 'None', query: 'status=CANCELLED' })
    const counts = async (actor: AccountActor) => (await server.get(`${URL}/counts`, { as: actor })).json().data.counts
    expect(await counts(as)).toEqual([
      { view_id: all.id, count: 3 },
      { view_id: none.id, count: 0 },
    ])
    const stranger = await makeAdvertiser(ctx())
    await save(stranger, { ...ofAdvertiser, name: 'All', query: '' })
    expect(await counts(stranger)).toMatchObject([{ count: 0 }])
    const params = { params: {}, limit: 2 }
    const count = (name: string) => countRows({ ...ctx(), actor: as }, getList(name, 'owner'), params)
    expect(await count('brand-transactions')).toBe(2)
    expect(await count('brand-reports')).toBeUndefined()
  })
})

function getList(name: string, role: AccountKind) {
  const saved = findList(savedLists, name, role)
  if (!saved) throw new Error(`No list ${name} for ${role}`)
  return saved
}

test('a query of a list is kept the same when it is kept again', () => {
  const reviewed = getList('operator-transactions', 'operator').list
  const once = toViewQuery(reviewed, 'columns=status.order&begin=2026-01-01&publisher_id=4&after=&sort=')
  expect(once).toBe('begin=2026-01-01&publisher_id=4&columns=order.status')
  expect(toViewQuery(reviewed, once)).toBe(once)
})

test('each list that has views has a name', () => {
  expect(savedLists.map(({ list }) => list.name).toSorted()).toEqual(Object.keys(texts.lists).toSorted())
})
