import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { decideTransaction } from '#domains/orders/transactions/commands/decide-transactions.ts'
import { addDays, startOfDay, toDay } from '#kernel/days.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAccount } from '#test/support/network-fixtures.ts'
import { createOrderFixtures, recordPending } from '#test/support/order-fixtures.ts'
import { makePayable, makePayee } from '#test/support/payees.ts'
import { createTestSealing } from '#test/support/sealing.ts'
import { payMonth } from '#test/support/statements.ts'
import { advanceRun } from './commands/advance-run.ts'
import { approveRun } from './commands/approve-run.ts'
import { exportRun } from './commands/export-run.ts'
import { mailDigests } from './commands/mail-digests.ts'
import { mailPayouts } from './commands/mail-payouts.ts'
import { draftRun } from './commands/make-run.ts'

const database = await openTestDatabase()
let ctx: Ctx

beforeAll(async () => {
  ctx = testContext(database.db)
})
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
  await database.db
    .updateTable('account')
    .set({ mutedNotices: ['paid', 'run_announced'] })
    .where('id', '=', accountId)
    .execute()
  const payoutId = await payMonth({ ...ctx, now }, { publisherId: told, month: '2026-09-01', sealing })
  await mailPayouts({ ...ctx, now })
  await mailPayouts({ ...ctx, now })
  const [mail, ...others] = await listMails()
  expect(others).toEqual([])
  expect(mail?.subject).toContain('has paid you $150.00')
  expect(mail?.textBody).toContain(`/payments/${payoutId}`)
  expect(mail?.textBody).toContain('Bank account DE •••• 3000')
  expect(mail?.textBody).toContain('The payment is for September 2026 (UTC).')
})

test('mails one digest of the orders that were decided the day before, and makes up for missed days', async () => {
  const before = (await listMails()).length
  const fixtures = await createOrderFixtures(database.db)
  const today = toDay(new Date())
  const yesterday = new Date(startOfDay(today).getTime() - 1)
  const orders = await Promise.all(Array.from({ length: 6 }, () => recordPending(ctx, fixtures)))
  const decide = (index: number, at: Date, action: 'confirm' | 'hold') => {
    const order = orders[index] ?? { publisherId: 0n, transactionId: '' }
    const holdReason = action === 'hold' ? ('NOT_SHIPPED' as const) : undefined
    return decideTransaction({ ...ctx, now: at }, { ...order, action, holdReason })
  }
  await decide(0, yesterday, 'confirm')
  await decide(1, yesterday, 'confirm')
  await decide(2, yesterday, 'hold')
  await decide(3, startOfDay(today), 'confirm')
  await decide(4, yesterday, 'confirm')
  for (const order of orders.slice(4)) {
    await decideTransaction({ ...ctx, now: yesterday }, { ...order, action: 'amend', orderValue: 500_000n })
  }
  await Promise.all([mailDigests(ctx), mailDigests(ctx)])
  const digests = (await listMails()).slice(before)
  expect(digests).toHaveLength(1)
  // What was decided follows its introduction; the link comes after it.
  expect(digests[0]?.textBody).toMatch(/how they stand now:\n2 orders confirmed[^]*See the transactions/)
  expect(digests[0]?.textBody).toContain('2 orders confirmed, now worth $20.00 commission.')
  expect(digests[0]?.textBody).toContain('2 orders amended to another value, now worth $10.00 commission.')
  expect(digests[0]?.textBody).toContain('1 order waits longer')
  const afterThreeDays = { ...ctx, now: startOfDay(addDays(today, 3)) }
  await mailDigests(afterThreeDays)
  expect((await listMails()).slice(before + 1).map(({ textBody }) => textBody)).toEqual([
    expect.stringContaining('1 order confirmed, now worth $10.00 commission.'),
  ])
})

test('announces an approved payout once, unless the publisher switched such mails off', async () => {
  const sealing = await createTestSealing(database.db)
  const now = new Date('2027-01-05T00:00:00Z')
  const early = { ...ctx, now: new Date('2026-12-01T00:00:00Z') }
  const [told, muted] = [await makePayee(early, sealing), await makePayee(early, sealing)]
  for (const publisherId of [told, muted]) await makePayable(early, { publisherId, amount: 2_000_000n })
  await sql`UPDATE account SET muted_notices = '{run_announced}'
    WHERE id = (SELECT account_id FROM publisher WHERE id = ${muted})`.execute(database.db)
  const before = (await listMails()).length
  const at = { ...ctx, now, actor: await makeAccount(ctx, 'operator') }
  const runId = await draftRun(at, { month: '2026-12-01' })
  await advanceRun(at, { runId, sealing, maxBatches: 9 })
  await mailPayouts(at)
  expect(await listMails()).toHaveLength(before)
  const { amount } = await database.db
    .selectFrom('payoutRun')
    .select('amount')
    .where('id', '=', runId)
    .executeTakeFirstOrThrow()
  const approver = { ...at, actor: await makeAccount(ctx, 'operator') }
  await approveRun(approver, { runId, computedAt: now, typedAmount: amount })
  await advanceRun(at, { runId, sealing, maxBatches: 9 })
  await mailPayouts(at)
  await exportRun(at, { runId })
  await mailPayouts(at)
  const mails = (await listMails()).slice(before)
  expect(mails.map(({ subject }) => subject)).toContain('Tandem is about to pay you $200.00')
  expect(mails.filter(({ subject }) => subject.includes('$200.00'))).toHaveLength(1)
})
