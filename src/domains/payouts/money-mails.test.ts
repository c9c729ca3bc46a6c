import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideTransaction } from '#domains/transactions/commands/decide-transactions.ts'
import { addDays, startOfDay, toDay } from '#kernel/days.ts'
import { systemContext } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { branding } from '#test/support/accounts.ts'
import { createTestDatabase } from '#test/support/database.ts'
import type { TestDatabase } from '#test/support/database.ts'
import { createOrderFixtures, recordPending } from '#test/support/order-fixtures.ts'
import { makePayable, makePayee } from '#test/support/payees.ts'
import { createTestSealing } from '#test/support/sealing.ts'
import { payMonth } from '#test/support/statements.ts'
import { mailDigests } from './commands/mail-digests.ts'
import { mailSettlements } from './commands/mail-settlements.ts'

let database: TestDatabase
let ctx: Ctx

beforeAll(async () => {
  database = await createTestDatabase()
  ctx = systemContext(database.db, 'test')
})
afterAll(() => database.close())

const listMails = async () => {
  const mails = await database.db.selectFrom('mail').select(['subject', 'textBody']).orderBy('id').execute()
  return mails.filter(({ subject }) => !subject.includes('details'))
}

test('mails a publisher once that it was paid, and nothing to one who wants no such mails', async () => {
  const sealing = await createTestSealing(database.db)
  const now = new Date('2026-10-05T00:00:00Z')
  const early = { ...ctx, now: new Date('2026-09-01T00:00:00Z') }
  const [told, untold] = [await makePayee(early, sealing), await makePayee(early, sealing)]
  for (const publisherId of [told, untold]) await makePayable(early, { publisherId, amount: 1_500_055n })
  const { accountId } = await database.db
    .selectFrom('publisher')
    .select('accountId')
    .where('id', '=', untold)
    .executeTakeFirstOrThrow()
  await database.db.updateTable('account').set({ receivesNotices: false }).where('id', '=', accountId).execute()
  const payoutId = await payMonth({ ...ctx, now }, { publisherId: told, month: '2026-09-01', sealing })
  await mailSettlements({ ...ctx, now }, branding)
  await mailSettlements({ ...ctx, now }, branding)
  const [mail, ...others] = await listMails()
  expect(others).toEqual([])
  expect(mail?.subject).toContain('has paid you $150.00')
  expect(mail?.textBody).toContain(`/payments/${payoutId}`)
  expect(mail?.textBody).toContain('Bank account DE •••• 3000')
})

test('mails one digest of the orders that were decided the day before, and makes up for missed days', async () => {
  const before = (await listMails()).length
  const fixtures = await createOrderFixtures(database.db)
  const today = toDay(new Date())
  const yesterday = new Date(startOfDay(today).getTime() - 1)
  const orders = await Promise.all(Array.from({ length: 4 }, () => recordPending(ctx, fixtures)))
  const decide = (index: number, at: Date, action: 'confirm' | 'hold') => {
    const order = orders[index] ?? { publisherId: 0n, transactionId: '' }
    const holdReason = action === 'hold' ? ('NOT_SHIPPED' as const) : undefined
    return decideTransaction({ ...ctx, now: at }, { ...order, action, holdReason })
  }
  await decide(0, yesterday, 'confirm')
  await decide(1, yesterday, 'confirm')
  await decide(2, yesterday, 'hold')
  await decide(3, startOfDay(today), 'confirm')
  await Promise.all([mailDigests(ctx, branding), mailDigests(ctx, branding)])
  const digests = (await listMails()).slice(before)
  expect(digests).toHaveLength(1)
  expect(digests[0]?.textBody).toContain('2 orders confirmed, now worth $20.00 commission.')
  expect(digests[0]?.textBody).toContain('1 order waits longer')
  const afterThreeDays = { ...ctx, now: startOfDay(addDays(today, 3)) }
  await mailDigests(afterThreeDays, branding)
  expect((await listMails()).slice(before + 1).map(({ textBody }) => textBody)).toEqual([
    expect.stringContaining('1 order confirmed, now worth $10.00 commission.'),
  ])
})
