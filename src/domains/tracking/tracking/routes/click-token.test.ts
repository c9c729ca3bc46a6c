import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { uuid7 } from '#kernel/uuid7.ts'
import { clickTokenKey, mintClickToken, readClickToken } from './click-token.ts'

const key = clickTokenKey(Buffer.alloc(32, 7))
const NOW_MS = Date.UTC(2026, 10, 21)

describe('a click token', () => {
  test.each([0n, 1n, 255n, 256n, 65_536n, 2n ** 40n, 2n ** 63n - 1n])('of publisher %s reads back', (publisherId) => {
    const click = { publisherId, clickId: uuid7(NOW_MS) }
    const token = mintClickToken(key, click)
    expect(token).toMatch(/^[\w-]{39,48}$/)
    expect(readClickToken(key, token)).toEqual(click)
  })

  test('is short for the first publishers', () => {
    expect(mintClickToken(key, { publisherId: 9n, clickId: uuid7(NOW_MS) })).toHaveLength(39)
  })

  test('begins with twelve bytes of the HMAC-SHA256 of publisher and click', () => {
    const click = { publisherId: 300n, clickId: '0190aa00-1122-7333-8444-5566778899aa' }
    const message = Buffer.from('000000000000012c0190aa001122733384445566778899aa', 'hex')
    const mac = createHmac('sha256', Buffer.alloc(32, 7)).update(message).digest()
    const body = Buffer.from('012c0190aa001122733384445566778899aa', 'hex')
    expect(mintClickToken(key, click)).toBe(Buffer.concat([mac.subarray(0, 12), body]).toString('base64url'))
  })

  test('of another network is refused', () => {
    const token = mintClickToken(clickTokenKey(Buffer.alloc(32, 8)), { publisherId: 1n, clickId: uuid7(NOW_MS) })
    expect(readClickToken(key, token)).toBeUndefined()
  })

  test('is refused when any character differs, the spare bits of the last one included', () => {
    for (const publisherId of [1n, 300n]) {
      const token = mintClickToken(key, { publisherId, clickId: uuid7(NOW_MS) })
      for (let index = 0; index < token.length; index++) {
        for (const character of ['A', 'B', '_']) {
          if (token[index] === character) continue
          const forged = token.slice(0, index) + character + token.slice(index + 1)
          expect(readClickToken(key, forged)).toBeUndefined()
        }
      }
    }
  })

  test('is refused when it is too short, too long or not a token', () => {
    const token = mintClickToken(key, { publisherId: 1n, clickId: uuid7(NOW_MS) })
    for (let length = 0; length < token.length; length++) {
      expect(readClickToken(key, token.slice(0, length))).toBeUndefined()
    }
    for (const text of [
      `${token}A`,
      `${token}=`,
      ` ${token}`,
      `${token}\n`,
      '\0'.repeat(39),
      'ü'.repeat(39),
      'a'.repeat(1e6),
    ]) {
      expect(readClickToken(key, text)).toBeUndefined()
    }
  })
})
