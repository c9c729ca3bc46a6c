import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { DAY_MS, toDay } from '#kernel/days.ts'
import { listLines } from '#platform/server/database/database-check.ts'
import { verifyLedger } from '#domains/orders/transactions/queries/verify-ledger.ts'
import { decideTransaction } from '#domains/orders/transactions/commands/decide-transactions.ts'
import { testContext } from '#test/support/context.ts'
import { verifyCorrupted } from '#test/support/corruption.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { createOrderFixtures, recordPending } from '#test/support/order-fixtures.ts'
import type { OrderFixtures } from '#test/support/order-fixtures.ts'
import { recordDeposit, refundFunds, takeBackFunds } from './commands/move-funds.ts'
import { setBilling } from './commands/set-billing.ts'
import { coverAllOrders, useFunds } from './commands/use-funds.ts'
import { readFunding } from './queries/funding.ts'
import { verifyFunding } from './queries/verify-funding.ts'

const USD = 10_000n
const database = await openTestDatabase()
let references = 0

const ctx = () => testContext(database.db)
const today = () => toDay(new Date())

/** A network of its own publisher and advertiser, whose orders earn 10.00 and cost a fee of 2.00. */
async function createFunded() {
  const fixtures = await createOrderFixtures(database.db)
  await sql`UPDATE program_terms SET fee_ppm = 200000 WHERE id = ${fixtures.termsId}`.execute(database.ownerDb)
  const { advertiserId } = fixtures
  return {
    ...fixtures,
    deposit: (amount: bigint, reference = `transfer ${(references += 1)}`) =>
      recordDeposit(ctx(), { advertiserId, amount, movedOn: today(), reference }),
    refund: (amount: bigint) =>
      refundFunds(ctx(), { advertiserId, amount, movedOn: today(), reference: `back ${(references += 1)}` }),
    takeBack: (amount: bigint, reference = `bank ${(references += 1)}`) =>
      takeBackFunds(ctx(), { advertiserId, amount, movedOn: today(), reference }),
    confirm: () => confirmOrder(fixtures),
    funding: () => readFunding(database.db, { advertiserId }),
  }
}

async function confirmOrder(fixtures: OrderFixtures) {
  const ids = await recordPending(ctx(), fixtures)
  await decideTransaction(ctx(), { ...ids, action: 'confirm' })
  return ids
}

function readState({ publisherId, transactionId }: { publisherId: bigint; transactionId: string }) {
  return database.db
    .selectFrom('transactionState')
    .select(['coveredCommission', 'coveredFee', 'coveredAt'])
    .where('publisherId', '=', publisherId)
    .where('transactionId', '=', transactionId)
    .executeTakeFirstOrThrow()
}

async function listDifferences() {
  return listLines([...(await verifyLedger(database.db)), ...(await verifyFunding(database.db))])
}

describe('deposits', () => {
  test('records a transfer once, however often it is sent', async () => {
    const { deposit, funding } = await createFunded()
    const first = await deposit(100n * USD, 'SEPA 1')
    expect(await deposit(100n * USD, 'SEPA 1 ')).toEqual(first)
    await expect(deposit(200n * USD, 'SEPA 1')).rejects.toMatchObject({ details: { code: 'funding.reference_used' } })
    expect(await funding()).toMatchObject({ funds: 100n * USD, owed: 0n, capacity: 100n * USD })
  })

  test('records one of two transfers with one reference that are sent at once', async () => {
    const { deposit, funding } = await createFunded()
    const [one, other] = await Promise.all([deposit(7n * USD, 'same'), deposit(7n * USD, 'same')])
    expect(one).toEqual(other)
    expect((await funding()).funds).toBe(7n * USD)
  })

  test.each([
    ['of nothing', { amount: 0n }, 'funding.amount'],
    ['of too much', { amount: 100_000_001n * USD }, 'funding.amount'],
    ['of tomorrow', { movedOn: toDay(new Date(Date.now() + DAY_MS)) }, 'funding.future_day'],
    ['without a reference', { reference: ' ' }, 'funding.reference'],
    ['of an unknown advertiser', { advertiserId: 999_999n }, 'not_found'],
  ])('refuses a transfer %s', async (_name, wrong, code) => {
    const { advertiserId } = await createFunded()
    const deposit = { advertiserId, amount: USD, movedOn: today(), reference: 'x', ...wrong }
    await expect(recordDeposit(ctx(), deposit)).rejects.toMatchObject({ details: { code } })
  })

  test('pays back what is unused and nothing more', async () => {
    const { deposit, refund, confirm, funding, advertiserId } = await createFunded()
    await deposit(20n * USD)
    await confirm()
    await useFunds(ctx(), { advertiserId })
    await expect(refund(9n * USD)).rejects.toMatchObject({ details: { code: 'funding.refund_above' } })
    await refund(8n * USD)
    expect((await funding()).funds).toBe(0n)
  })
})

describe('a payment that the bank takes back', () => {
  test('is owed as far as it was used, and covers nothing more until it is paid', async () => {
    const { deposit, refund, takeBack, confirm, funding, advertiserId } = await createFunded()
    await deposit(20n * USD)
    const covered = await confirm()
    await useFunds(ctx(), { advertiserId })
    await takeBack(20n * USD)
    expect(await funding()).toMatchObject({ funds: -12n * USD, owed: 0n, shortfall: 12n * USD, capacity: 0n })
    expect(await readState(covered)).toMatchObject({ coveredCommission: 10n * USD, coveredFee: 2n * USD })
    await confirm()
    expect(await useFunds(ctx(), { advertiserId })).toBe(0)
    await expect(refund(1n)).rejects.toMatchObject({ details: { code: 'funding.refund_above' } })
    expect(await listDifferences()).toEqual([])

    await deposit(15n * USD)
    expect(await useFunds(ctx(), { advertiserId })).toBe(0)
    expect(await funding()).toMatchObject({ funds: 3n * USD, shortfall: 0n })
    await deposit(9n * USD)
    expect(await useFunds(ctx(), { advertiserId })).toBe(1)
    expect(await funding()).toMatchObject({ funds: 0n, owed: 0n })
    expect(await listDifferences()).toEqual([])
  })

  test('is refused beyond what was paid, and recorded once', async () => {
    const { deposit, refund, takeBack, funding } = await createFunded()
    await deposit(20n * USD)
    await refund(5n * USD)
    await expect(takeBack(16n * USD)).rejects.toMatchObject({ details: { code: 'funding.taken_back_above' } })
    await takeBack(15n * USD, 'R-1')
    await takeBack(15n * USD, 'R-1')
    expect(await funding()).toMatchObject({ funds: 0n, shortfall: 0n })
  })

  test('beyond the credit makes room for no lower limit, but for a higher one', async () => {
    const { deposit, takeBack, confirm, funding, advertiserId } = await createFunded()
    const setLimit = (creditLimit: bigint) => setBilling(ctx(), { advertiserId, mode: 'postpaid', creditLimit })
    await setLimit(5n * USD)
    await deposit(12n * USD)
    await confirm()
    await useFunds(ctx(), { advertiserId })
    await takeBack(12n * USD)
    expect(await funding()).toMatchObject({ funds: -12n * USD, shortfall: 7n * USD })
    await expect(setLimit(4n * USD)).rejects.toMatchObject({ details: { code: 'funding.limit_in_use' } })
    await setLimit(6n * USD)
    expect(await funding()).toMatchObject({ shortfall: 6n * USD })
    expect(await listDifferences()).toEqual([])
  })

  test('raises the bound by what it took alone', async () => {
    const { deposit, takeBack, confirm, advertiserId } = await createFunded()
    await deposit(12n * USD)
    await confirm()
    await useFunds(ctx(), { advertiserId })
    await takeBack(12n * USD)
    const set = (shortfall: bigint) =>
      database.ownerDb.updateTable('advertiserBilling').set({ shortfall }).where('advertiserId', '=', advertiserId)
    await set(12n * USD - 1n).execute()
    expect(await listDifferences()).toEqual([
      `funds of advertiser_funds:${advertiserId}: expected at least ${1n - 12n * USD}, found ${-12n * USD}`,
    ])
    await set(12n * USD + 1n).execute()
    expect(await listDifferences()).toEqual([
      `shortfall of advertiser ${advertiserId}: expected at most ${12n * USD}, found ${12n * USD + 1n}`,
    ])
    await set(12n * USD).execute()
  })
})

describe('cover', () => {
  test('covers the oldest orders in full, one after another, and leaves the rest', async () => {
    const { deposit, confirm, funding, advertiserId } = await createFunded()
    const [first, second, third] = [await confirm(), await confirm(), await confirm()]
    await deposit(30n * USD)
    expect(await useFunds(ctx(), { advertiserId })).toBe(2)
    const whole = { coveredCommission: 10n * USD, coveredFee: 2n * USD, coveredAt: expect.any(Date) }
    expect(await readState(first)).toEqual(whole)
    expect(await readState(second)).toEqual(whole)
    expect(await readState(third)).toEqual({ coveredCommission: 0n, coveredFee: 0n, coveredAt: null })
    expect(await funding()).toMatchObject({ funds: 6n * USD, owed: 12n * USD })
    expect(await useFunds(ctx(), { advertiserId })).toBe(0)
  })

  test('that an order has in full again by an amendment has a time', async () => {
    const { deposit, confirm, advertiserId } = await createFunded()
    const order = await confirm()
    const amend = (orderValue: bigint) => decideTransaction(ctx(), { ...order, action: 'amend', orderValue })
    await amend(50n * USD)
    await deposit(6n * USD)
    await useFunds(ctx(), { advertiserId })
    await amend(100n * USD)
    expect(await readState(order)).toMatchObject({ coveredCommission: 5n * USD, coveredAt: null })
    await amend(50n * USD)
    expect(await readState(order)).toMatchObject({ coveredCommission: 5n * USD, coveredAt: expect.any(Date) })
  })

  test('uses credit up to its limit, which cannot fall below its use', async () => {
    const { confirm, funding, advertiserId } = await createFunded()
    await confirm()
    await confirm()
    await setBilling(ctx(), { advertiserId, mode: 'postpaid', creditLimit: 13n * USD })
    await coverAllOrders(ctx())
    expect(await funding()).toMatchObject({ funds: -12n * USD, owed: 12n * USD })
    const lower = setBilling(ctx(), { advertiserId, mode: 'postpaid', creditLimit: 11n * USD })
    await expect(lower).rejects.toMatchObject({
      details: { code: 'funding.limit_in_use', params: { used: '12.0000' } },
    })
    const prepaid = setBilling(ctx(), { advertiserId, mode: 'prepaid', creditLimit: 13n * USD })
    await expect(prepaid).rejects.toMatchObject({ details: { code: 'funding.prepaid_limit' } })
  })

  test('covers each order once while two runs and decisions work at once', async () => {
    const { deposit, confirm, funding, advertiserId } = await createFunded()
    const orders = await Promise.all([confirm(), confirm(), confirm(), confirm()])
    await deposit(1000n * USD)
    const cancel = orders.map((ids) =>
      decideTransaction(ctx(), { ...ids, action: 'cancel', reasonCode: 'OUT_OF_STOCK' }),
    )
    await Promise.all([useFunds(ctx(), { advertiserId }), useFunds(ctx(), { advertiserId }), ...cancel])
    expect(await funding()).toMatchObject({ funds: 1000n * USD, owed: 0n })
    expect(await listDifferences()).toEqual([])
  })

  test('leaves nothing done when a batch fails, and goes on with the next run', async () => {
    const { deposit, confirm, advertiserId, funding } = await createFunded()
    const ids = await confirm()
    await deposit(50n * USD)
    const stranger = sql`INSERT INTO entry (publisher_id, id, kind, source_kind, source_id, sequence, posted_at)
      VALUES (${ids.publisherId}, ${ids.transactionId}, 'cover', 'cover', ${ids.transactionId}, 1, now())`
    await stranger.execute(database.ownerDb)
    await expect(coverAllOrders(ctx())).rejects.toThrow('The funds of some advertisers were not used.')
    expect((await funding()).funds).toBe(50n * USD)
    await sql`DELETE FROM entry WHERE id = ${ids.transactionId}`.execute(database.ownerDb)
    expect(await useFunds(ctx(), { advertiserId })).toBe(1)
  })
})

describe('the check of deposits and funds', () => {
  const verify = (...statements: ReturnType<typeof sql>[]) =>
    verifyCorrupted(database.ownerDb, statements, verifyFunding)

  test.each([
    [
      'another amount',
      (id: string) => sql`UPDATE deposit SET amount = amount + 1 WHERE id = ${id}`,
      ' 500001 USD, found ',
    ],
    [
      'a deposit without its entry',
      (id: string) => sql`UPDATE deposit SET id = gen_random_uuid() WHERE id = ${id}`,
      'none, found kind deposit',
    ],
    [
      'an entry under a publisher',
      (id: string) => sql`WITH moved AS (
        UPDATE posting SET publisher_id = 7 FROM entry WHERE entry.id = posting.entry_id AND source_id = ${id}
      ) UPDATE entry SET publisher_id = 7 WHERE source_id = ${id}`,
      'publisher_id 0, found publisher_id 7',
    ],
    [
      'an entry to another account',
      (id: string) => sql`UPDATE posting SET to_account = 'advertiser_funds:0'
      FROM entry WHERE entry.id = posting.entry_id AND source_id = ${id}`,
      'found moved network_cash to advertiser_funds:0',
    ],
  ])('finds %s', async (_name, corrupt, line) => {
    const { deposit } = await createFunded()
    const { depositId } = await deposit(50n * USD)
    expect(await verify(corrupt(depositId))).toContainEqual(expect.stringContaining(line))
  })

  test('finds an advertiser that used more than its funds and credit', async () => {
    const { confirm, advertiserId } = await createFunded()
    await confirm()
    await setBilling(ctx(), { advertiserId, mode: 'postpaid', creditLimit: 12n * USD })
    await useFunds(ctx(), { advertiserId })
    const line = `funds of advertiser_funds:${advertiserId}: expected at least -119999, found -120000`
    expect(
      await verify(sql`UPDATE advertiser_billing SET credit_limit = 119999 WHERE advertiser_id = ${advertiserId}`),
    ).toEqual([line])
  })

  test('finds an advertiser that pays in advance in a time of paying later', async () => {
    const { advertiserId } = await createFunded()
    await setBilling(ctx(), { advertiserId, mode: 'postpaid', creditLimit: 0n })
    const change = sql`UPDATE advertiser_billing SET mode = 'prepaid' WHERE advertiser_id = ${advertiserId}`
    expect(await verify(change)).toEqual([`billing of advertiser ${advertiserId}: expected postpaid, found prepaid`])
  })
})
