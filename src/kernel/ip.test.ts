import { BlockList, isIP } from 'node:net'
import { describe, expect, test } from 'vitest'
import { isInRange, isLoopbackHost, isPublicIpv4, parseIp, parseIpRanges, truncateIp } from './ip.ts'

const SAMPLES = [
  '203.0.113.77',
  '0.0.0.0',
  '255.255.255.255',
  '256.1.1.1',
  '1.2.3',
  '1.2.3.4.5',
  '2001:db8:1:2:3:4:5:6',
  '2001:db8::1',
  '::',
  '::1',
  '1::',
  '1:2:3:4:5:6:7::',
  '1::2::3',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4:5:6:7:8::',
  '12345::',
  'fe80::1%eth0',
  '::ffff:203.0.113.77',
  '::203.0.113.77',
  '64:ff9b::1.2.3.4',
  '1.2.3.4::',
  '::1.2.3.4:5',
  ':1',
  'g::1',
  'unknown',
  '',
]

test.each(SAMPLES)('accepts %j as an address if Node does', (text) => {
  expect(parseIp(text) !== undefined).toBe(isIP(text) !== 0)
})

test('reads every spelling of a mapped address as the IPv4 address', () => {
  const plain = parseIp('203.0.113.77')
  expect(plain).toEqual({ version: 4, groups: [203, 0, 113, 77] })
  for (const text of ['::ffff:203.0.113.77', '::FFFF:cb00:714d', '0:0:0:0:0:ffff:203.0.113.77']) {
    expect(parseIp(text)).toEqual(plain)
  }
})

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8::/48'],
  ['2001:0db8:0000:0001::1', '2001:db8::/48'],
  ['fe80::1%eth0', 'fe80::/48'],
  ['::1', '::/48'],
  ['', undefined],
  ['unknown', undefined],
])('the prefix of %j is %s', (address, prefix) => {
  expect(truncateIp(address, { ipv4: 24, ipv6: 48 })).toBe(prefix)
})

test('keeps the given number of bits', () => {
  expect(truncateIp('203.0.113.77', { ipv4: 32, ipv6: 128 })).toBe('203.0.113.77/32')
  expect(truncateIp('203.0.113.77', { ipv4: 20, ipv6: 128 })).toBe('203.0.112.0/20')
  expect(truncateIp('1:2:3:4:5:6:7:8', { ipv4: 32, ipv6: 128 })).toBe('1:2:3:4:5:6:7:8/128')
  expect(truncateIp('2001:db8:ffff::', { ipv4: 32, ipv6: 36 })).toBe('2001:db8:f000::/36')
})

describe('ranges', () => {
  test.each(['10.0.0.0/8', '10.1.2.3', '172.16.0.0/12', 'fe80::/10', '2001:db8::/33', '0.0.0.0/0', '::1/128'])(
    '%s contains the same addresses as in Node',
    (text) => {
      const [range] = parseIpRanges(text) ?? []
      const [base = '', bits] = text.split('/')
      const family = isIP(base) === 6 ? 'ipv6' : 'ipv4'
      const list = new BlockList()
      list.addSubnet(base, Number(bits ?? 32), family)
      const addresses = ['10.0.0.0', '10.1.2.3', '10.255.255.255', '11.0.0.0', '172.31.255.255', '172.32.0.0']
      for (const address of [
        ...addresses,
        'fe80::1',
        'febf::1',
        'fec0::',
        '2001:db8:7fff::',
        '2001:db8:8000::',
        '::1',
      ]) {
        const ip = parseIp(address)
        const expected = list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
        expect([address, ip && range && isInRange(ip, range)]).toEqual([address, expected])
      }
    },
  )

  test('may be names or mapped addresses', () => {
    expect(parseIpRanges('loopback, 10.0.0.0/8')).toHaveLength(3)
    expect(parseIpRanges('::ffff:10.0.0.0/104')).toEqual(parseIpRanges('10.0.0.0/8'))
  })

  test.each(['10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0.0/8/9', 'localhost', '', '10.0.0.0/-1', '::ffff:1.2.3.4/8'])(
    'cannot be %j',
    (text) => {
      expect(parseIpRanges(text)).toBeUndefined()
    },
  )
})

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::ffff:127.0.0.1', true],
  ['::1', true],
  ['[::1]', true],
  ['128.0.0.1', false],
  ['::2', false],
  ['127.0.0.1.evil.example', false],
  ['localhost.evil.example', false],
])('%s is loopback: %s', (host, expected) => {
  expect(isLoopbackHost(host)).toBe(expected)
})

test.each(['10.1.2.3', '127.0.0.1', '169.254.169.254', '172.31.0.1', '100.64.0.1', '0.0.0.0', '224.0.0.1', 'name'])(
  '%s is not public',
  (text) => {
    expect(isPublicIpv4(text)).toBe(false)
    expect(isPublicIpv4('203.0.112.9')).toBe(true)
  },
)
