import { expect, test } from 'vitest'
import { DAY_MS } from '#kernel/days.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { beginWhileLocked } from '#test/support/lock-waits.ts'
import { makePublisher } from '#test/support/network-fixtures.ts'
import { erasePublisher } from './privacy.ts'
import { createSite, inviteSubAccount, removeSubAccount } from './commands/publishers.ts'
import { removeOldSubAccounts } from './jobs.ts'
import { listSubAccounts } from './queries.ts'

const email = 'colleague@example.com'

const database = await openTestDatabase()

const ctx = () => testContext(database.db)

/** Runs the job with a period of ten days, as it runs after some days. */
const removeAfter = (days: number) =>
  removeOldSubAccounts(testContext(database.db, 'sub-accounts-clean-up', new Date(Date.now() + days * DAY_MS)), {
    days: 10,
  })

async function makeInvitation() {
  const { publisherId } = await makePublisher(ctx())
  const { key: siteKey } = await createSite(ctx(), { publisherId, name: 'Blog', url: 'https://blog.example' })
  return { publisherId, siteKey, userName: 'Ada', email, access: 'full', locale: 'en' } as const
}

async function invite() {
  const invitation = await makeInvitation()
  const { publisherId } = invitation
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

const erase = (publisher: { publisherId: bigint }) =>
  database.db.transaction().execute((db) => erasePublisher({ ...ctx(), db }, publisher))

test('an erased publisher takes its colleagues along, but no former one who works for another publisher', async () => {
  const first = await invite()
  await removeSubAccount(ctx(), first)
  const second = await invite()
  await removeSubAccount(ctx(), second)
  const third = await invite()
  await erase(second)
  const [subAccounts, accounts] = await listTraces()
  expect(subAccounts).toEqual([{ id: first.subAccountId }, { id: third.subAccountId }])
  expect(accounts).toHaveLength(1)
  await erase(third)
  expect(await listTraces()).toEqual([[], [], []])
})

test('an account that is invited while its last sub-account goes stays', async () => {
  await removeSubAccount(ctx(), await invite())
  const invitation = await makeInvitation()
  await beginWhileLocked(database, (db) => inviteSubAccount({ ...ctx(), db }, invitation), [() => removeAfter(11)])
  const [subAccounts, accounts] = await listTraces()
  expect([subAccounts, accounts]).toEqual([[expect.anything()], [expect.anything()]])
  const [{ subAccountId } = { subAccountId: 0n }] = subAccounts.map(({ id }) => ({ subAccountId: id }))
  await removeSubAccount(ctx(), { ...invitation, subAccountId })
  await removeAfter(11)
})

test('an address that is invited while its account is erased gets a new account', async () => {
  const removed = await invite()
  await removeSubAccount(ctx(), removed)
  const [, [before]] = await listTraces()
  const invitation = await makeInvitation()
  const now = new Date(Date.now() + 11 * DAY_MS)
  await beginWhileLocked(
    database,
    (db) => removeOldSubAccounts(testContext(db, 'sub-accounts-clean-up', now), { days: 10 }),
    [() => inviteSubAccount(ctx(), invitation)],
  )
  const [, accounts] = await listTraces()
  expect(accounts).toHaveLength(1)
  expect(accounts).not.toEqual([before])
})
