import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decideTransaction } from '#domains/orders/transactions/commands/decide-transactions.ts'
import { receivePostback } from '#domains/orders/transactions/commands/receive-postback.ts'
import { indexRules } from '#domains/programmes/rates/rules/resolve.ts'
import type { RateRule } from '#domains/programmes/rates/rules/resolve.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { createTestDatabase } from '#test/support/database.ts'
import type { TestDatabase } from '#test/support/database.ts'
import { createRatedAdvertiser, percent, saleRate } from '#test/support/rated-advertiser.ts'
import { advanceReplays, askReplay } from './commands/replay-draft.ts'
import { findReplay } from './queries/replays.ts'
import { addSlices, getReplayDay, listBoundaries } from './rules/replay.ts'
import type { OrderSlice, ReplayedPublisher } from './rules/replay.ts'

const until = new Date('2026-11-20T12:00:00Z')
const startsAt = new Date('2026-12-05T00:00:00Z')
const base: RateRule = {
  number: 0,
  event: 'sale',
  publisherId: null,
  groupId: null,
  productGroup: null,
  region: null,
  customer: null,
  startsAt: null,
  endsAt: null,
  rate: percent(10),
}
const slice: OrderSlice = {
  publisherId: 7n,
  event: 'sale',
  productGroup: null,
  regions: null,
  customer: null,
  at: new Date('2026-11-01T12:00:00Z'),
  orders: 3,
  amount: 3_000_000n,
}

describe('a replay', () => {
  test.each<[string, { rules: Partial<RateRule>[]; slice?: Partial<OrderSlice>; after: bigint }]>([
    ['prices by the draft', { rules: [{ rate: percent(8) }], after: 240_000n }],
    ['pays a fixed amount for each order', { rules: [{ rate: { kind: 'fixed', fixedAmount: 50n } }], after: 150n }],
    ['earns nothing for an event that the draft leaves out', { rules: [{ event: 'lead' }], after: 0n }],
    [
      'prices product groups apart',
      {
        rules: [{}, { number: 1, productGroup: 'Hats', rate: percent(2) }],
        slice: { productGroup: 'Hats' },
        after: 60_000n,
      },
    ],
    [
      'moves the orders to the first days of the draft',
      // The click of 1 November stands 11 days after the first replayed day.
      { rules: [{}, { number: 1, startsAt: new Date('2026-12-16T00:00:00Z'), rate: percent(1) }], after: 30_000n },
    ],
    [
      'knows the end of a rate',
      { rules: [{}, { number: 1, endsAt: new Date('2026-12-16T00:00:00Z'), rate: percent(1) }], after: 300_000n },
    ],
    [
      'counts clicks before its first day at the beginning of the draft',
      {
        rules: [{}, { number: 1, startsAt, rate: percent(1) }],
        slice: { at: new Date('2026-10-01T00:00:00Z') },
        after: 30_000n,
      },
    ],
  ])('%s', (_, { rules, slice: given, after }) => {
    const sums = new Map<bigint, ReplayedPublisher>()
    const draft = indexRules(rules.map((rule) => ({ ...base, ...rule })))
    addSlices(sums, [{ ...slice, ...given }], { before: indexRules([base]), after: draft, startsAt, until })
    expect(sums.get(7n)).toMatchObject({ orders: 3, value: 3_000_000n, before: 300_000n, after })
  })

  test('tells clicks apart where a rate starts or ends, moved like the orders', () => {
    const dated = indexRules([{ ...base, startsAt: new Date('2026-12-16T00:00:00Z'), endsAt: startsAt }])
    expect(listBoundaries({ before: indexRules([base]), after: dated, startsAt, until })).toEqual([
      getReplayDay(until, 0).from,
      new Date('2026-11-01T12:00:00Z'),
    ])
  })
})

describe('the replay of a draft', () => {
  let database: TestDatabase
  let ctx: Ctx

  beforeAll(async () => {
    database = await createTestDatabase()
    ctx = testContext(database.db)
  })
  afterAll(() => database.close())

  test('sums what is not cancelled by items, and goes with the next change', async () => {
    const { advertiserId, publisherId, programId, save, token, loadSource, ...fixtures } =
      await createRatedAdvertiser(ctx)
    const source = await loadSource()
    const report = async (parameters: object) => {
      const click_id = await fixtures.makeClick({ agoMs: 60_000, termsId: fixtures.termsId })
      const postback = { channel: 'json', parameters: { token, click_id, ...parameters }, isReadable: true } as const
      return (await receivePostback({ ...ctx, now: new Date() }, source, postback)) as { transactionId: string }
    }
    const items = [
      { group: 'Shoes', amount: '40.00' },
      { group: 'Hats', amount: '60.00' },
    ]
    await report({ order_id: 'one', amount: '100.00', items })
    const amended = await report({ order_id: 'two', amount: '100.00', items })
    const cancelled = await report({ order_id: 'three', amount: '100.00' })
    const order = { publisherId, transactionId: amended.transactionId }
    await decideTransaction(ctx, { ...order, action: 'amend', orderValue: 500_000n })
    await decideTransaction(ctx, {
      publisherId,
      transactionId: cancelled.transactionId,
      action: 'cancel',
      reasonCode: 'RETURNED_MERCHANDISE',
      note: 'came back',
    })
    await save(0, { rate: percent(5) }, saleRate)
    const later = { ...ctx, now: new Date(Date.now() + 60_000) }
    await save(1, { productGroup: 'Shoes', rate: percent(20) })
    await expect(askReplay(later, { advertiserId, revision: 1 })).rejects.toThrow('rates.draft_changed')
    await askReplay(later, { advertiserId, revision: 2 })
    await advanceReplays(later)
    const found = await findReplay(database.db, { programId })
    // Shoes for 60.00 at 20 %, hats for 90.00 at 5 %.
    expect(found).toMatchObject({
      outcome: 'done',
      daysDone: 30,
      result: {
        publishers: [{ id: String(publisherId), orders: 2, value: '1500000', before: '150000', after: '165000' }],
      },
    })
    await save(2, { rate: percent(6) }, saleRate)
    expect(await findReplay(database.db, { programId })).toBeUndefined()
  })
})
