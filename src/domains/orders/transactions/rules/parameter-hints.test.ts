import { expect, test } from 'vitest'
import { errorText } from '#platform/server/error-texts.ts'
import { listParameterHints } from './parameter-hints.ts'

const good = { token: 't', click_id: 'a-token', order_id: 'A-1', amount: '10', items: 'CD:10', fmt: 'tune' }

const listHints = (given: Record<string, unknown>) =>
  listParameterHints(given).map(({ parameter, hint, message }) => [parameter, hint, errorText('en', message)])

test('an ordinary postback has no hints, and parameters of the shop itself have none', () => {
  expect(listHints(good)).toEqual([])
  expect(listHints({ ...good, value: '10', order: 'A-1', session: 'x', cart_id: '7' })).toEqual([])
})

test('names each macro that the shop has not replaced', () => {
  const given = { ...good, order_id: '[ORDER_ID]', coupon: '{coupon}', currency: 'null' }
  expect(listHints(given)).toEqual([
    ['order_id', 'macro_not_replaced', expect.stringContaining('order_id: macro not replaced.')],
    ['coupon', 'macro_not_replaced', expect.stringContaining('coupon: macro not replaced.')],
    ['currency', 'macro_not_replaced', expect.stringContaining('currency: macro not replaced.')],
  ])
})

test.each([
  [{ clickId: 'a-token', order_id: 'A-1' }, 'clickId', 'click_id'],
  [{ click_id: 'a-token', order: 'A-1' }, 'order', 'order_id'],
  [{ click_id: 'a-token', Order_ID: 'A-1' }, 'Order_ID', 'order_id'],
  [{ click_id: 'a-token', order_id: 'A-1', total: '10' }, 'total', 'amount'],
  [{ click_id: 'a-token', order_id: 'A-1', couponCode: 'X' }, 'couponCode', 'coupon'],
])('says what an unknown name seems to mean: %o', (given, parameter, meant) => {
  const text = `${parameter} is not a parameter of a postback and was not read. Did you mean ${meant}?`
  expect(listHints(given)).toEqual([[parameter, 'unknown_name', text]])
})

test('names an order id whose letters are decomposed', () => {
  expect(listHints({ ...good, order_id: 'Bestellung-\u00FC' })).toEqual([])
  expect(listHints({ ...good, order_id: 'Bestellung-u\u0308' })).toMatchObject([['order_id', 'not_normalized', {}]])
})

test('lists at most ten hints, and does not look at long names', () => {
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${'-'.repeat(index)}order`, 'A-1']))
  expect(listHints(many)).toHaveLength(10)
  expect(listHints({ [`order${'-'.repeat(40)}`]: 'A-1' })).toEqual([])
})
