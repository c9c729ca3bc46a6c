import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemContext } from '#platform/server/context.ts'
import { branding } from '#test/support/accounts.ts'
import { createTestDatabase } from '#test/support/database.ts'
import type { TestDatabase } from '#test/support/database.ts'
import { makePublisher } from '#test/support/network-fixtures.ts'
import { createSite, inviteSubAccount, removeSubAccount } from './commands/publishers.ts'
import { removeOldSubAccounts } from './jobs.ts'
import { listSubAccounts } from './queries.ts'

const DAY_MS = 86_400_000
const email = 'colleague@example.com'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.close())

const ctx = () => systemContext(database.db, 'test')

/** Runs the job with a period of ten days, as it runs after some days. */
const removeAfter = (days: number) =>
  removeOldSubAccounts(systemContext(database.db, 'sub-accounts-clean-up', new Date(Date.now() + days * DAY_MS)), {
    days: 10,
  })

async function invite() {
  const { publisherId } = await makePublisher(ctx())
  const { key: siteKey } = await createSite(ctx(), { publisherId, name: 'Blog', url: 'https://blog.example' })
  const invitation = { publisherId, siteKey, userName: 'Ada', email, access: 'full', branding, locale: 'en' } as const
  await inviteSubAccount(ctx(), invitation)
  const [subAccount] = await listSubAccounts(database.db, { publisherId })
  return { publisherId, subAccountId: subAccount?.id ?? 0n }
}

const listTraces = () =>
  Promise.all([
    database.db.selectFrom('subAccount').select('id').where('email', '=', email).execute(),
    database.db.selectFrom('account').select('id').where('email', '=', email).execute(),
    database.db.selectFrom('mail').select('id').where('toAddress', '=', email).execute(),
  ])

test('a removed sub-account goes after its period, with its account, unless that has another one', async () => {
  const first = await invite()
  await removeSubAccount(ctx(), first)
  const second = await invite()
  await removeAfter(9)
  expect((await listTraces())[0]).toHaveLength(2)
  await removeAfter(11)
  expect(await listTraces()).toEqual([[{ id: second.subAccountId }], [{ id: expect.anything() }], expect.any(Array)])
  await removeSubAccount(ctx(), second)
  await removeAfter(11)
  expect(await listTraces()).toEqual([[], [], []])
})
