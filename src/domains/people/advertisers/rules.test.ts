import { describe, expect, test } from 'vitest'
import { getAdvertiserId } from '#kernel/actor-scope.ts'
import { isRegionCode, regionName } from '#kernel/regions.ts'
import {
  getHost,
  indexHosts,
  isLocalHostname,
  parseHost,
  parseHostname,
  parseRegionLines,
  regionLines,
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

describe('parseHost', () => {
  test.each([
    ['Shop.example.com ', 'shop.example.com', null],
    ['shop.example.com:8443', 'shop.example.com', 8443],
    [' müller.example:65535', 'xn--mller-kva.example', 65_535],
    ['shop.example.com:80', 'shop.example.com', null],
    ['shop.example.com:0443', 'shop.example.com', null],
    ['localhost:1', 'localhost', 1],
  ])('takes %j as the host %s and the port %s', (typed, hostname, port) => {
    expect(parseHost(typed)).toEqual({ hostname, port })
    expect(getHost(new URL(`https://${typed.trim()}/page`))).toBe(port === null ? hostname : `${hostname}:${port}`)
  })

  test.each(['', ':80', 'shop', 'shop.example.com:', 'shop.example.com:0', 'shop.example.com:65536', 'a.example:1:2'])(
    'refuses %j',
    (typed) => expect(parseHost(typed)).toBeUndefined(),
  )

  test.each(['shop.example.com:port', 'shop.example.com:-1', 'shop.example.com:8443/', '[::1]:80', '1.2.3.4:80'])(
    'refuses %j, too',
    (typed) => expect(parseHost(typed)).toBeUndefined(),
  )
})

test('a declared host stands for itself with and without www., with its port, unless both are declared', () => {
  const found = indexHosts([
    ['a.example', 1],
    ['www.a.example:8443', 2],
    ['www.b.example', 3],
    ['b.example', 4],
  ])
  expect(Object.fromEntries(found)).toEqual({
    'a.example': 1,
    'www.a.example': 1,
    'a.example:8443': 2,
    'www.a.example:8443': 2,
    'b.example': 4,
    'www.b.example': 3,
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
