import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { recordDeposit, refundFunds } from '#domains/money/funding/commands/move-funds.ts'
import { addOwner } from '#domains/people/teams/commands/set-owner.ts'
import { setBilling } from '#domains/money/funding/commands/set-billing.ts'
import { setPaymentInstructions } from '#domains/money/funding/commands/set-payment-instructions.ts'
import { useFunds } from '#domains/money/funding/commands/use-funds.ts'
import { decideTransaction } from '#domains/orders/transactions/commands/decide-transactions.ts'
import type { Decision } from '#domains/orders/transactions/rules/decide.ts'
import { DAY_MS, toDay } from '#kernel/days.ts'
import { formatInvoiceNumber } from '#kernel/invoice-number.ts'
import { listLines } from '#platform/server/database/database-check.ts'
import { testContext } from '#test/support/context.ts'
import { verifyCorrupted } from '#test/support/corruption.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { getMonthStart } from '#test/support/invoices.ts'
import { makeAccount } from '#test/support/network-fixtures.ts'
import { createOrderFixtures, recordPending } from '#test/support/order-fixtures.ts'
import { issueInvoice, issueInvoices } from './commands/issue-invoices.ts'
import { mailOverdueInvoices } from './commands/mail-overdue.ts'
import { exportInvoice } from './queries/export-invoice.ts'
import { getInvoice, listInvoices, listOverdue } from './queries/invoices.ts'
import { verifyInvoices } from './queries/verify-invoices.ts'

const USD = 10_000n

const database = await openTestDatabase()
let references = 0

const ctx = (now = new Date()) => testContext(database.db, 'test', now)

/** An advertiser that pays later, whose orders earn 10.00 and cost a fee of 2.00. */
async function createPostpaid() {
  const fixtures = await createOrderFixtures(database.db)
  await sql`UPDATE program_terms SET fee_ppm = 200000 WHERE id = ${fixtures.termsId}`.execute(database.ownerDb)
  const { advertiserId } = fixtures
  await setBilling(ctx(), { advertiserId, mode: 'postpaid', creditLimit: 0n })
  const account = await makeAccount(ctx(), 'advertiser')
  await addOwner(ctx(), { advertiserId, accountId: account.accountId })
  /** Decides an order in the month that is so many months after the present one. */
  const decide = (ids: { publisherId: bigint; transactionId: string }, months: number, decision: Decision) => {
    const now = months === 0 ? new Date() : new Date(getMonthStart(months).getTime() + DAY_MS)
    return decideTransaction(ctx(now), { ...ids, ...decision })
  }
  const list = async (today = toDay(new Date())) => {
    const { invoices } = await listInvoices(database.db, { advertiserId, today, page: { number: 1, size: 10 } })
    return invoices
  }
  const confirm = async (months = 0) => {
    const ids = await recordPending(ctx(), fixtures)
    await decide(ids, months, { action: 'confirm' })
    return ids
  }
  const readLines = async () => {
    const [invoice] = await list()
    const { lines } = await getInvoice(database.db, { invoiceId: invoice?.id ?? '', today: toDay(new Date()) })
    return lines.map(({ kind, orderCount, commission, fee }) => [kind, orderCount, commission, fee])
  }
  return {
    ...fixtures,
    account,
    decide,
    list,
    record: () => recordPending(ctx(), fixtures),
    confirm,
    issue: (months: number) => issueInvoice(ctx(getMonthStart(months)), { advertiserId }),
    pay: (amount: bigint) =>
      recordDeposit(ctx(), { advertiserId, amount, movedOn: toDay(new Date()), reference: `in ${(references += 1)}` }),
    readLines,
  }
}

async function readMails(address: string) {
  const mails = await database.db
    .selectFrom('mail')
    .select('subject')
    .where('toAddress', '=', address)
    .orderBy('id')
    .execute()
  return mails.map(({ subject }) => subject)
}

describe('an invoice', () => {
  test('contains the decided orders of a month once, and mails the advertiser', async () => {
    const { confirm, record, decide, issue, list, readLines, account } = await createPostpaid()
    await confirm()
    await decide(await confirm(), 0, { action: 'amend', orderValue: 50n * USD })
    await decide(await confirm(), 0, { action: 'cancel', reasonCode: 'OUT_OF_STOCK' })
    await record()
    await confirm(1)
    const number = await issue(1)
    expect(await issue(1)).toBeUndefined()
    const [invoice, ...others] = await list()
    expect(others).toEqual([])
    expect(invoice).toMatchObject({ number, amount: 18n * USD, openAmount: 18n * USD, state: 'open' })
    expect(await readLines()).toEqual([['orders', 3, 15n * USD, 3n * USD]])
    expect(await readMails(account.email)).toEqual([expect.stringMatching(/^Invoice INV-0.* for .*: 18\.00 USD$/)])
    expect(listLines(await verifyInvoices(database.db))).toEqual([])
  })

  test('is never changed: what is taken back later stands in the next one, also below zero', async () => {
    const { confirm, decide, issue, list, readLines, account } = await createPostpaid()
    const [first, second] = [await confirm(), await confirm()]
    await issue(1)
    const before = await list()
    await decide(first, 1, { action: 'cancel', reasonCode: 'OUT_OF_STOCK' })
    await decide(second, 1, { action: 'amend', orderValue: 50n * USD })
    await confirm(1)
    await issue(2)
    expect(await readLines()).toEqual([
      ['orders', 1, 10n * USD, 2n * USD],
      ['corrections', 2, -15n * USD, -3n * USD],
    ])
    const [next, same] = await list()
    expect(next).toMatchObject({ amount: -6n * USD, openAmount: 0n, state: 'paid' })
    expect((await readMails(account.email))[1]).toMatch(/^Credit note INV-.*: -6\.00 USD$/)
    expect(same).toEqual({
      ...before[0],
      openAmount: 18n * USD,
      paidAtAmount: same?.paidAtAmount,
      reachedAt: 18n * USD,
    })
    expect(listLines(await verifyInvoices(database.db))).toEqual([])
  })

  test('leaves parts of a cent to the next', async () => {
    const { confirm, decide, issue, list } = await createPostpaid()
    await decide(await confirm(), 0, { action: 'amend', orderValue: 12_3456n })
    await issue(1)
    await confirm(1)
    await issue(2)
    // 10 % of 12.3456 rounded down to 1.2345, and 20 % of that.
    expect(await list()).toMatchObject([
      { linesAmount: 12n * USD, carriedAmount: 14n, amount: 12n * USD, restAmount: 14n },
      { linesAmount: 1_4814n, carriedAmount: 0n, amount: 1_4800n, restAmount: 14n },
    ])
    expect(listLines(await verifyInvoices(database.db))).toEqual([])
  })

  test('is not made for what was decided before the advertiser paid later', async () => {
    const fixtures = await createOrderFixtures(database.db)
    const { advertiserId } = fixtures
    const ids = await recordPending(ctx(), fixtures)
    await decideTransaction(ctx(), { ...ids, action: 'confirm' })
    await recordDeposit(ctx(), { advertiserId, amount: 100n * USD, movedOn: toDay(new Date()), reference: 'ahead' })
    await useFunds(ctx(), { advertiserId })
    await setBilling(ctx(), { advertiserId, mode: 'postpaid', creditLimit: 0n })
    const issue = () => issueInvoice(ctx(getMonthStart(1)), { advertiserId })
    expect(await issue()).toBeUndefined()
    await setBilling(ctx(), { advertiserId, mode: 'prepaid', creditLimit: 0n })
    expect(await issue()).toBeUndefined()
  })

  test('has the next number, also when many are made at once and one fails', async () => {
    const networks = await Promise.all([createPostpaid(), createPostpaid(), createPostpaid()])
    await Promise.all(networks.map(({ confirm }) => confirm()))
    const [failing] = networks
    const program = await database.db
      .selectFrom('program')
      .select('id')
      .where('advertiserId', '=', failing?.advertiserId ?? 0n)
      .executeTakeFirstOrThrow()
    await sql`ALTER TABLE invoice_line ADD CONSTRAINT no_invoice
      CHECK (program_id <> ${sql.lit(program.id)})`.execute(database.ownerDb)
    const at = ctx(getMonthStart(1))
    const runs = [issueInvoices(at), issueInvoices(at)]
    await Promise.allSettled(runs)
    await expect(issueInvoices(at)).rejects.toThrow('Some advertisers were not invoiced.')
    await sql`ALTER TABLE invoice_line DROP CONSTRAINT no_invoice`.execute(database.ownerDb)
    await issueInvoices(at)
    for (const { list } of networks) expect(await list()).toHaveLength(1)
    expect(listLines(await verifyInvoices(database.db))).toEqual([])
  })
})

describe('the state of an invoice', () => {
  test('follows the payments, the oldest first, and the day until which it is payable', async () => {
    const { confirm, issue, list, pay, advertiserId } = await createPostpaid()
    await confirm()
    await issue(1)
    await confirm(1)
    await confirm(1)
    await issue(2)
    const states = async (today?: string) => (await list(today)).map(({ state, openAmount }) => [state, openAmount])
    expect(await states()).toEqual([
      ['open', 24n * USD],
      ['open', 12n * USD],
    ])
    await pay(11n * USD + 1n)
    const later = toDay(new Date(getMonthStart(1).getTime() + 15 * DAY_MS))
    expect(await states(later)).toEqual([
      ['open', 24n * USD],
      // Less than a cent is asked for as a cent.
      ['overdue', USD],
    ])
    await pay(2n * USD)
    expect(await states(later)).toEqual([
      ['open', 23n * USD],
      ['paid', 0n],
    ])
    const reference = `out ${(references += 1)}`
    await setBilling(ctx(), { advertiserId, mode: 'postpaid', creditLimit: 100n * USD })
    await refundFunds(ctx(), { advertiserId, amount: 2n * USD, movedOn: toDay(new Date()), reference })
    expect((await states(later))[1]).toEqual(['overdue', USD])
    const overdue = await listOverdue(database.db, { today: later })
    expect(overdue.find((row) => row.advertiserId === advertiserId)).toMatchObject({
      notDue: 24n * USD,
      upTo30: USD,
      upTo60: 0n,
      open: 25n * USD,
    })
  })

  test('counts no payment for orders before it, and lowers it by later corrections', async () => {
    const { confirm, decide, issue, list, pay } = await createPostpaid()
    const first = await confirm()
    await confirm()
    await issue(1)
    await pay(12n * USD)
    expect(await list()).toMatchObject([{ openAmount: 12n * USD }])
    await decide(first, 1, { action: 'cancel', reasonCode: 'OUT_OF_STOCK' })
    await issue(2)
    expect(await list()).toMatchObject([
      { amount: -12n * USD, state: 'paid' },
      { openAmount: 0n, state: 'paid' },
    ])
  })

  test('is mailed once when it is overdue', async () => {
    const { confirm, issue, account } = await createPostpaid()
    await confirm()
    await issue(1)
    const late = new Date(getMonthStart(1).getTime() + 16 * DAY_MS)
    await mailOverdueInvoices(ctx(getMonthStart(1)))
    expect(await readMails(account.email)).toHaveLength(1)
    await mailOverdueInvoices(ctx(late))
    await mailOverdueInvoices(ctx(late))
    expect((await readMails(account.email)).slice(1)).toEqual([
      expect.stringMatching(/^Invoice INV-\d+ is overdue: 12\.00 USD$/),
    ])
  })

  test('says in its mails how to pay it', async () => {
    const { confirm, issue, account, list } = await createPostpaid()
    const instructions = { accountHolder: 'Tandem', account: 'NET001', bank: '', note: 'Ours', smallestMissing: 0n }
    await setPaymentInstructions(ctx(), instructions)
    await confirm()
    await issue(1)
    await mailOverdueInvoices(ctx(new Date(getMonthStart(1).getTime() + 16 * DAY_MS)))
    const mails = database.db.selectFrom('mail').select('textBody').where('toAddress', '=', account.email)
    const number = formatInvoiceNumber((await list())[0]?.number ?? 0)
    const lines = ['Account holder: Tandem', 'IBAN or account number: NET001', `Reference: ${number}`, 'Ours']
    const told = expect.stringContaining(lines.join('\n'))
    expect((await mails.execute()).map(({ textBody }) => textBody)).toEqual([told, told])
  })
})

test('exports the decisions of an invoice, which sum to it', async () => {
  const { confirm, decide, issue, list } = await createPostpaid()
  const ids = await confirm()
  await decide(ids, 0, { action: 'amend', orderValue: 12_3456n })
  await issue(1)
  await decide(ids, 1, { action: 'cancel', reasonCode: 'OUT_OF_STOCK' })
  await issue(2)
  const [last] = await list()
  if (!last) throw new Error('There is no invoice.')
  const chunks = await exportInvoice(database.db, last, { hasByteOrderMark: false }).toArray()
  const rows = chunks
    .join('')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  expect(rows.slice(1).map((cells) => [cells[1], cells[2], cells[10]])).toEqual([
    ['reversal', 'corrections', '-1.4814'],
    ['', 'carried', '0.0014'],
  ])
  expect(last.amount).toBe(-1_4800n)
})

describe('the check of invoices', () => {
  const corruptions: [name: string, statement: ReturnType<typeof sql>, line: RegExp][] = [
    ['a line of another commission', sql`UPDATE invoice_line SET commission = commission + 1`, /orders of programme/],
    ['a removed line', sql`DELETE FROM invoice_line`, /orders of programme .*found none/],
    ['an entry that left its invoice', sql`DELETE FROM invoice_entry`, /orders of programme .*expected none/],
    ['another posting', sql`UPDATE posting SET amount = amount + 1 WHERE to_account = 'network_fee_income'`, /fee /],
    ['another sum', sql`UPDATE invoice SET lines_amount = lines_amount + 1, rest_amount = rest_amount + 1`, /lines /],
    ['a gap', sql`UPDATE invoice SET number = number + 1000 WHERE number = 1`, /number 1, found number 2/],
    ['another counter', sql`UPDATE invoice_counter SET last_number = 77`, /counter of invoices: .*number 77/],
    [
      'a decision that no invoice contains',
      sql`WITH gone AS (DELETE FROM invoice_entry) UPDATE invoiced_month SET month = month + interval '2 months'`,
      /entry .* of publisher \d+: expected an invoice, found none/,
    ],
  ]

  test.each(corruptions)('finds %s', async (_name, statement, line) => {
    const lines = await verifyCorrupted(database.ownerDb, [statement], verifyInvoices)
    expect(lines.join('\n')).toMatch(line)
  })
})
