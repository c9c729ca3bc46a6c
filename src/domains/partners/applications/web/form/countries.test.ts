import { expect, test } from 'vitest'
import { COUNTRY_CODES } from '#kernel/lists/countries.ts'
import { countryList } from './country-list.server.ts'
import { countryValue, findCountries } from './countries.ts'

const countries = countryList('en')
const findNames = (typed: string) => findCountries(countries, typed).map(([, name]) => name)

test('lists all countries with names in every language and dial codes', () => {
  expect(countries).toHaveLength(250)
  expect(countries.find(([code]) => code === 'US')).toEqual(['US', 'United States', '1'])
  expect(countryList('zh').find(([code]) => code === 'DE')).toEqual(['DE', '德国', '49'])
  expect(countries.filter(([, name, dialCode]) => name === '' || !/^\d{0,4}$/.test(dialCode))).toEqual([])
})

test.each([
  ['ger', 'Germany'],
  ['  GERMANY ', 'Germany'],
  ['de', 'Germany'],
  ['+49', 'Germany'],
  ['cote', 'Côte d’Ivoire'],
])('ranks first for %j: %s', (typed, name) => {
  expect(findNames(typed)[0]).toBe(name)
})

test('finds all countries for an empty search, and none for an unknown word', () => {
  expect(findNames('')).toHaveLength(250)
  expect(findNames('xyzzy')).toEqual([])
})

test('names a country by its code or by its position from 1', () => {
  const value = countries.map((country) => Number(countryValue(country, 'position')))
  expect(value.toSorted((one, other) => one - other)).toEqual(COUNTRY_CODES.map((_, index) => index + 1))
  expect(countryValue(['US', 'United States', '1'], 'code')).toBe('us')
})
