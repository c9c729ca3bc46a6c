import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { getReceivableAccount } from '#domains/books/ledger/rules.ts'
import { recordDeposit } from '#domains/money/funding/commands/move-funds.ts'
import { setBilling } from '#domains/money/funding/commands/set-billing.ts'
import { useFunds } from '#domains/money/funding/commands/use-funds.ts'
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

  test('has no decision that it owes without an invoice, whatever it changes, decides and pays', async () => {
    await fc.assert(
      fc.asyncProperty(walk, async (steps) => {
        const advertiser = await createWalker()
        for (const step of steps) await advertiser.take(step)
        await advertiser.take({ act: 'postpaid', days: 0, pick: 0 })
        await advertiser.invoiceUntil(getMonthStart(WALK_MONTHS + 2))
        expect(await advertiser.listUninvoiced()).toEqual([])
        expect(listLines(await verifyInvoices(database.db))).toEqual([])
      }),
      { numRuns: 8, seed: 7, endOnFailure: true },
    )
  })

  test('is invoiced for what an amendment of an order that was paid makes it owe, also after another', async () => {
    const advertiser = await createWalker()
    // What the first amendment gives back covers the second order, so the last but one leaves the first order owed.
    const acts = ['confirm', 'deposit 10', 'amend 0', 'confirm', 'amend 3', 'deposit 0', 'amend 2', 'amend 4']
    for (const each of [...acts, 'postpaid']) {
      const [act = '', pick] = each.split(' ')
      await advertiser.take({ act, days: 1, pick: Number(pick ?? 0) })
    }
    await advertiser.invoiceUntil(getMonthStart(WALK_MONTHS + 2))
    expect(await advertiser.listUninvoiced()).toEqual([])
    expect(await advertiser.readInvoiced()).toEqual([3n * USD])
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
  const decide = (pick: number, decision: Decision) => {
    const order = orders[pick % orders.length]
    return order && decideTransaction(ctx(now), { ...order, ...decision })
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
    postpaid: () => setBilling(ctx(now), { advertiserId, mode: 'postpaid', creditLimit: 0n }),
    prepaid: () => setBilling(ctx(now), { advertiserId, mode: 'prepaid', creditLimit: 0n }),
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
    /** Lists the orders of which the funds cover less than all that stands in no invoice. */
    async listUninvoiced() {
      await useFunds(ctx(now), { advertiserId })
      const { rows } = await sql`
        SELECT sold.order_ref, state.commission + state.fee - covered_commission - covered_fee AS owed, invoiced
        FROM transaction_state AS state
        JOIN transaction AS sold ON sold.publisher_id = state.publisher_id AND sold.id = state.transaction_id
        CROSS JOIN LATERAL (SELECT coalesce(sum(due.commission + due.fee), 0) AS invoiced FROM (
          SELECT ${sumDues(sql`${getReceivableAccount(advertiserId)}`)} FROM entry AS e
          JOIN invoice_entry AS claimed ON claimed.publisher_id = e.publisher_id AND claimed.entry_id = e.id
          JOIN posting AS p ON p.publisher_id = e.publisher_id AND p.entry_id = e.id
          WHERE e.publisher_id = state.publisher_id AND e.source_kind = 'transaction'
            AND e.source_id = state.transaction_id
        ) AS due) AS claimed
        WHERE state.advertiser_id = ${advertiserId} AND state.status = 'CONFIRMED'
          AND state.commission + state.fee - covered_commission - covered_fee > greatest(invoiced, 0)`.execute(
        database.db,
      )
      return rows
    },
  }
}
