import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#database'
import type { Ctx } from '#platform/server/context.ts'
import { inTransaction } from '#platform/server/context.ts'
import { postEntries } from '#domains/books/ledger/commands.ts'
import { PUBLISHER_CONFIRMED, getReceivableAccount } from '#domains/books/ledger/rules.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { beginWhileLocked } from '#test/support/lock-waits.ts'
import { createOrderFixtures, recordPending } from '#test/support/order-fixtures.ts'
import type { OrderFixtures } from '#test/support/order-fixtures.ts'
import { decideTransaction } from './commands/decide-transactions.ts'
import { receivePostback } from './commands/receive-postback.ts'
import { verifyLedger } from './queries/verify-ledger.ts'
import { getTransactionTimeline } from './queries/transaction-timeline.ts'

const database = await openTestDatabase()
let fixtures: OrderFixtures
let ctx: Ctx

beforeAll(async () => {
  fixtures = await createOrderFixtures(database.db)
  ctx = testContext(database.db)
})

const record = () => recordPending(ctx, fixtures)

const confirm = (one: Awaited<ReturnType<typeof record>>) => decideTransaction(ctx, { ...one, action: 'confirm' })
const cancel = (one: Awaited<ReturnType<typeof record>>) =>
  decideTransaction(ctx, { ...one, action: 'cancel', reasonCode: 'RETURNED_MERCHANDISE', note: 'came back' })

async function readBalance(account: string): Promise<bigint> {
  const row = await database.db
    .selectFrom('balance')
    .select('amount')
    .where('publisherId', '=', fixtures.publisherId)
    .where('account', '=', account)
    .executeTakeFirst()
  return row?.amount ?? 0n
}

describe('a decision', () => {
  test('that confirms posts the commission and moves both balances', async () => {
    const before = await readBalance(PUBLISHER_CONFIRMED)
    const one = await record()
    await confirm(one)
    const timeline = await getTransactionTimeline(database.db, one)
    expect(timeline.transaction).toMatchObject({ status: 'CONFIRMED', reason: null })
    expect(timeline.entries).toMatchObject([{ kind: 'confirmation', owed: 100_000n, currency: 'USD' }])
    expect(await readBalance(PUBLISHER_CONFIRMED)).toBe(before + 100_000n)
    expect(await readBalance(`advertiser_receivable:${fixtures.advertiserId}`)).toBe(-(before + 100_000n))
  })

  test('that cancels a pending transaction posts nothing', async () => {
    const one = await record()
    await cancel(one)
    const timeline = await getTransactionTimeline(database.db, one)
    expect(timeline.transaction).toMatchObject({ status: 'CANCELLED', reason: 'RETURNED_MERCHANDISE' })
    expect(timeline.decisions).toMatchObject([{ sequence: 1, note: 'came back' }])
    expect(timeline.entries).toEqual([])
  })

  test('on a commission of zero posts nothing', async () => {
    const parameters = { token: fixtures.token, click_id: await fixtures.makeClick(), order_id: 'free', amount: '0' }
    const outcome = await receivePostback(ctx, fixtures.source, { channel: 'query', parameters, isReadable: true })
    if (outcome.result !== 'recorded' || !outcome.transactionId) throw new Error('not recorded')
    const one = { publisherId: fixtures.publisherId, transactionId: outcome.transactionId }
    await confirm(one)
    await cancel(one)
    expect((await getTransactionTimeline(database.db, one)).entries).toEqual([])
    expect(await verifyLedger(database.db)).toEqual([])
  })

  test('can be reversed and made again; every step is a row', async () => {
    const one = await record()
    const before = await readBalance(PUBLISHER_CONFIRMED)
    await confirm(one)
    await cancel(one)
    expect(await readBalance(PUBLISHER_CONFIRMED)).toBe(before)
    await confirm(one)
    const timeline = await getTransactionTimeline(database.db, one)
    expect(timeline.decisions.map(({ status }) => status)).toEqual(['CONFIRMED', 'CANCELLED', 'CONFIRMED'])
    expect(timeline.entries.map(({ kind, owed }) => [kind, owed])).toEqual([
      ['confirmation', 100_000n],
      ['reversal', -100_000n],
      ['confirmation', 100_000n],
    ])
    expect(await verifyLedger(database.db)).toEqual([])
  })

  test('repeated concurrently is made once', async () => {
    const one = await record()
    const presses = await Promise.allSettled(Array.from({ length: 8 }, () => confirm(one)))
    expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refusals = presses.flatMap((press) => (press.status === 'rejected' ? [press.reason as unknown] : []))
    for (const refusal of refusals) expect(refusal).toMatchObject({ details: { status: 409 } })
    const timeline = await getTransactionTimeline(database.db, one)
    expect([timeline.decisions.length, timeline.entries.length]).toEqual([1, 1])
  })

  test('conflicts with a different concurrent decision: one succeeds and the other is refused', async () => {
    const one = await record()
    const lock = (tx: Db) =>
      tx.selectFrom('transactionState').selectAll().where('transactionId', '=', one.transactionId).forUpdate().execute()
    const both = await beginWhileLocked(database, lock, [() => confirm(one), () => cancel(one)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const refused = both.find((each) => each.status === 'rejected')
    expect(refused?.reason).toMatchObject({ details: { status: 409, code: 'transaction.decided_meanwhile' } })
    const timeline = await getTransactionTimeline(database.db, one)
    expect(timeline.decisions).toHaveLength(1)
    expect(timeline.transaction.status).toBe(timeline.decisions[0]?.status)
    expect(await verifyLedger(database.db)).toEqual([])
  })

  test('during a repeated postback stays, and the repetition names the same transaction', async () => {
    const click_id = await fixtures.makeClick()
    const parameters = { token: fixtures.token, click_id, order_id: 'repeated', amount: '100' }
    const sendPostback = () => receivePostback(ctx, fixtures.source, { channel: 'query', parameters, isReadable: true })
    const [first, second] = await Promise.all([sendPostback(), sendPostback()])
    if (first.result === 'retry' || first.transactionId === null) throw new Error('not recorded')
    expect(second).toMatchObject({ transactionId: first.transactionId })
    const one = { publisherId: fixtures.publisherId, transactionId: first.transactionId }
    const [repeated] = await Promise.all([sendPostback(), confirm(one), sendPostback()])
    expect(repeated).toMatchObject({ result: 'duplicate', transactionId: first.transactionId })
    expect((await getTransactionTimeline(database.db, one)).transaction.status).toBe('CONFIRMED')
    expect(await verifyLedger(database.db)).toEqual([])
  })

  test('does not deadlock with many concurrent decisions', async () => {
    const many = await Promise.all(Array.from({ length: 20 }, record))
    await Promise.all(many.map(confirm))
    expect(await verifyLedger(database.db)).toEqual([])
  })

  test('on a status that has changed since is refused', async () => {
    const one = await record()
    await decideTransaction(ctx, { ...one, seenStatus: 'PENDING', action: 'confirm' })
    const stale = { ...one, seenStatus: 'PENDING', action: 'cancel', reasonCode: 'FRAUD', note: 'stolen card' } as const
    await expect(decideTransaction(ctx, stale)).rejects.toMatchObject({
      details: { status: 409, code: 'transaction.decided_meanwhile' },
    })
    expect((await getTransactionTimeline(database.db, one)).decisions).toHaveLength(1)
    await decideTransaction(ctx, { ...stale, seenStatus: 'CONFIRMED' })
    expect((await getTransactionTimeline(database.db, one)).decisions).toHaveLength(2)
  })

  test('writes one audit line', async () => {
    const one = await record()
    await confirm(one)
    const lines = await database.db
      .selectFrom('auditLine')
      .select('action')
      .where('target', '=', `transaction:${one.transactionId}`)
      .execute()
    expect(lines).toEqual([{ action: 'transaction.confirm' }])
  })

  test('requires a reason exactly when it cancels, and a transaction of that publisher', async () => {
    const one = await record()
    await expect(decideTransaction(ctx, { ...one, action: 'cancel' })).rejects.toMatchObject({
      details: { status: 422 },
    })
    await expect(
      decideTransaction(ctx, { ...one, action: 'confirm', reasonCode: 'OTHER', note: 'see mail' }),
    ).rejects.toMatchObject({
      details: { status: 422 },
    })
    await expect(confirm({ ...one, publisherId: 999n })).rejects.toMatchObject({ details: { status: 404 } })
    expect((await getTransactionTimeline(database.db, one)).decisions).toEqual([])
  })
})

describe('an entry', () => {
  const entry = (sourceId: string, sequence = 1) => ({
    publisherId: fixtures.publisherId,
    kind: 'confirmation' as const,
    sourceKind: 'transaction',
    sourceId,
    sequence,
    postings: [
      {
        fromAccount: getReceivableAccount(fixtures.advertiserId),
        toAccount: PUBLISHER_CONFIRMED,
        currency: 'USD',
        amount: 5n,
      },
    ],
  })

  test('is posted once per source and sequence', async () => {
    const one = await record()
    await confirm(one)
    const before = await readBalance(PUBLISHER_CONFIRMED)
    expect(await inTransaction(ctx, (tx) => postEntries(tx, [entry(one.transactionId)]))).toEqual([undefined])
    expect(await readBalance(PUBLISHER_CONFIRMED)).toBe(before)
  })

  test.each([0n, -1n])(
    'that would move %s is refused by the database, and one without postings by the command',
    async (amount) => {
      const whole = entry(crypto.randomUUID())
      const wrong = { ...whole, postings: whole.postings.map((posting) => ({ ...posting, amount })) }
      await expect(inTransaction(ctx, (tx) => postEntries(tx, [wrong]))).rejects.toThrow('moved_amount')
      const empty = { ...whole, postings: [] }
      await expect(inTransaction(ctx, (tx) => postEntries(tx, [empty]))).rejects.toThrow('moves nothing')
    },
  )

  test('of several postings changes each balance once, by their sum', async () => {
    const [posting] = entry(crypto.randomUUID()).postings
    if (!posting) throw new Error('no posting')
    const receivable = `advertiser_receivable:${fixtures.advertiserId}`
    const before = [await readBalance(PUBLISHER_CONFIRMED), await readBalance(receivable)]
    const several = [posting, { ...posting, amount: 7n }, { ...posting, toAccount: 'rounding', amount: 2n }]
    // Rolled back, because the entry has no decision.
    const work = inTransaction(ctx, async (tx) => {
      await postEntries(tx, [{ ...entry(crypto.randomUUID()), postings: several }])
      const rows = await tx.db
        .selectFrom('balance')
        .select(['account', 'amount'])
        .where('publisherId', '=', fixtures.publisherId)
        .execute()
      expect(Object.fromEntries(rows.map(({ account, amount }) => [account, amount]))).toEqual({
        [PUBLISHER_CONFIRMED]: (before[0] ?? 0n) + 12n,
        [receivable]: (before[1] ?? 0n) - 14n,
        rounding: 2n,
      })
      throw new Error('rolled back')
    })
    await expect(work).rejects.toThrow('rolled back')
  })

  test('requires the database transaction of its cause', async () => {
    await expect(postEntries(ctx, [entry(crypto.randomUUID())])).rejects.toThrow('inside the transaction')
  })
})
