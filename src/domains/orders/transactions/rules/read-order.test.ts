import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatAmount } from '#kernel/money.ts'
import { readCoupons, readOrder } from './read-order.ts'
import { toStoredParameters } from './postback-log.ts'

const good = { click_id: 'a-token', order_id: 'A-1', amount: '1083.29' }

const read = (changes: Record<string, unknown>) => readOrder({ ...good, ...changes })

describe('reading an order', () => {
  test('a plain sale', () => {
    expect(readOrder(good)).toEqual({
      order: {
        clickToken: 'a-token',
        orderRef: 'A-1',
        event: 'sale',
        amount: 10_832_900n,
        currency: undefined,
        coupon: null,
        customerStatus: null,
        items: [],
        remark: null,
        isTest: false,
      },
    })
  })

  test('the names that other networks use', () => {
    const given = { cks: 't', ref: 'A-1', sum: '5', cr: 'eur', vc: 'SPRING', testmode: '1', customer_status: 'new' }
    expect(readOrder(given)).toEqual({
      order: {
        clickToken: 't',
        orderRef: 'A-1',
        event: 'sale',
        amount: 50_000n,
        currency: 'EUR',
        coupon: 'SPRING',
        customerStatus: 'NEW',
        items: [],
        remark: null,
        isTest: true,
      },
    })
  })

  test.each(['clickid', 'transaction_id', 'txid', 'tid', 'cks'])('%s is the click id', (name) => {
    expect(readOrder({ order_id: '1', amount: '1', [name]: 'token' })).toMatchObject({ order: { clickToken: 'token' } })
  })

  test.each(['ref', 'orderId', 'oid'])('%s is the order id', (name) => {
    expect(readOrder({ click_id: 't', amount: '1', [name]: 'A' })).toMatchObject({ order: { orderRef: 'A' } })
  })

  test('our own name takes precedence over an alias, and an empty value counts as absent', () => {
    expect(read({ clickid: 'alias' })).toMatchObject({ order: { clickToken: 'a-token' } })
    expect(read({ click_id: '', clickid: 'alias' })).toMatchObject({ order: { clickToken: 'alias' } })
  })

  test('the sum of the items replaces a missing amount', () => {
    expect(read({ amount: undefined, items: 'CD:10.50|BOOK:4' })).toMatchObject({ order: { amount: 145_000n } })
    expect(read({ amount: '14.50', items: 'CD:10.50|BOOK:4' })).toMatchObject({ order: { amount: 145_000n } })
  })

  test('a placeholder is no value, so the next name counts', () => {
    const given = { order_id: '{order_id}', ref: 'B-2', currency: '[CURRENCY]', event: '${event}', test: '{test}' }
    expect(read({ ...given, coupon: '%%COUPON%%', customer_status: 'undefined' })).toMatchObject({
      order: { orderRef: 'B-2', currency: undefined, event: 'sale', coupon: null, customerStatus: null, isTest: false },
    })
  })

  test.each([
    ['a text', 'FREESHIP, SUMMER10'],
    ['repeated parameters', ['FREESHIP', 'SUMMER10', 'FREESHIP']],
    ['a list in a text', '["FREESHIP","SUMMER10"]'],
    ['the discounts of a shop', [{ code: 'FREESHIP', amount: '5.00' }, { code: 'SUMMER10' }]],
  ])('several coupon codes come as %s', (_, coupon) => {
    expect(readCoupons({ coupon })).toEqual(['FREESHIP', 'SUMMER10'])
    expect(read({ coupon })).toMatchObject({ order: { coupon: 'FREESHIP' } })
  })

  test('a missing amount is allowed', () => {
    expect(read({ amount: undefined })).toMatchObject({ order: { amount: undefined } })
  })
})

describe('an order is rejected', () => {
  test.each([
    ['missing_click_id', { click_id: undefined }],
    ['missing_click_id', { click_id: '' }],
    ['missing_order_id', { order_id: '' }],
    ['malformed_order_id', { order_id: ' A-1' }],
    ['malformed_order_id', { order_id: 'x'.repeat(121) }],
    ['malformed_order_id', { order_id: 'A\u00001' }],
    ['malformed_order_id', { order_id: 'A\uFFFD1' }],
    ['malformed_order_id', { order_id: 'A\uD8001' }],
    ['malformed_event', { event: 'big sale' }],
    ['malformed_event', { event: '1sale' }],
    ['malformed_amount', { amount: '1,083.29' }],
    ['malformed_amount', { amount: '1083,29' }],
    ['malformed_amount', { amount: '$10' }],
    ['malformed_amount', { amount: '1e3' }],
    ['malformed_amount', { amount: '10.00001' }],
    ['malformed_amount', { amount: ' 10' }],
    ['malformed_amount', { amount: '--5' }],
    ['macro_not_replaced', { amount: 'NaN' }],
    ['macro_not_replaced', { amount: '{amount}', items: 'CD:10' }],
    ['macro_not_replaced', { order_id: '[ORDER_ID]' }],
    ['macro_not_replaced', { order_id: '%%ORDERID%%' }],
    ['macro_not_replaced', { order_id: 'null' }],
    ['missing_click_id', { click_id: '{click_id}', coupon: 'null' }],
    ['negative_amount', { amount: '-5.00' }],
    ['absurd_amount', { amount: '10000000.01' }],
    ['absurd_amount', { amount: '9'.repeat(40) }],
    ['malformed_items', { amount: undefined, items: 'CD' }],
    ['malformed_items', { amount: undefined, items: ['CD:1', 'BOOK:2'] }],
    ['absurd_amount', { amount: undefined, items: 'CD:9999999|BOOK:1.01' }],
    ['unsupported_currency', { currency: 'dollars' }],
    ['malformed_field', { coupon: 'x'.repeat(61) }],
    ['malformed_field', { coupon: Array.from({ length: 11 }, (_, index) => `C${index}`) }],
    ['malformed_field', { coupon: ['A', 7] }],
    ['malformed_field', { customer_status: 'OLD' }],
    ['malformed_field', { test: 'maybe' }],
    ['malformed_field', { amount: ['1', '2'] }],
    ['malformed_field', { coupon: { code: 'x' } }],
    ['cancelled_order', { status: 'Cancelled' }],
    ['cancelled_order', { status: 'refunded' }],
    ['unknown_order', { status: 'amended' }],
  ])('%s: %o', (reason, changes) => {
    expect(read(changes)).toEqual({ reason })
  })
})

describe('items', () => {
  const listed = [
    { sku: 'A-7', group: 'CD', quantity: '2', amount: '1000' },
    { sku: 'B-1', amount: '83.29', colour: 'red' },
  ]

  test('come as pairs of group and amount, or as the list of a JSON body', () => {
    const none = { sku: null, quantity: null }
    expect(read({ items: 'CD:1000|BOOK:83.29' })).toMatchObject({
      order: {
        items: [
          { ...none, group: 'CD', amount: 10_000_000n },
          { ...none, group: 'BOOK', amount: 832_900n },
        ],
        remark: null,
      },
    })
    expect(read({ items: listed })).toMatchObject({
      order: {
        items: [
          { sku: 'A-7', group: 'CD', quantity: 2, amount: 10_000_000n },
          { sku: 'B-1', group: null, quantity: null, amount: 832_900n },
        ],
        remark: null,
      },
    })
  })

  test.each([
    ['items_differ', 'CD:10'],
    ['items_differ', listed.slice(1)],
    ['malformed_items', 'CD'],
    ['malformed_items', 'CD:1083,29'],
    ['malformed_items', 'CD:1084|REBATE:-0.71'],
    ['malformed_items', `${'x'.repeat(61)}:1083.29`],
    ['malformed_items', 'C\u0000D:1083.29'],
    ['malformed_items', Array.from({ length: 101 }, () => 'CD:1').join('|')],
    ['malformed_items', { CD: '1083.29' }],
    ['malformed_items', [null]],
    ['malformed_items', [{ amount: '1083.29' }]],
    ['malformed_items', [{ sku: 'A', quantity: '0', amount: '1083.29' }]],
    ['malformed_items', [{ sku: 'A', quantity: '1.5', amount: '1083.29' }]],
    ['malformed_items', [{ sku: { id: 'A' }, amount: '1083.29' }]],
    ['malformed_items', [{ sku: 'A', amount: ['1083.29'] }]],
  ])('%s: the order counts without %j', (remark, items) => {
    expect(read({ items })).toMatchObject({ order: { amount: 10_832_900n, items: [], remark } })
  })
})

describe('the stored parameters', () => {
  test('exclude the secret', () => {
    expect(toStoredParameters({ token: 'secret', order_id: '1' })).toEqual({ order_id: '1' })
  })

  test('are limited, without characters that the database cannot store', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`p${index}`, 'x'.repeat(1000)]))
    const kept = toStoredParameters({ a: 'b\0c', d: ['e', 'f'], ...many })
    expect(kept).toMatchObject({ a: 'b\uFFFDc', d: '["e","f"]' })
    expect(Object.keys(kept)).toHaveLength(30)
    expect(kept['p0']).toHaveLength(200)
  })
})

test('the items of an order come to its value, to the last unit', () => {
  const item = fc.record({
    amount: fc.bigInt({ min: 0n, max: 10_000_000_000n }),
    places: fc.integer({ min: 0, max: 4 }),
  })
  const check = (given: { amount: bigint; places: number }[], difference: bigint) => {
    const texts = given.map(({ amount, places }) => formatAmount(amount - (amount % 10n ** BigInt(4 - places)), places))
    const items = texts.map((text, index) => `g${index}:${text}`).join('|')
    const total = texts.reduce((sum, text) => sum + BigInt(Math.round(Number(text) * 10_000)), 0n)
    expect(read({ amount: undefined, items })).toMatchObject({ order: { amount: total } })
    const whole = { amount: total, items: given.map((_, index) => ({ group: `g${index}` })), remark: null }
    expect(read({ amount: formatAmount(total), items })).toMatchObject({ order: whole })
    const differing = read({ amount: formatAmount(total + difference), items })
    expect(differing).toMatchObject({ order: { amount: total + difference, items: [], remark: 'items_differ' } })
  }
  const items = fc.array(item, { minLength: 1, maxLength: 9 })
  fc.assert(fc.property(items, fc.bigInt({ min: 1n, max: 9n }), check), { numRuns: 200 })
})
