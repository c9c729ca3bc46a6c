import * as fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { beginState, endState } from '#domains/people/account-states/commands/change-state.ts'
import { listLines } from '#platform/server/database/database-check.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAccount } from '#test/support/network-fixtures.ts'
import { makePayable, makePayee } from '#test/support/payees.ts'
import { createTestSealing } from '#test/support/sealing.ts'
import { advanceRun } from './commands/advance-run.ts'
import { approveRun } from './commands/approve-run.ts'
import { exportRun } from './commands/export-run.ts'
import { lapseBalances } from './commands/lapse-balances.ts'
import { discardRun, draftRun } from './commands/make-run.ts'
import { retainBalances } from './commands/retain-balances.ts'
import { settlePayout } from './commands/settle-payouts.ts'
import { readPayoutDates } from './queries/condition-dates.ts'
import { verifyPayouts } from './queries/verify-payouts.ts'

const USD = 10_000n

const database = await openTestDatabase()
let sealing: Sealing
let [maker, approver]: Awaited<ReturnType<typeof makeAccount>>[] = []

beforeAll(async () => {
  sealing = await createTestSealing(database.db)
  maker = await makeAccount(at('2026-01-01'), 'operator')
  approver = await makeAccount(at('2026-01-01'), 'operator')
})
/** What the test before made payable is taken back, so that its publishers are in no later run. */
beforeEach(async () => {
  const { rows } = await sql<{ publisherId: bigint; amount: bigint }>`
    SELECT publisher_id, amount FROM balance WHERE account = 'publisher_payable' AND amount > 0`.execute(database.db)
  for (const { publisherId, amount } of rows) await makePayable(at('2026-09-02'), { publisherId, amount: -amount })
})

const at = (time: string): Ctx =>
  testContext(database.db, 'test', new Date(time.length === 10 ? `${time}T00:00:00Z` : time))
const by = (actor: typeof maker, time: string): Ctx => ({ ...at(time), ...(actor ? { actor } : {}) })
const close = (publisherId: bigint, time: string) =>
  beginState(at(time), { publisherId, state: 'closed', reason: 'Ended' })

/** Makes a publisher with something payable since 10 September 2026. */
async function make(amount: bigint, createdAt = '2026-09-01') {
  const publisherId = await makePayee(at(createdAt), sealing)
  await makePayable(at('2026-09-10'), { publisherId, amount })
  return publisherId
}

async function readBalances(publisherId: bigint): Promise<Record<string, bigint>> {
  const rows = await database.db.selectFrom('balance').selectAll().where('publisherId', '=', publisherId).execute()
  return Object.fromEntries(rows.filter(({ amount }) => amount !== 0n).map((row) => [row.account, row.amount]))
}

async function draft(time: string, month = '2026-09-01') {
  const runId = await draftRun(by(maker, time), { month })
  await advanceRun(by(maker, time), { runId, sealing, maxBatches: 9 })
  const payouts = await database.db.selectFrom('payout').selectAll().where('runId', '=', runId).execute()
  const exclusions = await database.db.selectFrom('payoutExclusion').selectAll().where('runId', '=', runId).execute()
  return { runId, payouts, exclusions }
}

async function approve(runId: string, time: string) {
  await approveRun(by(approver, time), { runId, computedAt: new Date(`${time}T00:00:00Z`), typedAmount: undefined })
  await advanceRun(by(maker, time), { runId, sealing, maxBatches: 9 })
  await exportRun(by(maker, time), { runId })
}

const expectConsistent = async () => expect(listLines(await verifyPayouts(database.db))).toEqual([])

test('a run pays the small balance of a closed account less the fee, which it gives back when it fails', async () => {
  const publisherId = await make(42n * USD + 50n)
  await close(publisherId, '2026-10-01')
  const early = await draft('2026-10-10')
  expect(early.exclusions).toMatchObject([{ publisherId, reason: 'closing', amount: 42n * USD + 50n }])
  await discardRun(by(maker, '2026-10-10'), { runId: early.runId })

  const { runId, payouts } = await draft('2026-10-31')
  expect(payouts).toMatchObject([{ publisherId, amount: 37n * USD, feeAmount: 5n * USD, restAmount: 50n }])
  await approve(runId, '2026-10-31')
  expect(await readBalances(publisherId)).toMatchObject({
    publisher_in_payment: 37n * USD,
    network_fee_income: 5n * USD,
    publisher_payable: 50n,
  })
  await expectConsistent()
  const settlement = { runId, payoutId: payouts[0]?.id ?? '', amount: 37n * USD, day: '2026-10-31' }
  const ctx = by(maker, '2026-10-31')
  await settlePayout(ctx, { ...settlement, status: 'failed', reference: '', reason: 'no such account' })
  expect(await readBalances(publisherId)).toMatchObject({ publisher_payable: 42n * USD + 50n })
  expect(await readBalances(publisherId)).not.toHaveProperty('network_fee_income')
  await expectConsistent()

  const again = await draft('2026-11-01')
  await approve(again.runId, '2026-11-01')
  const paid = { ...settlement, runId: again.runId, payoutId: again.payouts[0]?.id ?? '', day: '2026-11-01' }
  await settlePayout(by(maker, '2026-11-01'), { ...paid, status: 'paid', reference: 'TX', reason: '' })
  // The rest below a cent is retained, and a later order of an earlier click begins anew.
  await retainBalances(at('2026-11-02'))
  expect(await readBalances(publisherId)).toMatchObject({ publisher_withheld: 50n, network_fee_income: 5n * USD })
  await makePayable(at('2026-11-05'), { publisherId, amount: 300n * USD })
  const later = await draft('2026-12-31', '2026-11-01')
  expect(later.payouts).toMatchObject([{ amount: 300n * USD, feeAmount: 0n, carriedAmount: 0n }])
  await discardRun(by(maker, '2026-12-31'), { runId: later.runId })
  await expectConsistent()
})

test('an account that is reopened after the draft does not pay the fee', async () => {
  const publisherId = await make(42n * USD)
  await close(publisherId, '2026-10-01')
  const { runId, payouts } = await draft('2026-10-31')
  expect(payouts).toMatchObject([{ feeAmount: 5n * USD }])
  await endState(at('2026-10-31'), { publisherId, state: 'closed', reason: '' })
  const approving = approveRun(by(approver, '2026-10-31'), {
    runId,
    computedAt: new Date('2026-10-31T00:00:00Z'),
    typedAmount: undefined,
  })
  await expect(approving).rejects.toMatchObject({ details: { code: 'run.outdated' } })
  await discardRun(by(maker, '2026-10-31'), { runId })
})

test('retains a balance under the fee once the closing is final, no payout is open and no hold stands', async () => {
  const [small, exact, large, held, open] = [
    await make(4n * USD + 9999n),
    await make(5n * USD + 3n),
    await make(6n * USD),
    await make(3n * USD),
    await make(2n * USD),
  ]
  for (const publisherId of [small, exact, large, held]) await close(publisherId, '2026-10-01')
  await beginState(at('2026-10-02'), { publisherId: held, state: 'on_hold', reason: 'Questions' })
  await retainBalances(at('2026-10-14T23:59:59Z'))
  expect(await readBalances(small)).toMatchObject({ publisher_payable: 4n * USD + 9999n })
  await retainBalances(at('2026-10-15'))
  await retainBalances(at('2026-10-15'))
  expect(await readBalances(small)).toMatchObject({ publisher_withheld: 4n * USD + 9999n })
  expect(await readBalances(small)).not.toHaveProperty('publisher_payable')
  expect((await readPayoutDates(database.db, { publisherId: small })).lastTakenAt).toEqual(at('2026-10-15').now)
  expect(await readMails(small)).toEqual(['Your last balance of $5.00 at Tandem is not paid'])
  expect(await readBalances(exact)).toMatchObject({ publisher_withheld: 3n, network_fee_income: 5n * USD })
  expect(await readBalances(large)).toMatchObject({ publisher_payable: 6n * USD })
  expect(await readBalances(held)).toMatchObject({ publisher_payable: 3n * USD })
  expect(await readBalances(open)).toMatchObject({ publisher_payable: 2n * USD })
  await expectConsistent()
})

async function readMails(publisherId: bigint) {
  const { rows } = await sql<{ subject: string }>`
    SELECT subject FROM mail JOIN account ON account.email = to_address
    JOIN publisher ON publisher.account_id = account.id
    WHERE publisher.id = ${publisherId} AND subject ~ 'laps|balance' ORDER BY mail.id`.execute(database.ownerDb)
  return rows.map(({ subject }) => subject)
}

test('warns twice and lets a balance lapse after three years, unless the publisher comes back', async () => {
  const publisherId = await make(80n * USD, '2026-09-01')
  const active = await make(70n * USD, '2026-09-01')
  await database.ownerDb.deleteFrom('auditLine').execute()
  const run = (day: string) => lapseBalances(at(`${day}T02:40:00Z`))
  await run('2029-07-03')
  expect(await readMails(publisherId)).toEqual([])
  await run('2029-07-04')
  await run('2029-07-05')
  expect(await readMails(publisherId)).toEqual(['Your balance of $80.00 at Tandem lapses on September 2, 2029'])
  await run('2029-08-19')
  await run('2029-08-20')
  expect(await readMails(publisherId)).toHaveLength(2)
  // The other one logs in after its last reminder.
  const { accountId } = await database.db
    .selectFrom('publisher')
    .select('accountId')
    .where('id', '=', active)
    .executeTakeFirstOrThrow()
  await database.db
    .insertInto('auditLine')
    .values({
      createdAt: new Date('2029-09-01T23:59:59Z'),
      actorKind: 'visitor',
      action: 'account.sign-in',
      target: `account:${accountId}`,
      details: '{}',
    })
    .execute()
  await run('2029-09-01')
  expect(await readBalances(publisherId)).toMatchObject({ publisher_payable: 80n * USD })
  await run('2029-09-02')
  await run('2029-09-03')
  expect(await readBalances(publisherId)).toMatchObject({ network_lapsed: 80n * USD })
  expect(await readBalances(publisherId)).not.toHaveProperty('publisher_payable')
  expect(await readMails(publisherId)).toHaveLength(3)
  expect(await readBalances(active)).toMatchObject({ publisher_payable: 70n * USD })
  await expectConsistent()

  // What becomes payable later has three years and warnings of its own.
  await makePayable(at('2029-09-04'), { publisherId, amount: 20n * USD })
  await run('2029-09-05')
  expect(await readBalances(publisherId)).toMatchObject({ publisher_payable: 20n * USD })
  expect(await readMails(publisherId)).toHaveLength(3)
})

test('nothing lapses at the end of a hold that outlasted the warnings', async () => {
  const publisherId = await make(80n * USD, '2023-09-10')
  for (const day of ['2026-09-11', '2026-11-01']) await lapseBalances(at(day))
  const hold = { publisherId, state: 'on_hold', reason: 'We ask' } as const
  await beginState(at('2026-11-02'), hold)
  await lapseBalances(at('2027-02-01'))
  await endState(at('2027-02-02'), hold)
  await lapseBalances(at('2027-02-03'))
  expect(await readBalances(publisherId)).toMatchObject({ publisher_payable: 80n * USD })
})

test('a visitor who opens a link is an activity, a program is none', async () => {
  const [used, crawled] = [await make(80n * USD, '2020-01-01'), await make(80n * USD, '2020-01-01')]
  const figures = { siteId: 1n, advertiserId: 1n, hits: 1n, payable: 0n, bot: 0n, prefetch: 0n, head: 0n }
  const none = { notNavigation: 0n, suspended: 0n, accountClosed: 0n, noConsent: 0n, notJoined: 0n, programClosed: 0n }
  const rest = { inactiveSite: 0n, unknownSite: 0n, unknownAdvertiser: 0n, invalidUrl: 0n, transactions: 0n }
  const sums = { cancelledTransactions: 0n, orderValue: 0n, commission: 0n }
  const row = { hour: new Date('2025-01-01T05:00:00Z'), ...figures, ...none, ...rest, ...sums }
  await database.db
    .insertInto('rollupHour')
    .values([
      { publisherId: used, ...row, accountClosed: 1n },
      { publisherId: crawled, ...row, bot: 1n },
    ])
    .execute()
  await lapseBalances(at('2026-10-01'))
  expect([await readMails(used), await readMails(crawled)]).toEqual([[], [expect.stringContaining('lapses on')]])
})

test('any order of covers, reversals, closing, runs, retention and lapse explains every cent', async () => {
  const step = fc.oneof(
    fc.bigInt({ min: 1n, max: 1_200_000n }).map((amount) => ({ act: 'cover' as const, amount })),
    fc.bigInt({ min: 1n, max: 400_000n }).map((amount) => ({ act: 'reverse' as const, amount })),
    fc.constantFrom('close', 'reopen', 'retain', 'lapse', 'paid', 'failed', 'returned').map((act) => ({ act })),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      const publisherId = await makePayee(at('2026-01-01'), sealing)
      for (const [index, taken] of steps.entries()) await take(publisherId, taken, index)
      await expectConsistent()
      const balances = await readBalances(publisherId)
      // Postings only move money, so the ledger accounts of a publisher sum to zero.
      expect(Object.values(balances).reduce((sum, amount) => sum + amount, 0n)).toBe(0n)
      const rest = balances['publisher_payable'] ?? 0n
      if (rest > 0n) await makePayable(at('2026-01-02'), { publisherId, amount: -rest })
    }),
    { numRuns: 6 },
  )
})

type Step = { act: 'cover' | 'reverse'; amount: bigint } | { act: string }

/** Each step is twenty days after the one before. */
async function take(publisherId: bigint, step: Step, index: number): Promise<void> {
  const day = new Date(Date.UTC(2026, 1, 1 + 20 * index)).toISOString().slice(0, 10)
  const state = { publisherId, state: 'closed', reason: '' } as const
  const ignore = () => undefined
  if ('amount' in step) {
    const amount = step.act === 'cover' ? step.amount : -step.amount
    await makePayable(at(day), { publisherId, amount })
  } else if (step.act === 'close') await beginState(at(day), state).catch(ignore)
  else if (step.act === 'reopen') await endState(at(day), state).catch(ignore)
  else if (step.act === 'retain') await retainBalances(at(day))
  else if (step.act === 'lapse') {
    // An earlier lapse is an activity, so each is four years after the one before.
    for (const day of ['01-01', '03-01', '04-01']) await lapseBalances(at(`${2040 + 4 * index}-${day}`))
  } else await payOnce(day, step.act as 'paid' | 'failed' | 'returned')
}

async function payOnce(day: string, status: 'paid' | 'failed' | 'returned') {
  const month = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 2, 1)).toISOString().slice(0, 10)
  const { runId, payouts } = await draft(day, month)
  if (payouts.length === 0) return discardRun(by(maker, day), { runId })
  await approve(runId, day)
  for (const { id: payoutId, amount } of payouts) {
    const answer = { runId, payoutId, amount, day, reference: 'TX' }
    const first = status === 'failed' ? 'failed' : 'paid'
    await settlePayout(by(maker, day), {
      ...answer,
      status: first,
      reason: status === 'failed' ? 'no such account' : '',
    })
    if (status === 'returned') await settlePayout(by(maker, day), { ...answer, status, reason: 'closed' })
  }
}
