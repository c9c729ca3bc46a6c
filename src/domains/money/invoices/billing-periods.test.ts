import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { recordDeposit } from '#domains/money/funding/commands/move-funds.ts'
import { setBilling } from '#domains/money/funding/commands/set-billing.ts'
import { useFunds } from '#domains/money/funding/commands/use-funds.ts'
import { decideTransaction } from '#domains/orders/transactions/commands/decide-transactions.ts'
import { toDay } from '#kernel/days.ts'
import { listLines } from '#platform/server/database/database-check.ts'
import { testContext } from '#test/support/context.ts'
import { verifyCorrupted } from '#test/support/corruption.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { getMonthStart } from '#test/support/invoices.ts'
import { createOrderFixtures, recordPending } from '#test/support/order-fixtures.ts'
import { issueInvoice, issueInvoices } from './commands/issue-invoices.ts'
import { listInvoices } from './queries/invoices.ts'
import { verifyInvoices } from './queries/verify-invoices.ts'
import { getClaimStart } from './rules.ts'

const USD = 10_000n

const database = await openTestDatabase()

const ctx = (now = new Date()) => testContext(database.db, 'test', now)

/** An advertiser that pays in advance, whose orders earn 10.00. */
async function createAdvertiser() {
  const fixtures = await createOrderFixtures(database.db)
  const { advertiserId } = fixtures
  const confirm = async () => {
    const ids = await recordPending(ctx(), fixtures)
    await decideTransaction(ctx(), { ...ids, action: 'confirm' })
    return ids
  }
  return {
    confirm,
    /** Confirms an order while something else happens, and commits after it. */
    confirmAround: async (happen: () => Promise<void>) => {
      const ids = await recordPending(ctx(), fixtures)
      await database.db.transaction().execute(async (db) => {
        await decideTransaction({ ...ctx(), db }, { ...ids, action: 'confirm' })
        await happen()
      })
    },
    cancel: (ids: Awaited<ReturnType<typeof confirm>>, now: Date) =>
      decideTransaction(ctx(now), { ...ids, action: 'cancel', reasonCode: 'OUT_OF_STOCK' }),
    pay: async (mode: 'prepaid' | 'postpaid') => setBilling(ctx(), { advertiserId, mode, creditLimit: 0n }),
    deposit: async (amount: bigint) => {
      const movedOn = toDay(new Date())
      await recordDeposit(ctx(), { advertiserId, amount, movedOn, reference: `in ${amount}` })
      await useFunds(ctx(), { advertiserId })
    },
    issue: (months: number) => issueInvoice(ctx(getMonthStart(months)), { advertiserId }),
    readAmounts: async () => {
      const page = { number: 1, size: 10 }
      const { invoices } = await listInvoices(database.db, { advertiserId, today: toDay(new Date()), page })
      return invoices.map(({ amount, openAmount }) => [amount / USD, openAmount / USD])
    },
  }
}

describe('an advertiser that paid later for a time', () => {
  test('is invoiced for the decisions of that time, and for later corrections of them', async () => {
    const { pay, confirm, cancel, issue, readAmounts } = await createAdvertiser()
    await pay('postpaid')
    const order = await confirm()
    await confirm()
    await pay('prepaid')
    await confirm()
    await issueInvoices(ctx(getMonthStart(1)))
    expect(await readAmounts()).toEqual([[20n, 20n]])
    await cancel(order, getMonthStart(1))
    await issue(2)
    expect(await readAmounts()).toEqual([
      [-10n, 0n],
      [20n, 10n],
    ])
    expect(listLines(await verifyInvoices(database.db))).toEqual([])
  })

  test('is invoiced for what was not covered in between when it pays later again', async () => {
    const { pay, confirm, deposit, issue, readAmounts } = await createAdvertiser()
    await pay('postpaid')
    await confirm()
    await pay('prepaid')
    await confirm()
    await deposit(25n * USD)
    await confirm()
    await pay('postpaid')
    await confirm()
    await issue(1)
    // The first, third and fourth; the deposit paid the first and the second, and half of the third.
    expect(await readAmounts()).toEqual([[30n, 15n]])
    expect(listLines(await verifyInvoices(database.db))).toEqual([])
  })
})

test('a decision written before the change to paying later and committed after it is invoiced', async () => {
  const { pay, confirmAround, issue, readAmounts } = await createAdvertiser()
  await confirmAround(() => pay('postpaid'))
  await issue(1)
  expect(await readAmounts()).toEqual([[10n, 10n]])
  expect(listLines(await verifyInvoices(database.db))).toEqual([])
})

test.each([
  [[], undefined, undefined],
  [['2026-05-10 2026-05-12'], undefined, '2026-05-10'],
  [['2026-05-10 2026-05-12'], '2026-05-01', '2026-05-01'],
  [['2026-01-10 2026-01-12'], '2026-05-01', '2026-05-01'],
  [['2026-01-10 2026-01-12', '2026-04-03 2026-06-07'], '2026-05-01', '2026-04-03'],
])('decisions of the periods %j after an invoice of %s are looked at since %s', (texts, done, from) => {
  const periods = texts.map((text) => {
    const [owedFrom = '', beganAt = ''] = text.split(' ')
    return { owedFrom: new Date(owedFrom), beganAt: new Date(beganAt), endedAt: null }
  })
  const start = getClaimStart({ periods, done })
  expect(start && toDay(start)).toEqual(from)
})

describe('the check of invoices', () => {
  const late = sql`UPDATE invoiced_month SET month = month + interval '2 months'`
  const end = sql`UPDATE billing_period SET ended_at = now() + interval '1 day'`
  const unclaim = sql`DELETE FROM invoice_entry`

  test.each([
    ['a decision of an ended time that no invoice contains', [end, late, unclaim]],
    [
      'one of an advertiser whose months were left out',
      [
        unclaim,
        late,
        sql`DELETE FROM invoiced_month WHERE advertiser_id = (SELECT max(advertiser_id) FROM invoiced_month)`,
        sql`DELETE FROM billing_period WHERE advertiser_id < (SELECT max(advertiser_id) FROM billing_period)`,
      ],
    ],
  ])('finds %s', async (_name, statements) => {
    const lines = await verifyCorrupted(database.ownerDb, statements, verifyInvoices)
    expect(lines.join('\n')).toMatch(/entry .* of publisher \d+: expected an invoice, found none/)
  })
})
