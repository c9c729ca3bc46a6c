import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createIpPrefixReader } from './ip-prefix.ts'

const FORWARDED = { forwarded: 'for=198.51.100.9;proto=https' }

interface Sent {
  trust: false | string
  headers: Record<string, string>
  prefix: string | undefined
}

test.each<[string, Sent]>([
  [
    'no proxy is trusted',
    { trust: false, headers: { 'x-forwarded-for': '203.0.113.9', ...FORWARDED }, prefix: '127.0.0.0/24' },
  ],
  ['a proxy sends it', { trust: 'loopback', headers: { 'x-forwarded-for': '203.0.113.9' }, prefix: '203.0.113.0/24' }],
  [
    'a proxy sends both headers',
    { trust: 'loopback', headers: { 'x-forwarded-for': '203.0.113.9', ...FORWARDED }, prefix: '203.0.113.0/24' },
  ],
  ['a proxy sends only Forwarded', { trust: 'loopback', headers: FORWARDED, prefix: '127.0.0.0/24' }],
  [
    'the client has sent one itself',
    { trust: 'loopback', headers: { 'x-forwarded-for': '1.1.1.1, 203.0.113.9' }, prefix: '203.0.113.0/24' },
  ],
  [
    'two proxies are trusted',
    { trust: 'loopback, 10.0.0.0/8', headers: { 'x-forwarded-for': '203.0.113.9,10.1.1.1' }, prefix: '203.0.113.0/24' },
  ],
  ['all of it is trusted', { trust: 'loopback', headers: { 'x-forwarded-for': '127.9.9.9' }, prefix: '127.9.9.0/24' }],
  ['it is no address', { trust: 'loopback', headers: { 'x-forwarded-for': 'unknown, 127.0.0.1' }, prefix: undefined }],
])('reads X-Forwarded-For alone when %s', (_, { trust, headers, prefix }) => {
  const socket = { remoteAddress: '127.0.0.1' } as Socket
  const readIpPrefix = createIpPrefixReader(trust)
  for (let repeats = 0; repeats < 2; repeats++) expect(readIpPrefix({ socket, headers })).toBe(prefix)
})
