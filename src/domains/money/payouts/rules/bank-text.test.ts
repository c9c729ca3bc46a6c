import { expect, test } from 'vitest'
import { isBankName } from './bank-text.ts'

test.each([
  ['Zoë Müller & Søn', true],
  ["O'Neil-Smith 2nd", true],
  ['Łukasz Żak', true],
  ['Ann 😀', true],
  ['张伟', false],
  ['张伟 Zhang', false],
  ['Влад', false],
  ['محمد', false],
  ['-', false],
  ['😀', false],
  ['123', false],
])('a bank can read the name %s: %s', (name, expected) => {
  expect(isBankName(name)).toBe(expected)
})
