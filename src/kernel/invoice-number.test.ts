import { expect, test } from 'vitest'
import { findInvoiceNumbers, formatInvoiceNumber } from './invoice-number.ts'

test.each([
  ['INV-00012', [12]],
  ['payment of inv 12 and INV-00012, INV-0013.', [12, 13]],
  ['INV-0 INVOICE 12 XINV-12 INV-1234567890', []],
])('finds the numbers of invoices in %s', (text, numbers) => {
  expect(findInvoiceNumbers(text)).toEqual(numbers)
})

test('writes a number that it finds again', () => {
  expect(findInvoiceNumbers(formatInvoiceNumber(123_456))).toEqual([123_456])
})
