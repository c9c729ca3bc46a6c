import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { recordDeposit, refundFunds } from '#domains/money/funding/commands/move-funds.ts'
import { toDay } from '#kernel/days.ts'
import { formatInvoiceNumber } from '#kernel/invoice-number.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAdvertiser } from '#test/support/network-fixtures.ts'
import { listInvoices } from './queries/invoices.ts'

const USD = 10_000n
const today = toDay(new Date())

const database = await openTestDatabase()
const ctx = testContext(database.db, 'test', new Date())
let numbers = 0
let references = 0

async function addInvoice(advertiserId: bigint, month: string, { amount, dues }: { amount: bigint; dues: bigint }) {
  const number = (numbers += 1)
  const amounts = { linesAmount: amount, carriedAmount: 0n, amount, restAmount: 0n, paidAtAmount: dues }
  const reader = { legalName: 'Brook', street: '', postalCode: '', city: '', countryCode: '', vatNumber: '' }
  await database.db
    .insertInto('invoice')
    .values({
      id: randomUUID(),
      number,
      advertiserId,
      issuedAt: ctx.now,
      month,
      dueOn: '2027-01-31',
      ...amounts,
      ...reader,
    })
    .execute()
  return number
}

/** Invoices of 12.00 and 24.00, of months one after the other. */
async function createTwo() {
  const { advertiserId } = await makeAdvertiser(ctx)
  const first = await addInvoice(advertiserId, '2026-01-01', { amount: 12n * USD, dues: 12n * USD })
  const second = await addInvoice(advertiserId, '2026-02-01', { amount: 24n * USD, dues: 36n * USD })
  const move = (amount: bigint, remittance = '') => {
    const reference = `transfer ${(references += 1)}`
    return { advertiserId, amount, movedOn: today, reference, remittance }
  }
  const pay = (amount: bigint) => recordDeposit(ctx, move(amount))
  const name = (amount: bigint, ...named: number[]) =>
    recordDeposit(ctx, move(amount, named.map(formatInvoiceNumber).join(' ')))
  const takeBack = (amount: bigint, number: number) => refundFunds(ctx, move(amount, formatInvoiceNumber(number)))
  /** What is open of the first and of the second. */
  const readOpen = async () => {
    const { invoices } = await listInvoices(database.db, { advertiserId, today, page: { number: 1, size: 10 } })
    return invoices.map(({ openAmount }) => openAmount).toReversed()
  }
  return { advertiserId, first, second, pay, name, takeBack, readOpen }
}

test('a payment that names an invoice pays it before what was due earlier, and once', async () => {
  const { second, name, pay, readOpen } = await createTwo()
  await name(24n * USD, second)
  expect(await readOpen()).toEqual([12n * USD, 0n])
  await pay(5n * USD)
  expect(await readOpen()).toEqual([7n * USD, 0n])
  // What is above the invoice counts for the oldest dues.
  await name(6n * USD, second)
  expect(await readOpen()).toEqual([1n * USD, 0n])
})

test('it pays a part of it, and several invoices in the order of their numbers', async () => {
  const { first, second, name, pay, readOpen } = await createTwo()
  await name(10n * USD, second)
  expect(await readOpen()).toEqual([12n * USD, 14n * USD])
  await name(20n * USD, second, first)
  expect(await readOpen()).toEqual([0n, 6n * USD])
  await pay(6n * USD)
  expect(await readOpen()).toEqual([0n, 0n])
})

test('dues that are on no invoice wait for it', async () => {
  const { advertiserId, name, readOpen } = await createTwo()
  const third = await addInvoice(advertiserId, '2026-03-01', { amount: 10n * USD, dues: 62n * USD + 42n })
  await name(10n * USD, third)
  expect(await readOpen()).toEqual([12n * USD, 24n * USD, 0n])
})

test('an invoice that other money has paid frees that money for older dues', async () => {
  const { second, name, pay, readOpen } = await createTwo()
  await pay(30n * USD)
  expect(await readOpen()).toEqual([0n, 6n * USD])
  await name(6n * USD, second)
  expect(await readOpen()).toEqual([0n, 0n])
})

test('an invoice whose payment was taken back is open again', async () => {
  const { second, name, takeBack, readOpen } = await createTwo()
  await name(30n * USD, second)
  expect(await readOpen()).toEqual([6n * USD, 0n])
  await takeBack(24n * USD, second)
  expect(await readOpen()).toEqual([6n * USD, 24n * USD])
})

test('a correction that lowers an invoice leaves the rest of its payment to others', async () => {
  const { advertiserId, second, name, readOpen } = await createTwo()
  await name(24n * USD, second)
  await addInvoice(advertiserId, '2026-03-01', { amount: -4n * USD, dues: 32n * USD })
  expect(await readOpen()).toEqual([8n * USD, 0n, 0n])
})

test('a payment that names an invoice of another advertiser, or none, counts as any other', async () => {
  const { name, readOpen } = await createTwo()
  const other = await createTwo()
  await name(12n * USD, other.second, 999_999)
  expect(await readOpen()).toEqual([0n, 24n * USD])
  expect(await other.readOpen()).toEqual([12n * USD, 24n * USD])
})

test('a deposit that was recorded by hand gets the names of its bank entry, once', async () => {
  const { advertiserId, second, readOpen } = await createTwo()
  const deposit = { advertiserId, amount: 24n * USD, movedOn: today, reference: 'TRF 9' }
  await recordDeposit(ctx, deposit)
  expect(await readOpen()).toEqual([0n, 12n * USD])
  const named = { ...deposit, remittance: formatInvoiceNumber(second) }
  await recordDeposit(ctx, named)
  await recordDeposit(ctx, named)
  expect(await readOpen()).toEqual([12n * USD, 0n])
})
