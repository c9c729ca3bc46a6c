import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { getReceivableAccount } from '#domains/books/ledger/rules.ts'
import { recordDeposit } from '#domains/money/funding/commands/move-funds.ts'
import { setBilling } from '#domains/money/funding/commands/set-billing.ts'
import { useFunds } from '#domains/money/funding/commands/use-funds.ts'
import type { BillingMode } from '#domains/money/funding/rules.ts'
import { decideTransaction } from '#domains/orders/transactions/commands/decide-transactions.ts'
import type { Decision } from '#domains/orders/transactions/rules/decide.ts'
import { DAY_MS, toDay } from '#kernel/days.ts'
import { Refusal } from '#kernel/errors.ts'
import { listLines } from '#platform/server/database/database-check.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { getMonthStart } from '#test/support/invoices.ts'
import { createOrderFixtures, recordPending } from '#test/support/order-fixtures.ts'
import { issueInvoice } from './commands/issue-invoices.ts'
import { sumDues } from './queries/invoiced-dues.ts'
import { verifyInvoices } from './queries/verify-invoices.ts'

const USD = 10_000n

const database = await openTestDatabase()

const ctx = (now = new Date()) => testContext(database.db, 'test', now)

/** The months until a walk has ended; after them, each is invoiced to this month. */
const WALK_MONTHS = 9

describe('an advertiser that changes between paying in advance and later', () => {
  const act = fc.oneof(
    { arbitrary: fc.constantFrom('confirm', 'amend', 'cancel', 'reopen'), weight: 6 },
    { arbitrary: fc.constantFrom('postpaid', 'prepaid', 'deposit'), weight: 4 },
  )
  const walk = fc.array(fc.record({ act, days: fc.integer({ min: 0, max: 12 }), pick: fc.nat() }), {
    minLength: 10,
    maxLength: 20,
  })

  test('is invoiced for all of each order but what it paid in advance, whatever it changes and pays', async () => {
    await fc.assert(
      fc.asyncProperty(walk, async (steps) => {
        const advertiser = await createWalker()
        for (const step of steps) await advertiser.take(step)
        await advertiser.take({ act: 'postpaid', days: 0, pick: 0 })
        await advertiser.invoiceUntil(getMonthStart(WALK_MONTHS + 2))
        expect(await advertiser.listMisinvoiced()).toEqual([])
        expect(listLines(await verifyInvoices(database.db))).toEqual([])
      }),
      { numRuns: 8, seed: 17, endOnFailure: true },
    )
  })

  test.each([
    // What the first amendment gives back covers the second order, so the last but one leaves the first order owed.
    [
      'what amendments make it owe of an order that was paid',
      ['confirm', 'deposit 10', 'amend 0', 'confirm', 'amend 3', 'deposit 0', 'amend 2', 'amend 4'],
      3n,
    ],
    // The second order is owed since before the first was cancelled.
    [
      'no more and no less than it owes of an order that was cancelled, confirmed again and amended',
      ['confirm', 'confirm', 'cancel 0', 'reopen 0', 'amend 0'],
      13n,
    ],
    [
      'no order that it paid in advance between two confirmations of another',
      ['confirm', 'cancel 0', 'confirm', 'deposit 10', 'reopen 0'],
      10n,
    ],
    [
      'no order that it paid in advance between two amendments of another',
      ['confirm', 'deposit 10', 'amend 0', 'confirm', 'deposit 3', 'amend 2'],
      6n,
    ],
    [
      'what it owes, and not less by an order that it paid in advance and then cancelled',
      ['confirm', 'deposit 10', 'confirm', 'cancel 0'],
      10n,
    ],
  ])('is invoiced for %s', async (_name, acts, invoiced) => {
    const advertiser = await createWalker()
    for (const each of [...acts, 'postpaid']) {
      const [act = '', pick] = each.split(' ')
      await advertiser.take({ act, days: 1, pick: Number(pick ?? 0) })
    }
    await advertiser.invoiceUntil(getMonthStart(WALK_MONTHS + 2))
    expect(await advertiser.listMisinvoiced()).toEqual([])
    expect(await advertiser.readInvoiced()).toEqual([invoiced * USD])
    expect(listLines(await verifyInvoices(database.db))).toEqual([])
  })
})

interface Step {
  act: string
  /** Days that pass before it. */
  days: number
  pick: number
}

/** An advertiser whose time passes with its steps; at the end of each month it is invoiced. */
async function createWalker() {
  const fixtures = await createOrderFixtures(database.db)
  const { advertiserId } = fixtures
  const orders: { publisherId: bigint; transactionId: string }[] = []
  // The walk begins with a month, so that it is the same on each day.
  let now = getMonthStart(1)
  let months = 1
  const pass = async (until: Date) => {
    for (; getMonthStart(months + 1) <= until; months += 1)
      await issueInvoice(ctx(getMonthStart(months + 1)), { advertiserId })
    now = until
  }
  let paysLater = false
  const invoiced = new Set<string>()
  /** What was covered of an order when the advertiser last began to pay later, unless invoices contained it by then. */
  const paidAhead = new Map<string, bigint>()
  const change = async (mode: BillingMode) => {
    await setBilling(ctx(now), { advertiserId, mode, creditLimit: 0n })
    const begins = mode === 'postpaid' && !paysLater
    paysLater = mode === 'postpaid'
    if (!begins) return
    for (const { transactionId, due, covered } of await listOrders(advertiserId)) {
      if (invoiced.has(transactionId)) continue
      paidAhead.set(transactionId, covered)
      if (due > covered) invoiced.add(transactionId)
    }
  }
  const decide = async (pick: number, decision: Decision) => {
    const order = orders[pick % orders.length]
    if (!order) return
    await decideTransaction(ctx(now), { ...order, ...decision })
    if (paysLater) invoiced.add(order.transactionId)
  }
  const acts: Record<string, (pick: number) => Promise<unknown> | undefined> = {
    confirm: async () => {
      const { publisherId, transactionId } = await recordPending(ctx(), fixtures)
      orders.push({ publisherId, transactionId })
      await decide(orders.length - 1, { action: 'confirm' })
    },
    amend: (pick) => decide(pick, { action: 'amend', orderValue: BigInt((pick % 3) + 1) * 30n * USD }),
    cancel: (pick) => decide(pick, { action: 'cancel', reasonCode: 'OUT_OF_STOCK' }),
    reopen: (pick) => decide(pick, { action: 'confirm' }),
    postpaid: () => change('postpaid'),
    prepaid: () => change('prepaid'),
    deposit: async (pick) => {
      const amount = BigInt(pick % 40) * USD + 1n
      await recordDeposit(ctx(now), { advertiserId, amount, movedOn: toDay(now), reference: `${now.getTime()}` })
      await useFunds(ctx(now), { advertiserId })
    },
  }
  return {
    async take({ act, days, pick }: Step) {
      await pass(new Date(now.getTime() + days * DAY_MS + 1))
      await acts[act]?.(pick)?.catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
      })
    },
    invoiceUntil: pass,
    async readInvoiced() {
      const invoices = database.db.selectFrom('invoice').select('amount').where('advertiserId', '=', advertiserId)
      return (await invoices.orderBy('month').execute()).map(({ amount }) => amount)
    },
    /** Lists the orders of which invoices contain more or less than what is due and was not paid in advance. */
    async listMisinvoiced() {
      const found = await listOrders(advertiserId)
      return found.filter((order) => order.invoiced !== order.due - (paidAhead.get(order.transactionId) ?? 0n))
    },
  }
}

/** Lists what is due of each order of an advertiser, what of it funds cover, and what stands in invoices. */
async function listOrders(advertiserId: bigint) {
  const { rows } = await sql<{ transactionId: string; due: bigint; covered: bigint; invoiced: bigint }>`
    SELECT transaction_id, CASE status WHEN 'CONFIRMED' THEN commission + fee ELSE 0 END AS due,
      covered_commission + covered_fee AS covered, invoiced
    FROM transaction_state AS state
    CROSS JOIN LATERAL (SELECT coalesce(sum(due.commission + due.fee), 0)::bigint AS invoiced FROM (
      SELECT ${sumDues(sql`${getReceivableAccount(advertiserId)}`)} FROM entry AS e
      JOIN invoice_entry AS claimed ON claimed.publisher_id = e.publisher_id AND claimed.entry_id = e.id
      JOIN posting AS p ON p.publisher_id = e.publisher_id AND p.entry_id = e.id
      WHERE e.publisher_id = state.publisher_id AND e.source_kind = 'transaction' AND e.source_id = state.transaction_id
    ) AS due) AS claimed
    WHERE advertiser_id = ${advertiserId}`.execute(database.db)
  return rows
}
