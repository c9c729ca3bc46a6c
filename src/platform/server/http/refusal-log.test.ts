import { expect, test } from 'vitest'
import { findFormRefusal } from './refusal-log.ts'

test.each([
  ['POST', 415, 'request.encoding'],
  ['POST', 400, 'bad_request'],
  ['POST', 422, undefined],
  ['GET', 400, undefined],
])('a page that answers a %s with %i logs the code %s', (method, status, code) => {
  expect(findFormRefusal(method, status)?.code).toBe(code)
})
