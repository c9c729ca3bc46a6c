import { expect, test } from 'vitest'
import { PARAMETER_PREFIX, readParameterFields, readParameterText } from './parameter-text.ts'

test.each([
  ['click_id=a1&order_id=7&amount=49.90', { click_id: 'a1', order_id: '7', amount: '49.90' }],
  ['https://go.example/postback?token=s3cret&order_id=7', { order_id: '7' }],
  ['order_id=7\namount=49.90\n\ncoupon=TEN%20OFF', { order_id: '7', amount: '49.90', coupon: 'TEN OFF' }],
  ['{"order_id": 7, "amount": 49.90, "token": "s3cret"}', { order_id: '7', amount: '49.90' }],
  ['{"items": [{"sku": "A", "amount": 1.50}]}', { items: '[{"sku":"A","amount":"1.50"}]' }],
  ['order_id=', {}],
  ['{broken', {}],
  ['nothing', {}],
  ['', {}],
])('reads the parameters in %j', (text, parameters) => {
  expect(readParameterText(text)).toEqual(parameters)
})

test('reads parameters from their fields, without empty ones and other fields', () => {
  const form = new FormData()
  form.set('intent', 'check')
  form.set(`${PARAMETER_PREFIX}order_id`, ' 7')
  form.set(`${PARAMETER_PREFIX}coupon`, '')
  expect(readParameterFields(form)).toEqual({ order_id: ' 7' })
})
