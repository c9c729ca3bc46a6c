import { beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { AccountActor } from '#kernel/actor.ts'
import type { Refusal } from '#kernel/errors.ts'
import { listLines } from '#platform/server/database/database-check.ts'
import { beginState, endState } from '#domains/people/account-states/commands/change-state.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAccount } from '#test/support/network-fixtures.ts'
import { makePayable, makePayee, payeeBank } from '#test/support/payees.ts'
import { createTestSealing } from '#test/support/sealing.ts'
import { advanceRun } from './commands/advance-run.ts'
import { approveRun } from './commands/approve-run.ts'
import { closeRun, exportRun } from './commands/export-run.ts'
import { discardRun, draftRun, recomputeRun } from './commands/make-run.ts'
import { saveBank } from './commands/payment.ts'
import { settlePayout } from './commands/settle-payouts.ts'
import { verifyPayouts } from './queries/verify-payouts.ts'

const USD = 10_000n
const september = '2026-09-01'
const covered = new Date('2026-09-10T12:00:00Z')
const computedAt = new Date('2026-10-05T00:00:00Z')

const database = await openTestDatabase()
let sealing: Sealing
let [maker, approver]: AccountActor[] = []

beforeAll(async () => {
  sealing = await createTestSealing(database.db)
  const ctx = testContext(database.db)
  maker = await makeAccount(ctx, 'operator')
})
const at = (time: string | Date): Ctx => testContext(database.db, 'test', new Date(time))
const by = (actor: AccountActor | undefined, time = '2026-10-05T00:00:00Z'): Ctx => ({
  ...at(time),
  actor: actor ?? { kind: 'system', name: 'test' },
})
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: Refusal) => error.details.code,
  )

async function compute(time?: string) {
  const runId = await draftRun(by(maker, time), { month: september })
  await advanceRun(by(maker, time), { runId, sealing, maxBatches: 9 })
  return runId
}

const readPayouts = (runId: string) =>
  database.db.selectFrom('payout').selectAll().where('runId', '=', runId).orderBy('publisherId').execute()
const readExclusions = async (runId: string) => {
  const rows = await database.db.selectFrom('payoutExclusion').selectAll().where('runId', '=', runId).execute()
  return rows.map(({ publisherId, reason, amount }) => [publisherId, reason, amount])
}
const readBalance = async (publisherId: bigint, account: string) => {
  const row = await database.db
    .selectFrom('balance')
    .select('amount')
    .where('publisherId', '=', publisherId)
    .where('account', '=', account)
    .executeTakeFirst()
  return row?.amount ?? 0n
}
const expectConsistent = async () => expect(listLines(await verifyPayouts(database.db))).toEqual([])

test('pays what became payable in the month, in whole cents, and carries the rest', async () => {
  const publisherId = await makePayee(at('2026-09-01T00:00:00Z'), sealing)
  await makePayable(at(covered), { publisherId, amount: 150n * USD + 55n })
  await makePayable(at('2026-09-30T23:59:59.999Z'), { publisherId, amount: 10n * USD })
  await makePayable(at('2026-10-01T00:00:00Z'), { publisherId, amount: 7n * USD })
  const runId = await compute()
  const [payout] = await readPayouts(runId)
  expect(payout).toMatchObject({ publisherId, amount: 160n * USD, restAmount: 55n, lineCount: 2, status: 'draft' })
  expect(payout).toMatchObject({ method: 'bank', destinationHint: 'DE •••• 3000' })
  expect(await readBalance(publisherId, 'publisher_in_payment')).toBe(0n)
  await expectConsistent()

  expect(await codeOf(exportRun(by(maker), { runId }))).toBe('run.changed_meanwhile')
  expect(await codeOf(approveRun(by(maker), { runId, computedAt, typedAmount: 1n }))).toBe('run.typed_sum')
  await approveRun(by(maker), { runId, computedAt, typedAmount: 160n * USD })
  expect(await codeOf(exportRun(by(maker), { runId }))).toBe('run.not_posted')
  await advanceRun(by(maker), { runId, sealing, maxBatches: 9 })
  expect(await readBalance(publisherId, 'publisher_in_payment')).toBe(160n * USD)
  await expectConsistent()
  await exportRun(by(maker), { runId })
  const settlement = {
    payoutId: payout?.id ?? '',
    amount: 160n * USD,
    status: 'paid' as const,
    reference: 'TX-1',
    day: '2026-10-05',
    reason: '',
  }
  expect(await codeOf(closeRun(by(maker), { runId }))).toBe('run.changed_meanwhile')
  expect(await codeOf(settlePayout(by(maker), { runId, ...settlement, amount: 1n }))).toBe('payout.other_amount')
  expect(await codeOf(settlePayout(by(maker), { runId, ...settlement, day: '2026-10-06' }))).toBe('payout.day')
  await settlePayout(by(maker), { runId, ...settlement })
  await settlePayout(by(maker), { runId, ...settlement })
  expect(await codeOf(settlePayout(by(maker), { runId, ...settlement, reference: 'TX-2' }))).toBe(
    'payout.settled_otherwise',
  )
  await closeRun(by(maker), { runId })
  expect(await readBalance(publisherId, 'publisher_payable')).toBe(7n * USD + 55n)
  expect(await readBalance(publisherId, 'network_cash')).toBe(160n * USD)
  await expectConsistent()

  const returned = { ...settlement, status: 'returned' as const, reference: '', reason: 'account closed' }
  await settlePayout(by(maker), { runId, ...returned })
  expect(await readBalance(publisherId, 'network_cash')).toBe(0n)
  await expectConsistent()
  const again = await compute()
  expect(await readPayouts(again)).toMatchObject([{ amount: 160n * USD, carriedAmount: 0n, restAmount: 55n }])
  await discardRun(by(maker), { runId: again })
})

test('carries the rest into the next payout and pays the lines of a failed one again', async () => {
  const publisherId = await makePayee(at('2026-09-01T00:00:00Z'), sealing)
  await database.db.updateTable('paymentDetail').set({ bankSealed: null }).where('id', '<', publisherId).execute()
  await makePayable(at(covered), { publisherId, amount: 100n * USD + 60n })
  const finish = async (runId: string, status: 'paid' | 'failed') => {
    const { amount } = await database.db
      .selectFrom('payoutRun')
      .selectAll()
      .where('id', '=', runId)
      .executeTakeFirstOrThrow()
    await approveRun(by(maker), { runId, computedAt, typedAmount: amount })
    await advanceRun(by(maker), { runId, sealing, maxBatches: 9 })
    await exportRun(by(maker), { runId })
    const [payout] = await readPayouts(runId)
    const answer = { status, reference: 'TX', day: '2026-10-05', reason: status === 'paid' ? '' : 'no such account' }
    await settlePayout(by(maker), { runId, payoutId: payout?.id ?? '', amount, ...answer })
    await expectConsistent()
  }
  await finish(await compute(), 'failed')
  expect(await readBalance(publisherId, 'publisher_payable')).toBe(100n * USD + 60n)
  await finish(await compute(), 'paid')
  await makePayable(at(covered), { publisherId, amount: 100n * USD + 70n })
  const runId = await compute()
  expect(await readPayouts(runId)).toMatchObject([
    { linesAmount: 100n * USD + 70n, carriedAmount: 60n, amount: 100n * USD + 100n, restAmount: 30n },
  ])
  await finish(runId, 'paid')
  expect(await readBalance(publisherId, 'publisher_payable')).toBe(30n)
})

test('pays nothing that was taken back later, and approves no draft above the balance or not seen', async () => {
  const publisherId = await makePayee(at('2026-09-01T00:00:00Z'), sealing)
  await database.db.updateTable('paymentDetail').set({ bankSealed: null }).where('id', '<', publisherId).execute()
  await makePayable(at(covered), { publisherId, amount: 300n * USD })
  await makePayable(at('2026-10-03T00:00:00Z'), { publisherId, amount: -120n * USD })
  await makePayable(at('2026-10-03T00:00:00Z'), { publisherId, amount: 10n * USD })
  const runId = await compute()
  expect(await readPayouts(runId)).toMatchObject([{ publisherId, amount: 180n * USD, lineCount: 2 }])
  await expectConsistent()

  await makePayable(at('2026-10-05T00:00:00Z'), { publisherId, amount: -11n * USD })
  const approve = (sum: bigint) => codeOf(approveRun(by(maker), { runId, computedAt, typedAmount: sum * USD }))
  expect(await approve(180n)).toBe('run.outdated')
  const later = by(maker, '2026-10-05T00:00:01Z')
  await recomputeRun(later, { runId })
  expect(await approve(169n)).toBe('run.not_computed')
  await advanceRun(later, { runId, sealing, maxBatches: 9 })
  expect(await readPayouts(runId)).toMatchObject([{ publisherId, amount: 169n * USD, lineCount: 3 }])
  expect(await approve(169n)).toBe('run.changed_meanwhile')
  await discardRun(by(maker), { runId })
  await makePayable(at('2026-10-05T00:00:00Z'), { publisherId, amount: -169n * USD })
})

test('excludes each publisher for the reason that holds, and computes the same again', async () => {
  const early = at('2026-09-01T00:00:00Z')
  const make = async (amount: bigint) => {
    const publisherId = await makePayee(early, sealing)
    await makePayable(at(covered), { publisherId, amount })
    return publisherId
  }
  const paid = await make(500n * USD)
  const small = await make(99n * USD + 9999n)
  const negative = await make(-1n * USD)
  const high = await make(200n * USD)
  await database.db
    .updateTable('paymentDetail')
    .set({ thresholdAmount: 201n * USD })
    .where('id', '=', high)
    .execute()
  const bare = await make(300n * USD)
  await database.db.updateTable('paymentDetail').set({ bankSealed: null }).where('id', '=', bare).execute()
  const unnamed = await make(300n * USD)
  await saveBank(early, { publisherId: unnamed, bank: { ...payeeBank, accountName: '张伟' }, sealing })
  const changed = await make(300n * USD)
  const recently = new Date('2026-10-03T00:00:00.001Z')
  await database.db
    .updateTable('paymentDetail')
    .set({ destinationChangedAt: recently })
    .where('id', '=', changed)
    .execute()
  const held = await make(300n * USD)
  const hold = { publisherId: held, state: 'on_hold', reason: 'under investigation' } as const
  await beginState(by(maker), hold)
  expect(await codeOf(beginState(by(maker), hold))).toBe('account_state.begun')
  const ofPublisher = (publisherId: bigint) => sql`publisher_id = ${publisherId}`
  const changeForm = async (change: RawBuilder<unknown>) => {
    const publisherId = await make(300n * USD)
    await sql`UPDATE tax_form SET ${change} WHERE ${ofPublisher(publisherId)}`.execute(database.ownerDb)
    return publisherId
  }
  const missing = await changeForm(sql`status = 'replaced'`)
  const waiting = await changeForm(sql`status = 'waiting', decided_at = NULL`)
  const expired = await changeForm(sql`form = 'W-8BEN', expires_on = '2026-10-04'`)
  const unverified = await make(300n * USD)
  const rejected = await make(300n * USD)
  await sql`
    UPDATE account SET password_hash = NULL
    WHERE id = (SELECT account_id FROM publisher WHERE id = ${unverified})`.execute(database.ownerDb)
  await sql`
    UPDATE account SET review_status = 'rejected'
    WHERE id = (SELECT account_id FROM publisher WHERE id = ${rejected})`.execute(database.ownerDb)
  const runId = await compute()
  const exclusions = await readExclusions(runId)
  expect(exclusions).toEqual(
    expect.arrayContaining([
      [small, 'below_minimum', 99n * USD + 9999n],
      [negative, 'negative', -1n * USD],
      [high, 'below_minimum', 200n * USD],
      [bare, 'no_details', 300n * USD],
      [unnamed, 'no_bank_name', 300n * USD],
      [changed, 'details_changed', 300n * USD],
      [missing, 'no_tax_form', 300n * USD],
      [waiting, 'tax_form_waiting', 300n * USD],
      [expired, 'tax_form_expired', 300n * USD],
      [unverified, 'unverified_email', 300n * USD],
      [held, 'on_hold', 300n * USD],
      [rejected, 'not_approved', 300n * USD],
    ]),
  )
  const strip = async () => (await readPayouts(runId)).map(({ id: _, changedAt: __, ...payout }) => payout)
  const before = await strip()
  expect(before).toMatchObject([{ publisherId: paid, amount: 500n * USD }])
  await recomputeRun(by(maker), { runId })
  await advanceRun(by(maker), { runId, sealing, maxBatches: 9 })
  expect(await strip()).toEqual(before)
  expect(await readExclusions(runId)).toEqual(exclusions)
  await expectConsistent()

  await database.db
    .updateTable('paymentDetail')
    .set({ destinationChangedAt: new Date('2026-10-05T00:00:00Z') })
    .where('id', '=', paid)
    .execute()
  expect(await codeOf(approveRun(by(maker), { runId, computedAt, typedAmount: 500n * USD }))).toBe('run.outdated')
  await endState(by(maker), hold)
  expect(await codeOf(endState(by(maker), hold))).toBe('account_state.not_begun')
  await discardRun(by(maker), { runId })
  await database.db.updateTable('paymentDetail').set({ destinationChangedAt: null }).where('id', '=', paid).execute()
  await expectConsistent()
})

test('needs a second operator as soon as there is one, and lets one of two at once win', async () => {
  approver = await makeAccount(at(new Date()), 'operator')
  const runs = await Promise.all([codeOf(compute()), codeOf(compute())])
  expect(runs.toSorted()).toEqual(['done', 'run.draft_exists'])
  const { id: runId, amount } = await database.db
    .selectFrom('payoutRun')
    .selectAll()
    .where('status', '=', 'draft')
    .executeTakeFirstOrThrow()
  expect(await codeOf(approveRun(by(maker), { runId, computedAt, typedAmount: amount }))).toBe('run.same_operator')
  const approve = () => codeOf(approveRun(by(approver), { runId, computedAt, typedAmount: undefined }))
  expect((await Promise.all([approve(), approve()])).toSorted()).toEqual(['done', 'run.changed_meanwhile'])
  const { details } = await database.db
    .selectFrom('auditLine')
    .select('details')
    .where('target', '=', `payout-run:${runId}`)
    .where('action', '=', 'payout-run.approve')
    .executeTakeFirstOrThrow()
  expect(details).toMatchObject({ approvedBy: 'second_operator', amount: String(amount) })
  await Promise.all([1, 2].map(() => advanceRun(by(maker), { runId, sealing, maxBatches: 9 })))
  await expectConsistent()
})

test('refuses a month that is not over, and a second open payout of a publisher', async () => {
  expect(await codeOf(draftRun(by(maker, '2026-09-30T23:59:59Z'), { month: september }))).toBe('run.month_open')
  const copy = sql`
    INSERT INTO payout (publisher_id, id, run_id, status, lines_amount, carried_amount, amount, rest_amount, line_count,
      method, destination_hint, changed_at)
    SELECT publisher_id, gen_random_uuid(), gen_random_uuid(), 'draft', lines_amount, carried_amount, amount,
      rest_amount, line_count, method, destination_hint, changed_at
    FROM payout WHERE status = 'approved'`
  await expect(copy.execute(database.db)).rejects.toThrow(/payout_open/)
})
