import { describe, expect, test } from 'vitest'
import { readLocalPath } from './local-path.ts'

test.each([
  ['/', '/'],
  ['/transactions?page_number=2#top', '/transactions?page_number=2#top'],
  ['/中文?q=é', '/%E4%B8%AD%E6%96%87?q=%C3%A9'],
  ['/a\\b', '/a/b'],
  ['/a\r\nSet-Cookie: a=b', '/aSet-Cookie:%20a=b'],
  ['/a\0b', '/a%00b'],
  ['/\uD800', '/%EF%BF%BD'],
])('%j is %j', (text, expected) => {
  expect(readLocalPath(text)).toBe(expected)
})

describe('no path of this site is', () => {
  test.each([
    undefined,
    null,
    7,
    '',
    'transactions',
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    '/\n//evil.test',
    '/..//evil.test',
    '/.//evil.test',
    '/%2e//evil.test',
    '/a/..//evil.test',
    'https://evil.test',
    'javascript:alert(1)',
    '//this-site.invalid:99999',
  ])('%j', (text) => {
    expect(readLocalPath(text)).toBeUndefined()
  })
})

test('every path that is returned stays on this site and fits in a header', () => {
  const parts = ['/', '\\', '.', '..', '%2e', '\t', '\n', '?', '#', '@', ':', 'evil.test', '中', '\0', '\uD800']
  const texts = parts.flatMap((a) => parts.flatMap((b) => parts.flatMap((c) => [`/${a}${b}${c}`, `/${a}${b}${c}/x`])))
  for (const text of texts) {
    const path = readLocalPath(text)
    if (path === undefined) continue
    expect(path).toMatch(/^[!-~]+$/)
    expect(new URL(path, 'https://network.example').origin, text).toBe('https://network.example')
  }
})
