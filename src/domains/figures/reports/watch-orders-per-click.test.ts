import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays, listDays, toDay } from '#kernel/days.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeMember, makeProgram } from '#test/support/network-fixtures.ts'
import { watchOrdersPerClick } from './commands/watch-orders-per-click.ts'

const database = await openTestDatabase()

const now = new Date()
const today = toDay(now)
const ctx = (at = now) => testContext(database.db, 'test', at)

/** A brand with 1,000 clicks and `usual` orders a day, and other figures yesterday. */
async function makeAdvertiser(usual: bigint, judged: { clicks: bigint; orders: bigint }) {
  const { advertiser } = await makeProgram(ctx())
  const { advertiserId } = advertiser
  const before = listDays({ from: addDays(today, -29), until: addDays(today, -1) })
  const days = [...before.map((day) => ({ day, clicks: 1000n, orders: usual })), { day: addDays(today, -1), ...judged }]
  const zero = { transactions: 0n, cancelledTransactions: 0n, orderValue: 0n, commission: 0n }
  const none = { confirmedTransactions: 0n, confirmedOrderValue: 0n, confirmedCommission: 0n, fee: 0n }
  await database.db
    .insertInto('rollupAdvertiserTotal')
    .values(days.map(({ day, clicks }) => ({ advertiserId, day, clicks, ...zero, ...none })))
    .execute()
  await database.db
    .insertInto('rollupStatus')
    .values(
      days.map(({ day, orders: transactions }) => {
        return { advertiserId, day, status: 'PENDING' as const, transactions, orderValue: 0n, commission: 0n }
      }),
    )
    .execute()
  return advertiser
}

async function readSubjects(to: string) {
  const rows = await database.db.selectFrom('mail').select('subject').where('toAddress', '=', to).execute()
  return rows.map(({ subject }) => subject.replace(/^.*: /, ''))
}

test('tells the team of each brand once, as each member has chosen, whatever fails for another', async () => {
  await sql`INSERT INTO rollup_progress (name, rebuilt_until) VALUES ('rollups', ${now})
    ON CONFLICT (name) DO UPDATE SET rebuilt_until = excluded.rebuilt_until`.execute(database.db)
  const failing = await makeAdvertiser(50n, { clicks: 1000n, orders: 0n })
  const below = await makeAdvertiser(50n, { clicks: 1000n, orders: 0n })
  const silent = await makeAdvertiser(0n, { clicks: 0n, orders: 0n })
  const usual = await makeAdvertiser(50n, { clicks: 1000n, orders: 50n })
  const developer = await makeMember(ctx(), { ...below, role: 'developer' })
  const finance = await makeMember(ctx(), { ...below, role: 'finance' })
  const { accountId, advertiserId } = developer
  const choice = { accountId, advertiserId, kind: 'tracking' as const, mail: 'never' as const, isListed: true }
  await database.db.insertInto('noticeChoice').values(choice).execute()
  const isOther = sql`advertiser_id <> ${sql.lit(Number(failing.advertiserId))}`
  await sql`ALTER TABLE tracking_alert ADD CONSTRAINT fails CHECK (${isOther}) NOT VALID`.execute(database.ownerDb)

  const watch = () => watchOrdersPerClick(ctx())
  await expect(watch()).rejects.toThrow('some brands')
  await expect(watch()).rejects.toThrow('some brands')
  expect(await readSubjects(below.email)).toEqual(['fewer orders per click than usual'])
  expect(await readSubjects(silent.email)).toEqual(['no clicks since yesterday'])
  for (const { email } of [failing, usual, developer, finance]) expect(await readSubjects(email)).toEqual([])
  const listed = await database.db.selectFrom('teamNotice').select(['accountId', 'kind', 'path']).execute()
  expect(listed.filter((row) => row.accountId === accountId)).toEqual([
    { accountId, kind: 'tracking', path: '/brand/tracking' },
  ])

  // Some clicks end the silence, so that the next one is told again.
  await database.db
    .updateTable('rollupAdvertiserTotal')
    .set({ clicks: 1n })
    .where('advertiserId', '=', silent.advertiserId)
    .where('day', '=', addDays(today, -1))
    .execute()
  await expect(watch()).rejects.toThrow('some brands')
  const left = await database.db.selectFrom('trackingAlert').select('advertiserId').execute()
  expect(left).toEqual([{ advertiserId: below.advertiserId }])
})
