import { describe, expect, test } from 'vitest'
import { countMissingFields, parseSiteUrl, getPublisherId, siteDomain, siteKeyFrom } from './rules.ts'

test('counts the required fields of a profile that were never given', () => {
  const required = 12
  expect(countMissingFields({})).toBe(required)
  expect(countMissingFields({ company: '', profit_models: [], ad_network: '', social_medias: [] })).toBe(required)
  expect(countMissingFields({ company: 'Reader Ltd', profit_models: [2], country: 9 })).toBe(required - 3)
})

describe('parseSiteUrl', () => {
  test.each([
    ['https://example.com', 'https://example.com/'],
    ['example.com', 'https://example.com/'],
    ['  http://blog.example.com/me?x=1#top ', 'http://blog.example.com/me?x=1#top'],
    ['ftp://files.example.com', 'ftp://files.example.com/'],
    ['HTTPS://Example.COM', 'https://example.com/'],
    ['example.com:8080', 'https://example.com:8080/'],
    ['müller.example', 'https://xn--mller-kva.example/'],
    ['shop.xn--p1ai', 'https://shop.xn--p1ai/'],
    ['http://8.8.8.8/', 'http://8.8.8.8/'],
    ['172.15.0.1', 'https://172.15.0.1/'],
  ])('takes %j', (typed, url) => {
    expect(parseSiteUrl(typed)).toBe(url)
  })

  test.each([
    '',
    'blog',
    'localhost',
    'localhost:3000',
    'a.localhost',
    'javascript:alert(1)',
    'data:text/html,x',
    'mailto:me@example.com',
    'file:///etc/passwd',
    'https://user:secret@example.com',
    'https://exa mple.com',
    'http://10.1.2.3',
    'http://127.0.0.1',
    'http://2130706433',
    'http://0x7f.1',
    'http://169.254.169.254',
    'http://192.168.0.1',
    'http://172.16.0.1',
    'http://172.31.255.255',
    'http://100.64.0.1',
    'http://0.0.0.0',
    'http://224.0.0.1',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'https://example.c',
    `https://example.com/${'a'.repeat(2000)}`,
  ])('refuses %j', (typed) => {
    expect(parseSiteUrl(typed)).toBeUndefined()
  })
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
