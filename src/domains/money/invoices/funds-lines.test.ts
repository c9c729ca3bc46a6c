import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideTransaction } from '#domains/orders/transactions/commands/decide-transactions.ts'
import { LEDGER_CHECKS } from '#domains/books/ledger/queries.ts'
import { DAY_MS, toDay } from '#kernel/days.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { parseAmount } from '#kernel/money.ts'
import { verifyTables } from '#platform/server/database/database-check.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeMember } from '#test/support/network-fixtures.ts'
import { createOrderFixtures, recordPending } from '#test/support/order-fixtures.ts'
import { getMonthStart } from '#test/support/invoices.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { recordDeposit, refundFunds } from '#domains/money/funding/commands/move-funds.ts'
import { setBilling } from '#domains/money/funding/commands/set-billing.ts'
import { useFunds } from '#domains/money/funding/commands/use-funds.ts'
import type { BillingView } from '#domains/money/funding/contract/billing.ts'
import { issueInvoice } from './commands/issue-invoices.ts'
import type { FundsLines, listOwnInvoicesCall } from './contract.ts'
import { fundingRoutes } from '#domains/money/funding/routes.ts'
import { getPaidPart } from '#domains/money/funding/rules.ts'
import { listFundsLines } from './queries/funds-lines.ts'
import { invoiceRoutes } from './routes.ts'

const USD = 10_000n
const addresses = { addressUnitedStates: '', addressHongKong: '' }
const network = { name: 'Tandem', supportEmail: 'help@tandem.example', legalIdentity: '', vatId: '', ...addresses }
const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>

beforeAll(async () => {
  server = await createTestServer(database.db, [...fundingRoutes(), ...invoiceRoutes({ network })])
})

afterAll(() => server.close())

const ctx = (now = new Date()) => testContext(database.db, 'test', now)
const sumOf = (amounts: readonly string[]) => amounts.reduce((sum, text) => sum + toAmount(text), 0n)
const toAmount = (text: string) =>
  text.startsWith('-') ? -(parseAmount(text.slice(1)) ?? 0n) : (parseAmount(text) ?? 0n)

async function get<Data>(as: AccountActor, path: string): Promise<Data> {
  const reply = await server.get(path, { as })
  expect(reply.statusCode).toBe(200)
  return reply.json().data
}

test('each figure of a billing is the sum of its lines', async () => {
  const fixtures = await createOrderFixtures(database.db)
  const { advertiserId } = fixtures
  const owner = await makeMember(ctx(), { advertiserId, role: 'owner' })
  const orders = [await recordPending(ctx(), fixtures), await recordPending(ctx(), fixtures)]
  for (let more = 0; more < 4; more += 1) orders.push(await recordPending(ctx(), fixtures))
  for (const order of orders) await decideTransaction(ctx(), { ...order, action: 'confirm' })
  const deposit = (amount: bigint, reference: string) =>
    recordDeposit(ctx(), { advertiserId, amount, movedOn: toDay(new Date()), reference })
  const first = await deposit(15n * USD, 'one')
  await useFunds(ctx(), { advertiserId })
  await deposit(17n * USD, 'two')
  await useFunds(ctx(), { advertiserId })
  const [covered] = orders
  if (!covered) throw new Error('No order was made.')
  await decideTransaction(ctx(), { ...covered, action: 'cancel', reasonCode: 'OUT_OF_STOCK' })
  await refundFunds(ctx(), { advertiserId, amount: 1n * USD, movedOn: toDay(new Date()), reference: 'back' })
  await setBilling(ctx(), { advertiserId, mode: 'postpaid', creditLimit: 12n * USD })
  await useFunds(ctx(), { advertiserId })
  await deposit(2n * USD, 'three')

  const billing = await get<BillingView>(owner, '/api/v1/brand/billing')
  const lines = (query: string) => get<FundsLines>(owner, `/api/v1/brand/funds/lines?page_size=50&${query}`)
  const uncovered = await lines('of=uncovered')
  expect([uncovered.count, uncovered.totals.amount]).toEqual([billing.uncovered_orders, billing.owed])
  expect(billing.uncovered_orders).toBeGreaterThan(0)

  for (const month of billing.months) {
    const { totals, ...listed } = await lines(`month=${month.month}`)
    expect([totals.commission, totals.fee]).toEqual([month.commission, month.fee])
    expect(sumOf(listed.lines.map(({ amount }) => amount))).toBe(toAmount(totals.amount))
  }

  const payments = billing.deposits.filter(({ kind }) => kind === 'deposit')
  const parts = await Promise.all(payments.map(({ id }) => lines(`deposit_id=${id}`)))
  expect(parts.map(({ totals }) => totals.amount)).toEqual(payments.map(({ used }) => used))
  const rests = sumOf(payments.map(({ rest }) => rest ?? '0'))
  const funds = sumOf(billing.months.slice(0, 1).map(({ closing }) => closing))
  // What is used beyond all payments is credit.
  expect(rests - funds).toBe(toAmount(billing.credit_limit) - (toAmount(billing.available) - rests))
  const ofFirst = parts[payments.findIndex(({ id }) => id === first.depositId)]
  expect(ofFirst?.lines.map(({ kind }) => kind)).toContain('cover')
  const all = await lines('')
  const refunded = sumOf(
    parts.flatMap((part) => part.lines.filter((line) => line.kind === 'refund')).map((line) => line.amount),
  )
  const used = parts.reduce((sum, { totals }) => sum + toAmount(totals.amount), 0n)
  expect(toAmount(all.totals.amount) + refunded - used).toBe(funds < 0n ? -funds : 0n)

  // Pages are read from the nearer end.
  const filter = { of: 'used' } as const
  const listed = await listFundsLines(database.db, { advertiserId, filter, page: { number: 1, size: 50 } })
  const pages = Array.from({ length: Math.ceil(all.count / 2) }, (_, index) => ({ number: index + 1, size: 2 }))
  const read = await Promise.all(pages.map((page) => listFundsLines(database.db, { advertiserId, filter, page })))
  expect(read.flatMap((page) => page.lines)).toEqual(listed.lines)
  expect(listed.lines.length).toBe(all.count)
  const times = listed.lines.map(({ at }) => at.getTime())
  expect(times).toEqual(times.toSorted((one, other) => other - one))
})

test('a check compares the funds of each month with the ledger', async () => {
  expect(await verifyTables(database.db, LEDGER_CHECKS)).toEqual([])
  await sql`UPDATE funds_month SET used = used + 1 WHERE publisher_id <> 0`.execute(database.ownerDb)
  expect(await verifyTables(database.db, LEDGER_CHECKS)).toMatchObject([{ kind: 'funds of a month' }])
})

test('an invoice is the sum of its lines, with what one carries to the next', async () => {
  const fixtures = await createOrderFixtures(database.db)
  const { advertiserId } = fixtures
  const owner = await makeMember(ctx(), { advertiserId, role: 'owner' })
  await setBilling(ctx(), { advertiserId, mode: 'postpaid', creditLimit: 0n })
  const [amended, taken] = [await recordPending(ctx(), fixtures), await recordPending(ctx(), fixtures)]
  for (const order of [amended, taken]) await decideTransaction(ctx(), { ...order, action: 'confirm' })
  await decideTransaction(ctx(), { ...amended, action: 'amend', orderValue: 12_3456n })
  await issueInvoice(ctx(getMonthStart(1)), { advertiserId })
  const later = ctx(new Date(getMonthStart(1).getTime() + DAY_MS))
  await decideTransaction(later, { ...taken, action: 'cancel', reasonCode: 'OUT_OF_STOCK' })
  await issueInvoice(ctx(getMonthStart(2)), { advertiserId })
  const { invoices } = await get<ReplyOf<typeof listOwnInvoicesCall>['data']>(owner, '/api/v1/brand/invoices')
  const [correction, first] = invoices
  expect([toAmount(correction?.amount ?? '') < 0n, toAmount(first?.amount ?? '') > 0n]).toEqual([true, true])
  const rests: bigint[] = []
  for (const { invoice_id: id, amount } of invoices.toReversed()) {
    const { lines, totals, invoice } = await get<FundsLines>(owner, `/api/v1/brand/funds/lines?invoice_id=${id}`)
    const [carried, rest] = [toAmount(invoice?.carried ?? ''), toAmount(invoice?.rest ?? '')]
    expect(sumOf(lines.map((line) => line.amount))).toBe(toAmount(totals.amount))
    expect(toAmount(totals.amount) + carried - rest).toBe(toAmount(amount))
    expect(carried).toBe(rests.at(-1) ?? 0n)
    rests.push(rest)
  }
  expect(rests[0]).toBeGreaterThan(0n)
})

test('another advertiser knows neither the payment nor the invoice', async () => {
  const fixtures = await createOrderFixtures(database.db)
  const { advertiserId, otherAdvertiser } = fixtures
  const { depositId } = await recordDeposit(ctx(), {
    advertiserId,
    amount: USD,
    movedOn: toDay(new Date()),
    reference: 'own',
  })
  const stranger = await makeMember(ctx(), { advertiserId: otherAdvertiser.advertiserId, role: 'owner' })
  for (const query of [`deposit_id=${depositId}`, `invoice_id=${depositId}`]) {
    const reply = await server.get(`/api/v1/brand/funds/lines?${query}`, { as: stranger })
    expect(reply.statusCode).toBe(404)
  }
})

test('the parts of uses sum up to the payments, and the parts of payments to the uses', () => {
  const amounts = fc.array(fc.bigInt(1n, 100n), { maxLength: 6 })
  const uses = fc.array(fc.bigInt(-60n, 100n), { maxLength: 12 })
  fc.assert(
    fc.property(amounts, uses, (payments, used) => {
      const parts = payments.map((amount, index) => {
        const from = payments.slice(0, index).reduce((sum, each) => sum + each, 0n)
        return { from, until: from + amount }
      })
      const paid = payments.reduce((sum, each) => sum + each, 0n)
      let before = 0n
      const sums = payments.map(() => 0n)
      for (const use of used) {
        // Nothing comes back that was not used.
        const after = before + use < 0n ? 0n : before + use
        const shares = parts.map((part) => getPaidPart({ before, after }, part))
        shares.forEach((share, index) => (sums[index] = (sums[index] ?? 0n) + share))
        // Beyond all payments it is credit.
        const reached = (sum: bigint) => (sum < paid ? sum : paid)
        expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(reached(after) - reached(before))
        before = after
      }
      expect(sums).toEqual(parts.map((part) => getPaidPart({ before: 0n, after: before }, part)))
      for (const [index, amount] of payments.entries()) expect((sums[index] ?? 0n) <= amount).toBe(true)
    }),
  )
})
