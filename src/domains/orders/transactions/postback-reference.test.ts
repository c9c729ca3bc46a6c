import { expect, test } from 'vitest'
import { reportOrderCall } from './contract/postback.ts'
import { REQUEST_REASONS, listPostbackParameters } from './contract/postback-reference.ts'
import { POSTBACK_REASONS } from './contract/vocabulary.ts'
import { listNames, readOrder } from './rules/read-order.ts'

const parameters = listPostbackParameters()

test('the reference names the parameters of the call, and every name that a postback is read by', () => {
  expect(parameters.map(({ name }) => name)).toEqual(Object.keys(reportOrderCall.query.shape))
  const named = parameters.flatMap(({ name, otherNames }) => [name, ...otherNames] as string[])
  expect(named).toEqual(expect.arrayContaining(listNames().flatMap(([, names]) => names)))
})

test('each reason stands with its parameter or with the whole request', () => {
  const explained = new Set([...REQUEST_REASONS, ...parameters.flatMap(({ reasons }) => reasons)])
  expect(POSTBACK_REASONS.filter((reason) => !explained.has(reason))).toEqual([])
})

test('the examples make an order, by our names and by the others', () => {
  const order = parameters.filter(({ name, use }) => use !== 'decision' && name !== 'status')
  const ours = Object.fromEntries(order.map(({ name, example }) => [name, example]))
  const theirs = Object.fromEntries(order.map(({ name, otherNames, example }) => [otherNames.at(-1) ?? name, example]))
  expect(readOrder(ours)).toMatchObject({
    order: { orderRef: 'A-1001', event: 'sale', amount: 499_000n, currency: 'EUR', coupon: 'SPRING-10', remark: null },
  })
  expect(readOrder(theirs)).toEqual(readOrder(ours))
})
