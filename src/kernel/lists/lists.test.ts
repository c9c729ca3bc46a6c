import { describe, expect, test } from 'vitest'
import { APP_CONTENT_CATEGORIES, WEB_CONTENT_CATEGORIES } from './content-categories.ts'
import { isCommonPassword } from './common-passwords.ts'
import { COUNTRY_CODES, DEFAULT_COUNTRY, countryAt } from './countries.ts'
import { isCurrency } from './currencies.ts'
import { getMinorDigits } from './minor-digits.ts'
import { TRAFFIC_CATEGORIES } from './traffic-categories.ts'

test('has the specified counts and no duplicates', () => {
  for (const [list, count] of [
    [COUNTRY_CODES, 250],
    [WEB_CONTENT_CATEGORIES, 16],
    [APP_CONTENT_CATEGORIES, 15],
    [TRAFFIC_CATEGORIES, 43],
  ] as const) {
    expect(new Set(list).size).toBe(count)
  }
})

test.each([
  'password',
  'Password',
  'PASSWORD1',
  'Iloveyou!!',
  '12345678',
  'aaaaaaaa',
  '87654321',
  'abcdefghij',
  'qwertyuiop',
])('knows the common password %s', (password) => expect(isCommonPassword(password)).toBe(true))

test.each(['correct-horse', 'Tk3-mellow-oak', 'zu7Ahx5eeW', '\u65e5\u672c\u8a9e\u306e\u79d8\u5bc6\u3067\u3059'])(
  'accepts the password %s',
  (password) => expect(isCommonPassword(password)).toBe(false),
)

test('has a name for every country, and positions from 1', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  expect(COUNTRY_CODES.filter((code) => names.of(code) === undefined)).toEqual([])
  expect(COUNTRY_CODES).toContain(DEFAULT_COUNTRY)
  expect(countryAt(1)).toBe('AD')
  expect(countryAt(250)).toBe('ZW')
  expect(countryAt(0)).toBeUndefined()
  expect(countryAt(251)).toBeUndefined()
})

describe('currencies', () => {
  test.each([
    ['USD', 2],
    ['JPY', 0],
    ['KWD', 3],
    ['IQD', 3],
    ['IDR', 2],
    ['CLF', 4],
  ])('%s has %d decimals', (currency, digits) => {
    expect(isCurrency(currency)).toBe(true)
    expect(getMinorDigits(currency)).toBe(digits)
  })

  test.each(['usd', 'XXX', 'XTS', 'XAU', 'DEM', '', 'EURO'])('%j is none', (text) => {
    expect(isCurrency(text)).toBe(false)
  })
})
