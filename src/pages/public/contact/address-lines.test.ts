import { expect, test } from 'vitest'
import { addressLines } from './address-lines.ts'

test('separates the zip code', () => {
  expect(addressLines('500 Example Street, Suite 200, San Francisco, CA 94105, United States')).toEqual({
    lines: ['500 Example Street', 'Suite 200', 'San Francisco, CA', 'United States'],
    zip: '94105',
  })
  expect(addressLines('8 Example Road, Central, Hong Kong, 999077')).toEqual({
    lines: ['8 Example Road', 'Central', 'Hong Kong'],
    zip: '999077',
  })
})

test('keeps an address without a zip code unchanged', () => {
  expect(addressLines('1 Main Street, Dublin')).toEqual({ lines: ['1 Main Street', 'Dublin'] })
})
