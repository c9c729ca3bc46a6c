import { expect, test } from 'vitest'
import { openCountryTable } from './country-table.ts'

const findCountry = await openCountryTable()

test.each([
  ['8.8.8.0/24', 'US'],
  ['81.2.69.0/24', 'GB'],
  ['2a02:8100::/48', 'DE'],
  ['127.0.0.0/24', null],
  ['192.168.1.0/24', null],
  ['::/48', null],
])('the country of %s is %s', (ipPrefix, country) => {
  expect(findCountry(ipPrefix)).toBe(country)
  expect(findCountry(ipPrefix)).toBe(country)
})
