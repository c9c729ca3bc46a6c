import { expect, test } from 'vitest'
import { APP_CONTENT_CATEGORIES, WEB_CONTENT_CATEGORIES } from './content-categories.ts'
import { COUNTRY_CODES, DEFAULT_COUNTRY, countryAt } from './countries.ts'
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

test('has a name for every country, and positions from 1', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  expect(COUNTRY_CODES.filter((code) => names.of(code) === undefined)).toEqual([])
  expect(COUNTRY_CODES).toContain(DEFAULT_COUNTRY)
  expect(countryAt(1)).toBe('AD')
  expect(countryAt(250)).toBe('ZW')
  expect(countryAt(0)).toBeUndefined()
  expect(countryAt(251)).toBeUndefined()
})
