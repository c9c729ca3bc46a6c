import { expect, test } from 'vitest'
import { getPublisherId } from '#kernel/actor-scope.ts'
import { countMissingFields, siteDomain, siteKeyFrom } from './rules.ts'

test('counts the required fields of a profile that were never given', () => {
  const required = 12
  expect(countMissingFields({})).toBe(required)
  expect(countMissingFields({ company: '', profit_models: [], ad_network: '', social_medias: [] })).toBe(required)
  expect(countMissingFields({ company: 'Reader Ltd', profit_models: [2], country: 9 })).toBe(required - 3)
})

test('shows the host of a site', () => {
  expect(siteDomain('https://blog.example.com:8080/me')).toBe('blog.example.com')
})

test('makes keys of 16 evenly distributed letters and digits', () => {
  expect(siteKeyFrom(Uint8Array.from({ length: 16 }, (_, index) => index))).toBe('abcdefghijklmnop')
  expect(siteKeyFrom(Uint8Array.from({ length: 20 }, (_, index) => (index < 4 ? 252 + index : 251)))).toBe(
    '9'.repeat(16),
  )
  expect(siteKeyFrom(new Uint8Array(32).fill(255))).toBeUndefined()
})

test('finds the publisher of an account and refuses others', () => {
  const account = { kind: 'account', accountId: 1n, email: 'a@example.com', displayName: 'A' } as const
  expect(getPublisherId({ ...account, role: 'publisher', publisherId: 7n })).toBe(7n)
  expect(() => getPublisherId({ ...account, role: 'publisher' })).toThrow('no_publisher')
})
