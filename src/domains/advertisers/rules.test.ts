import { describe, expect, test } from 'vitest'
import {
  getAdvertiserId,
  isLocalHostname,
  isRegionCode,
  parseHostname,
  parseRegionLines,
  regionLines,
  regionName,
  secretHint,
} from './rules.ts'

describe('parseHostname', () => {
  test.each([
    ['shop.example.com', 'shop.example.com'],
    ['  Shop.Example.COM ', 'shop.example.com'],
    ['müller.example', 'xn--mller-kva.example'],
    ['商店.example', 'xn--czrs0t.example'],
    ['xn--mller-kva.example', 'xn--mller-kva.example'],
    ['localhost', 'localhost'],
    ['127.0.0.1', '127.0.0.1'],
    ['shop.localhost', 'shop.localhost'],
  ])('takes %j as %s', (typed, hostname) => {
    expect(parseHostname(typed)).toBe(hostname)
    expect(new URL(`https://${typed.trim()}/page`).hostname).toBe(hostname)
  })

  test.each([
    '',
    'shop',
    'com',
    'https://shop.example.com',
    'shop.example.com/',
    'shop.example.com/path',
    'shop.example.com:8080',
    'user@shop.example.com',
    'shop.example.com?x',
    'shop.example.com#x',
    'shop_1.example.com',
    'shop example.com',
    'shop..example.com',
    '.example.com',
    'shop.example.com.',
    '-shop.example.com',
    'shop-.example.com',
    `${'a'.repeat(64)}.example.com`,
    `${'a.'.repeat(130)}com`,
    '1.2.3.4',
    '0x7f.1.2.3',
    '2130706434',
    '[::1]',
    '::1',
    'shop.example.123',
    'shop\0.example.com',
  ])('refuses %j', (typed) => {
    expect(parseHostname(typed)).toBeUndefined()
  })
})

test('recognizes local host names', () => {
  expect(['localhost', '127.0.0.1', 'a.localhost', 'localhost.example.com'].filter(isLocalHostname)).toEqual([
    'localhost',
    '127.0.0.1',
    'a.localhost',
  ])
})

test('recognizes regions and names them', () => {
  expect(['US', 'GLOBAL', 'us', 'ZZ', 'EU'].filter(isRegionCode)).toEqual(['US', 'GLOBAL'])
  expect(regionName('DE', 'en')).toBe('Germany')
  expect(regionName('DE', 'zh')).toBe('德国')
  expect(regionName('GLOBAL', 'en')).toBe('Global')
})

test('shows only the end of a secret', () => {
  expect(secretHint('abcdefghijklmnop')).toBe('…klmnop')
})

test('finds the advertiser of an account and refuses others', () => {
  const account = { kind: 'account', accountId: 1n, email: 'a@example.com', displayName: 'A' } as const
  expect(getAdvertiserId({ ...account, role: 'advertiser', advertiserId: 7n })).toBe(7n)
  expect(() => getAdvertiserId({ ...account, role: 'advertiser' })).toThrow('no_advertiser')
  expect(() => getAdvertiserId({ kind: 'visitor' })).toThrow('no_advertiser')
})

test('reads regions line by line and writes them back', () => {
  const regions = [
    { code: 'US', commission_text: '6% of net sales' },
    { code: 'GLOBAL', commission_text: '' },
  ]
  expect(parseRegionLines('us  6% of net sales\r\n\n  GLOBAL ')).toEqual(regions)
  expect(parseRegionLines(regionLines(regions))).toEqual(regions)
  expect(parseRegionLines(' ')).toEqual([])
})
