import { beforeAll, describe, expect, test } from 'vitest'
import type { CouponRule } from '#domains/programmes/programs/rules.ts'
import { DAY_MS, HOUR_MS } from '#kernel/days.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openCouponShop } from '#test/support/coupon-shop.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { exportTransactions } from './queries/export-transactions.ts'
import { getTransactionTimeline } from './queries/transaction-timeline.ts'
import { verifyLedger } from './queries/verify-ledger.ts'
import { viewTimeline } from './routes/view-timeline.ts'

const database = await openTestDatabase()
let ctx: Ctx
let orders = 0

beforeAll(async () => {
  ctx = testContext(database.db)
})
const openShop = (rule: CouponRule) => openCouponShop(ctx, rule)
const nextOrder = () => `coupon-${++orders}`

describe('an order with a coupon code', () => {
  test('without a click is credited to the owner, under the terms in force at the order', async () => {
    const { send, find, publisherId, siteId, termsId } = await openShop('code_without_click')
    const order_id = nextOrder()
    expect(await send({ order_id })).toMatchObject({ result: 'recorded', reason: null })
    const recorded = await find(order_id)
    expect(recorded).toMatchObject({
      publisherId,
      siteId,
      termsId,
      attribution: 'coupon',
      clickId: null,
      commission: 200_000n,
      coupon: 'tea10',
      promotionId: null,
    })
    expect(recorded?.clickedAt).toEqual(recorded?.transactionAt)
    expect(await send({ order_id })).toMatchObject({ result: 'duplicate', reason: null, transactionId: recorded?.id })
    expect(await send({ order_id, amount: '1' })).toMatchObject({ result: 'duplicate', reason: 'amount_differs' })
  })

  test('among several is credited to the owner of the one that has an owner', async () => {
    const { send, find, publisherId } = await openShop('code_without_click')
    const order_id = nextOrder()
    expect(await send({ order_id, coupon: 'FREESHIP,tea10' })).toMatchObject({ result: 'recorded', reason: null })
    expect(await find(order_id)).toMatchObject({ publisherId, coupon: 'tea10' })
  })

  test('sent many times at once is one transaction', async () => {
    const { send } = await openShop('code_wins')
    const order_id = nextOrder()
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => send({ order_id })))
    expect(outcomes.filter(({ result }) => result === 'recorded')).toHaveLength(1)
    expect(outcomes.filter(({ result }) => result === 'duplicate')).toHaveLength(9)
  })

  test.each<[CouponRule, 'click' | 'coupon']>([
    ['code_wins', 'coupon'],
    ['code_without_click', 'click'],
    ['never', 'click'],
  ])('and a click of another publisher is credited by the rule %s to the %s', async (rule, attribution) => {
    const { fixtures, send, find, publisherId } = await openShop(rule)
    const order_id = nextOrder()
    expect(await send({ order_id, click_id: await fixtures.makeClick() })).toMatchObject({ result: 'recorded' })
    const earner = attribution === 'coupon' ? publisherId : fixtures.publisherId
    expect(await find(order_id)).toMatchObject({ attribution, publisherId: earner })
  })

  test.each([
    ['a click outside its window', { agoMs: 31 * DAY_MS }, 'expired_click'],
    ['a click too far ahead of the clock', { agoMs: -2 * DAY_MS }, 'click_too_far_ahead'],
    ['a click that does not count', { verdict: 'bot' }, 'click_not_payable'],
    ['a click that never arrived', { agoMs: 25 * HOUR_MS, isSpooled: true }, 'unknown_click'],
  ] as const)('and %s is credited to the owner, and rejected when the rule is never', async (_, click, reason) => {
    const [open, closed] = [await openShop('code_without_click'), await openShop('never')]
    const order_id = nextOrder()
    expect(await open.send({ order_id, click_id: await open.fixtures.makeClick(click) })).toMatchObject({
      result: 'recorded',
    })
    expect(await open.find(order_id)).toMatchObject({ attribution: 'coupon', publisherId: open.publisherId })
    const refused = { order_id: nextOrder(), click_id: await closed.fixtures.makeClick(click) }
    expect(await closed.send(refused)).toMatchObject({ result: 'rejected', reason })
  })

  test('waits for a click that may still arrive', async () => {
    const { fixtures, send } = await openShop('code_without_click')
    const click_id = await fixtures.makeClick({ isSpooled: true })
    expect(await send({ order_id: nextOrder(), click_id })).toEqual({ result: 'retry', reason: 'click_not_here_yet' })
  })

  test('is judged like an order by click', async () => {
    const { send } = await openShop('code_wins')
    const refused = async (parameters: Record<string, string>) => send({ order_id: nextOrder(), ...parameters })
    expect(await refused({ event: 'install' })).toMatchObject({ result: 'rejected', reason: 'unknown_event' })
    expect(await refused({ amount: '' })).toMatchObject({ result: 'rejected', reason: 'missing_amount' })
    expect(await refused({ test: '1' })).toMatchObject({ result: 'rejected', reason: 'test' })
    expect(await refused({ coupon: 'OTHER' })).toMatchObject({ result: 'rejected', reason: 'missing_click_id' })
    expect(await refused({ coupon: 'OTHER', click_id: 'x' })).toMatchObject({ reason: 'forged_click_id' })
  })

  test.each([
    ['left the programme', { membership: 'left' }],
    ['switched the site off', { isActive: false }],
  ] as const)('earns nothing after its owner %s', async (_, change) => {
    const { send, programId, siteId, publisherId } = await openShop('code_wins')
    if ('membership' in change) {
      const left = ctx.db.updateTable('membership').set({ status: change.membership })
      await left.where('programId', '=', programId).where('publisherId', '=', publisherId).execute()
    } else {
      await ctx.db.updateTable('site').set({ isActive: change.isActive }).where('id', '=', siteId).execute()
    }
    expect(await send({ order_id: nextOrder() })).toMatchObject({ result: 'rejected', reason: 'missing_click_id' })
  })

  test('has a timeline and a line in the export without a click', async () => {
    const { send, find, publisherId } = await openShop('code_wins')
    const order_id = nextOrder()
    await send({ order_id })
    const { id: transactionId = '' } = (await find(order_id)) ?? {}
    const rows = await getTransactionTimeline(ctx.db, { publisherId, transactionId })
    expect(viewTimeline(rows, { locale: 'en', reader: 'publisher', path: '' })).toMatchObject({
      transaction: { attribution: 'coupon', click_date: null, site_name: 'Codes' },
      coupon: 'tea10',
      click: null,
      terms: { version: 2 },
    })
    const lines: string[] = []
    for await (const part of exportTransactions(
      ctx.db,
      { publisherId },
      { reader: 'publisher', hasByteOrderMark: false },
    )) {
      lines.push(String(part))
    }
    expect(lines.join('')).toContain(`${transactionId},"${order_id}","sale"`)
  })
})

test('the check of the ledger finds an order by coupon that counts on another day', async () => {
  expect(await verifyLedger(database.db)).toEqual([])
  const moved = database.ownerDb.updateTable('transaction').where('attribution', '=', 'coupon')
  await moved.set({ clickedAt: new Date(Date.now() - DAY_MS) }).execute()
  const kinds = (await verifyLedger(database.db)).map(({ kind }) => kind)
  expect(kinds).toContain('order by coupon')
})
