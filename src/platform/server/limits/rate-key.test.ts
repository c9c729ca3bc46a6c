import { expect, test } from 'vitest'
import { toRateAddress, rateKey } from './rate-key.ts'

test.each([
  ['203.0.113.9', '203.0.113.9/32'],
  ['::ffff:203.0.113.9', '203.0.113.9/32'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['::1', '::/64'],
])('%s counts as %s', (ip, prefix) => {
  expect(toRateAddress(ip)).toBe(prefix)
})

test('depends on purpose, person and secret, and does not contain the person', () => {
  const secret = Buffer.alloc(32, 1)
  const key = rateKey(secret, 'login', 'ada@example.com', '203.0.113.9')
  expect(key).toBe(rateKey(secret, 'login', 'ada@example.com', '203.0.113.9'))
  const others = [
    rateKey(secret, 'reset', 'ada@example.com', '203.0.113.9'),
    rateKey(secret, 'login', 'bob@example.com', '203.0.113.9'),
    rateKey(Buffer.alloc(32, 2), 'login', 'ada@example.com', '203.0.113.9'),
  ]
  expect(new Set([key, ...others]).size).toBe(4)
  expect(key).not.toContain('ada')
})
