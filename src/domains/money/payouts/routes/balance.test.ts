import { beginState } from '#domains/people/account-states/commands/change-state.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, toDay } from '#kernel/days.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { recordIdentity } from '#domains/people/taxes/commands/record-identity.ts'
import { decideTransaction } from '#domains/orders/transactions/commands/decide-transactions.ts'
import { readConfig } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { verifyCorrupted } from '#test/support/corruption.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { createOrderFixtures, recordPending } from '#test/support/order-fixtures.ts'
import type { OrderFixtures } from '#test/support/order-fixtures.ts'
import { coverOrder, payMonth } from '#test/support/statements.ts'
import { createTestSealing } from '#test/support/sealing.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { sql } from 'kysely'
import { savePayment } from '../commands/payment.ts'
import { settlePayout } from '../commands/settle-payouts.ts'
import { getBalanceCall } from '../contract/balance.ts'
import { explainNextPaymentCall, explainTransactionCall, forecastCall } from '../contract/explanation.ts'
import { downloadStatementCall, getStatementCall, listPayoutsCall, printStatementCall } from '../contract/statements.ts'
import { findPayout, findStatement } from '../queries/statements.ts'
import { verifyPayouts } from '../queries/verify-payouts.ts'
import { getMonth, planNextRun } from '../rules/schedule.ts'
import { composeStatement } from '../views/statement-pdf.ts'
import { statementRoutes } from './statements.ts'

const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>
let fixtures: OrderFixtures
let ctx: Ctx
/** A time in the month before this one. */
let lastMonth: Date
const today = toDay(new Date())

beforeAll(async () => {
  server = await createTestServer(database.db, statementRoutes(readConfig({}), await createTestSealing(database.db)))
  fixtures = await createOrderFixtures(database.db)
  ctx = testContext(database.db)
  lastMonth = new Date(new Date(`${getMonth(today)}T00:00:00Z`).getTime() - 1)
  // The configuration of the server says something else since then.
  await recordIdentity({ ...ctx, now: lastMonth }, readConfig({ LEGAL_VAT_ID: 'DE123456788' }).network)
})

afterAll(() => server.close())

const read = async (path: string, publisherId = fixtures.publisherId) =>
  (await server.get(path, { as: actor(publisherId) })).json()

function actor(publisherId: bigint): AccountActor {
  const account = { accountId: publisherId, email: 'publisher@example.com', displayName: 'Publisher' }
  return { kind: 'account', role: 'publisher', ...account, publisherId }
}

async function recordConfirmed(at: Date) {
  const order = await recordPending(ctx, fixtures)
  await decideTransaction({ ...ctx, now: at }, { ...order, action: 'confirm' })
  return order
}

const address = (path: string, id: string) => path.replace(/:\w+/, id)

test('an order is explained and its money shown from pending to paid, with statement, CSV and PDF', async () => {
  const { publisherId } = fixtures
  const nextRun = planNextRun(today, null)
  const sealing = await createTestSealing(database.db)
  await database.db
    .updateTable('publisherProfile')
    .set({ paypalEmail: 'me@example.com', company: '上海笔记 Łódź', address: 'Straße 4', country: 'CN' })
    .where('id', '=', publisherId)
    .execute()
  const pending = await recordPending(ctx, fixtures)
  const confirmed = await recordConfirmed(new Date())
  const orders = await Promise.all(Array.from({ length: 11 }, () => recordConfirmed(lastMonth)))
  for (const order of orders) await coverOrder({ ...ctx, now: lastMonth }, order)
  const [first = pending] = orders
  const explain = async ({ transactionId }: { transactionId: string }) =>
    (await read(address(explainTransactionCall.path, transactionId))).data

  expect((await read(getBalanceCall.path)).data).toEqual({
    currency: 'USD',
    pending: '10.0000',
    confirmed: '10.0000',
    payable: '110.0000',
    in_payment: '0.0000',
    paid: '0.0000',
    next_payment: { day: nextRun.day, amount: '110.0000', minimum: '100.0000' },
  })
  const undecided = await explain(pending)
  expect(undecided).toMatchObject({ state: 'pending', payout_id: null })
  const dates = new Map(undecided.conditions.map((each: { name: string }) => [each.name, each]))
  expect(dates.get('decided')).toMatchObject({ date: expect.any(String), date_is: 'latest' })
  expect(dates.get('covered')).toMatchObject({ date: expect.any(String), date_is: 'expected' })
  expect(await explain(confirmed)).toMatchObject({ state: 'confirmed', hold_reason: null })
  const payable = await explain(first)
  expect(payable).toMatchObject({ state: 'payable', run: nextRun, minimum: '100.0000' })
  expect(payable.conditions.slice(0, 2)).toEqual([
    { name: 'decided', is_met: true, date: lastMonth.toISOString(), date_is: 'met', next_date: null, missing: null },
    { name: 'covered', is_met: true, date: lastMonth.toISOString(), date_is: 'met', next_date: null, missing: null },
  ])
  const reached = payable.conditions.find(({ name }: { name: string }) => name === 'minimum')
  expect(reached).toMatchObject({ is_met: true, date: `${toDay(lastMonth)}T00:00:00.000Z` })
  const waiting = (await explain(confirmed)).conditions.find(({ name }: { name: string }) => name === 'covered')
  expect(waiting).toMatchObject({ is_met: false, date: expect.any(String), next_date: null })
  const { data: forecast } = await read(forecastCall.path)
  expect(forecast.runs[0]).toEqual({ ...nextRun, added: '110.0000', paid: '110.0000' })
  const added = forecast.runs.reduce((sum: number, run: { added: string }) => sum + Number(run.added), 0)
  expect(added).toBe(130)

  const payoutId = await payMonth(ctx, { publisherId, month: nextRun.month, sealing })
  const { data: listed } = await read(listPayoutsCall.path)
  expect(listed).toMatchObject({
    count: 1,
    payouts: [{ payout_id: payoutId, statement_number: 1, amount: '110.0000' }],
  })
  const { data } = await read(`${address(getStatementCall.path, payoutId)}?page_size=10&page_number=2`)
  expect(data.payout).toMatchObject({ status: 'paid', lines_amount: '110.0000', rest: '0.0000', line_count: 11 })
  expect(data.lines).toHaveLength(1)
  expect(orders.map(({ transactionId }) => transactionId)).toContain(data.lines[0].transaction_id)
  expect(data.lines[0]).toMatchObject({ amount: '10.0000', terms_version: 1, payable_at: lastMonth.toISOString() })
  expect(await explain(first)).toMatchObject({ state: 'paid', payout_id: payoutId, run: null })
  expect((await read(getBalanceCall.path)).data).toMatchObject({ paid: '110.0000' })

  const csv = await server.get(address(downloadStatementCall.path, payoutId), { as: actor(publisherId) })
  const lines = csv.body.trimEnd().split('\r\n')
  expect(csv.headers['content-disposition']).toContain('statement-1.csv')
  expect(lines).toHaveLength(12)
  expect(lines[0]).toMatch(
    /^payable_time,transaction_id,order_id,.*,publisher,publisher_vat_id,network,network_vat_id$/,
  )
  expect(lines[1]).toMatch(new RegExp(`,statement,1,${today},[^,]+,,Tandem,DE123456788$`))
  const pdf = await server.get(`${address(printStatementCall.path, payoutId)}?hl=zh`, { as: actor(publisherId) })
  expect(pdf.headers['content-type']).toBe('application/pdf')
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.rawPayload.length).toBeGreaterThan(10_000)
})

test('another publisher finds neither payout nor explanation', async () => {
  const payoutId = (await read(listPayoutsCall.path)).data.payouts[0].payout_id
  const other = fixtures.publisherId + 99n
  for (const { path } of [getStatementCall, downloadStatementCall, printStatementCall]) {
    expect((await server.get(address(path, payoutId), { as: actor(other) })).statusCode).toBe(404)
  }
})

test('a paid order that is amended and cancelled says what was paid and which run takes it back', async () => {
  const { publisherId } = fixtures
  const { data: listed } = await read(listPayoutsCall.path)
  const payoutId = listed.payouts[0].payout_id
  const { data } = await read(address(getStatementCall.path, payoutId))
  const transactionId = data.lines[0].transaction_id
  const explain = async () => (await read(address(explainTransactionCall.path, transactionId))).data
  const payments = [{ payout_id: payoutId, statement_number: 1, date: `${today}T00:00:00.000Z`, amount: '10.0000' }]
  expect(await explain()).toMatchObject({ state: 'paid', payments, taken_back: [] })

  const amendedAt = new Date()
  const order = { publisherId, transactionId, reasonCode: 'RETURNED_MERCHANDISE' } as const
  await decideTransaction({ ...ctx, now: amendedAt }, { ...order, action: 'amend', orderValue: 400_000n })
  const nextRun = planNextRun(today, planNextRun(today, null).month)
  const open = { payout_id: null, statement_number: null, run: nextRun }
  const amended = { ...open, date: amendedAt.toISOString(), amount: '6.0000' }
  expect(await explain()).toMatchObject({ state: 'paid', payments, taken_back: [amended] })

  const cancelledAt = new Date(amendedAt.getTime() + 1000)
  await decideTransaction({ ...ctx, now: cancelledAt }, { ...order, action: 'cancel' })
  const cancelled = { ...open, date: cancelledAt.toISOString(), amount: '4.0000' }
  expect(await explain()).toMatchObject({ state: 'cancelled', payments, taken_back: [amended, cancelled] })
})

test('an order that is reopened after its validation period is on hold since then', async () => {
  const order = await recordPending(ctx, fixtures)
  const reopenedAt = new Date(Date.now() + 60 * DAY_MS)
  await decideTransaction(ctx, { ...order, action: 'hold', holdReason: 'NOT_SHIPPED' })
  await decideTransaction(ctx, { ...order, action: 'confirm' })
  await decideTransaction({ ...ctx, now: reopenedAt }, { ...order, action: 'reopen' })
  const { data } = await read(address(explainTransactionCall.path, order.transactionId))
  expect(data).toMatchObject({ hold_reason: 'UNDER_REVIEW' })
  expect(data.conditions.slice(0, 3)).toMatchObject([
    { name: 'decided', is_met: false, date: reopenedAt.toISOString(), date_is: 'since' },
    { name: 'covered', is_met: false, date: null, date_is: 'unknown' },
    { name: 'in_month', is_met: false, date: expect.any(String), date_is: 'earliest' },
  ])
})

test('a threshold above the minimum and a hold count', async () => {
  const { publisherId } = fixtures
  const settings = {
    publisherId,
    thresholdAmount: 5_000_000n,
    paypalEmail: 'me@example.com',
    billingEmail: '',
  }
  await savePayment(ctx, settings)
  expect((await read(getBalanceCall.path)).data.next_payment).toMatchObject({ amount: null, minimum: '500.0000' })
  await beginState(ctx, { publisherId, state: 'on_hold', reason: 'We wait for a tax form.' })
  const { data: next } = await read(explainNextPaymentCall.path)
  const unmet = next.conditions.filter((each: { is_met: boolean }) => !each.is_met)
  expect(unmet.map(({ name }: { name: string }) => name)).toEqual(['minimum', 'not_on_hold'])
})

test('asks a visitor to log in', async () => {
  expect((await server.get(getBalanceCall.path)).statusCode).toBe(401)
})

test.each([
  ['a statement of another number', sql`UPDATE statement SET number = 2`, 'expected number 1, found number 2'],
  ['a missing statement', sql`DELETE FROM statement`, 'expected a number, found none'],
  ['a counter that is ahead', sql`UPDATE statement_counter SET last_number = 7`, 'expected 7, found 1'],
  [
    'a statement of a payout that is not paid',
    sql`UPDATE payout SET status = 'exported', reference = NULL,
    settled_on = NULL`,
    'expected none, found number 1',
  ],
])('the check finds %s', async (_name, corruption, line) => {
  expect(await verifyPayouts(database.db)).toEqual([])
  const found = await verifyCorrupted(database.ownerDb, [corruption], verifyPayouts)
  expect(found).toContainEqual(expect.stringContaining(line))
})

test('the statement of a payment that came back has no lines, and no CSV', async () => {
  const { publisherId } = fixtures
  const { payout_id: payoutId } = (await read(listPayoutsCall.path)).data.payouts[0]
  const paid = await findPayout(database.db, { publisherId, payoutId })
  const statement = await findStatement(database.db, { publisherId, payoutId })
  if (!paid || !statement) throw new Error('The payout has no statement.')
  const { runId, amount } = paid
  const answer = { status: 'returned', reference: 'PP-1', day: today, reason: 'Account closed' } as const
  await settlePayout(ctx, { runId, payoutId, amount, ...answer })
  await database.db.updateTable('paymentDetail').set({ thresholdAmount: 0n }).where('id', '=', publisherId).execute()
  const { data: next } = await read(explainNextPaymentCall.path)
  const minimum = next.conditions.find(({ name }: { name: string }) => name === 'minimum')
  expect(minimum).toMatchObject({ date: `${today}T00:00:00.000Z` })
  expect((await server.get(address(downloadStatementCall.path, payoutId), { as: actor(publisherId) })).statusCode).toBe(
    404,
  )
  const payout = (await findPayout(database.db, { publisherId, payoutId })) ?? paid
  const { network } = readConfig({ LEGAL_IDENTITY: 'Gardens GmbH', LEGAL_VAT_ID: 'DE 123456788' })
  const consent = { ...statement, vatId: 'FR12345678901', selfBillingVersion: '2026-11' }
  const compose = (document: typeof statement, of = payout) =>
    composeStatement({ payout: of, statement: document, lines: [] }, { network, locale: 'en' })
  expect(compose(statement, paid)).toMatchObject({
    title: 'Statement 1',
    remarks: [expect.anything(), expect.stringMatching(/ no invoice: .* not consented/)],
  })
  expect(compose(consent, paid)).toMatchObject({
    title: 'Self-billing invoice 1',
    facts: expect.arrayContaining([
      ['VAT id of the recipient', 'FR12345678901'],
      ['VAT id of the network', 'DE123456788'],
    ]),
    remarks: [expect.anything(), expect.stringMatching(/^Self-billing: .*version 2026-11.*reverse charge/)],
  })
  const content = compose(consent)
  expect(content.tables).toEqual([])
  expect(content.remarks[0]).toMatch(/came back on .*\. Its lines stand in the balance again/)
})
