import { expect, test } from 'vitest'
import { uuid7 } from '#kernel/uuid7.ts'
import { clickTokenKey, mintClickToken, readClickToken } from './click-token.ts'
import { mintTestClick, readTestClick, testClickKey } from './test-click.ts'

const secret = Buffer.alloc(32, 7)
const key = testClickKey(secret)
const click = { advertiserId: 300n, issuedAt: new Date('2026-11-21T10:00:00.123Z') }

test('a test click says its advertiser and its time', () => {
  const token = mintTestClick(key, click)
  expect(token).toMatch(/^test-[\w-]{40}$/)
  expect(readTestClick(key, token)).toEqual(click)
})

test('a test click is not a click, and a click is not a test click', () => {
  const clickKey = clickTokenKey(secret)
  const token = mintTestClick(key, click)
  expect(readClickToken(clickKey, token)).toBeUndefined()
  expect(readClickToken(clickKey, token.slice('test-'.length))).toBeUndefined()
  const real = mintClickToken(clickKey, { publisherId: 300n, clickId: uuid7(click.issuedAt.getTime()) })
  expect(readTestClick(key, real)).toBeUndefined()
  expect(readTestClick(key, `test-${real}`)).toBeUndefined()
})

test('a test click that was changed, shortened or made by another network is refused', () => {
  const token = mintTestClick(key, click)
  for (let index = 'test-'.length; index < token.length; index++) {
    const character = token[index] === 'A' ? 'B' : 'A'
    expect(readTestClick(key, token.slice(0, index) + character + token.slice(index + 1))).toBeUndefined()
    expect(readTestClick(key, token.slice(0, index))).toBeUndefined()
  }
  expect(readTestClick(testClickKey(Buffer.alloc(32, 8)), token)).toBeUndefined()
})
