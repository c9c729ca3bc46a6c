import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { composeExport, erasure } from '#app/privacy.ts'
import { beginState } from '#domains/people/account-states/commands/change-state.ts'
import { getAccount } from '#domains/people/accounts/queries.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { DAY_MS } from '#kernel/days.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { readEveryRow } from '#test/support/every-row.ts'
import { makeAccount, makeProgram, makePublisher } from '#test/support/network-fixtures.ts'
import { createTestSealing } from '#test/support/sealing.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { eraseDueAccounts } from './jobs.ts'
import { privacyRoutes } from './routes.ts'
import { findErasureObstacle } from './rules.ts'

const OWN = '/account/api/erasure'
const services = { erasure }

const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>
let operator: AccountActor

beforeAll(async () => {
  const sealing = await createTestSealing(database.db)
  server = await createTestServer(database.db, privacyRoutes({ parts: composeExport(sealing), ...services }))
  operator = verified(await makeAccount(ctx(), 'operator'))
})

afterAll(() => server.close())

const ctx = (days = 0) => testContext(database.db, 'test', new Date(Date.now() + days * DAY_MS))

function verified<A extends AccountActor>(account: A): A {
  return { ...account, passwordVerifiedAt: new Date() }
}

const request = (as: AccountActor) => server.post(OWN, { as, json: { confirmed: true } })

async function isErased({ accountId }: { accountId: bigint }): Promise<boolean> {
  return (await getAccount(database.db, accountId)).erasedAt !== null
}

async function listSubjects({ email }: { email: string }): Promise<string[]> {
  const mails = await database.db.selectFrom('mail').select('subject').where('toAddress', '=', email).execute()
  return mails.map(({ subject }) => subject)
}

describe('a request of the person', () => {
  test('needs the password and the tick, and erases the account after seven days', async () => {
    const as = verified(await makePublisher(ctx()))
    const refused = await server.post(OWN, { as: { ...as, passwordVerifiedAt: null }, json: { confirmed: true } })
    expect(refused.json()).toMatchObject({ code: 'password_required' })
    expect((await server.post(OWN, { as, json: { confirmed: false } })).json()).toMatchObject({ field: 'confirmed' })
    expect((await request(as)).statusCode).toBe(200)
    expect((await request(as)).statusCode).toBe(200)
    expect(await listSubjects(as)).toEqual([expect.stringContaining('will be erased on')])
    const { data } = (await server.get(OWN, { as })).json()
    expect(data).toMatchObject({ obstacle: null, due_at: expect.any(String) })
    await eraseDueAccounts(ctx(6.9), services)
    expect(await isErased(as)).toBe(false)
    await eraseDueAccounts(ctx(7.1), services)
    expect(await isErased(as)).toBe(true)
    expect(await listSubjects(as)).toEqual([expect.stringContaining('is erased')])
    expect(await database.db.selectFrom('erasureRequest').selectAll().execute()).toEqual([])
  })

  test('ends when the account is kept', async () => {
    const as = verified(await makePublisher(ctx()))
    await request(as)
    expect((await server.post(`${OWN}/keep`, { as, json: {} })).statusCode).toBe(200)
    await eraseDueAccounts(ctx(8), services)
    expect(await isErased(as)).toBe(false)
  })

  test('ends with a mail when the account is suspended meanwhile, and holds up no other', async () => {
    const as = verified(await makePublisher(ctx()))
    const other = verified(await makePublisher(ctx()))
    await request(as)
    await request(other)
    await beginState(ctx(), { publisherId: as.publisherId, state: 'suspended', reason: 'Fraud' })
    await eraseDueAccounts(ctx(8), services)
    expect(await isErased(as)).toBe(false)
    expect(await isErased(other)).toBe(true)
    expect((await listSubjects(as)).at(-1)).toContain('is not erased')
    expect((await request(as)).json()).toMatchObject({ code: 'account.restricted' })
  })

  test('holds up no other when the erasure fails', async () => {
    const as = verified(await makePublisher(ctx()))
    const other = verified(await makePublisher(ctx()))
    await request(as)
    await request(other)
    const failure = sql.raw(`CHECK (id <> ${as.accountId} OR erased_at IS NULL)`)
    await sql`ALTER TABLE account ADD CONSTRAINT fails ${failure}`.execute(database.ownerDb)
    await expect(eraseDueAccounts(ctx(8), services)).rejects.toThrow('Some accounts were not erased.')
    expect([await isErased(as), await isErased(other)]).toEqual([false, true])
    await sql`ALTER TABLE account DROP CONSTRAINT fails`.execute(database.ownerDb)
    await eraseDueAccounts(ctx(8), services)
    expect(await isErased(as)).toBe(true)
  })

  test('is refused to the last operator and to the only owner of an open programme', async () => {
    expect((await request(operator)).json()).toMatchObject({ code: 'account.last_operator' })
    const { advertiser } = await makeProgram(ctx())
    const as = verified(advertiser)
    expect((await request(as)).json()).toMatchObject({ code: 'account.open_programme' })
    expect((await server.get(OWN, { as })).json().data.obstacle).toContain('Close the programme first')
  })
})

test('an operator requests it for a person who can keep the account', async () => {
  const as = await makePublisher(ctx())
  const path = `/api/v1/operator/accounts/${as.accountId}/erasure`
  const wrong = await server.post(path, { as: operator, json: { email: 'other@example.com' } })
  expect(wrong.json()).toMatchObject({ field: 'email' })
  const done = await server.post(path, { as: operator, json: { email: as.email } })
  expect(done.statusCode).toBe(200)
  const { data } = (await server.get(path, { as: operator })).json()
  expect(data.due_at).not.toBeNull()
  expect((await server.post(`${OWN}/keep`, { as, json: {} })).statusCode).toBe(200)
  const lines = await database.db
    .selectFrom('auditLine')
    .select(['action', 'actorAccountId'])
    .where('target', '=', `account:${as.accountId}`)
    .where('action', 'in', ['account.request-erasure', 'account.keep'])
    .orderBy('id')
    .execute()
  expect(lines).toEqual([
    { action: 'account.request-erasure', actorAccountId: operator.accountId },
    { action: 'account.keep', actorAccountId: as.accountId },
  ])
})

test('an operator is erased, but not the last one who can sign in, nor an account that does not exist', async () => {
  const other = await makeAccount(ctx(), 'operator')
  const erase = (id: bigint | number, email: string) =>
    server.post(`/api/v1/operator/accounts/${id}/erase`, { as: operator, json: { email } })
  // Neither has chosen a password, so neither can sign in.
  expect((await erase(other.accountId, other.email)).json()).toMatchObject({ code: 'account.last_operator' })
  await database.ownerDb
    .updateTable('account')
    .set({ passwordHash: 'chosen' })
    .where('id', 'in', [operator.accountId, other.accountId])
    .execute()
  expect((await erase(other.accountId, other.email)).statusCode).toBe(200)
  expect(await readEveryRow(database)).not.toContain(other.email)
  expect((await erase(operator.accountId, operator.email)).json()).toMatchObject({ code: 'account.last_operator' })
  expect((await erase(987_654_321, other.email)).statusCode).toBe(404)
})

test('what keeps an account from being erased', () => {
  const none = {
    isErased: false,
    isLastOperator: false,
    isRestricted: false,
    hasOpenProgram: false,
    hasOpenMoney: false,
  }
  expect(findErasureObstacle(none)).toBeUndefined()
  expect(findErasureObstacle({ ...none, hasOpenMoney: true })).toBe('account.open_money')
  expect(findErasureObstacle({ ...none, hasOpenMoney: true, hasOpenProgram: true })).toBe('account.open_programme')
})
