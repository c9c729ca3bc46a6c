import type { IncomingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import { readVisit } from './page-visit.ts'

const params = new Set(['hl', 'q'])

function keyOf(url: string, headers: IncomingHttpHeaders = {}): string | undefined {
  return readVisit({ method: 'GET', url, headers }, params)?.key
}

const KIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const PHONE = `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${KIT} Chrome/140.0.0.0 Mobile Safari/537.36`

test('10,000 unknown parameters, cookies and user agents ask for one page', () => {
  const keys = new Set<string | undefined>()
  for (let index = 0; index < 10_000; index++) {
    const headers = {
      cookie: `tandem_csrf=${index}; x${index}=1; tandem_consent=no${index}`,
      'user-agent': `Bot/${index}`,
    }
    keys.add(keyOf(`/help?utm_source=${index}&x${index}=1&q=pay`, headers))
  }
  expect([...keys]).toEqual([keyOf('/help?q=pay')])
})

test.each<[string, string, IncomingHttpHeaders]>([
  ['the path', '/about-us', {}],
  ['a known parameter', '/help?q=pay', {}],
  ['the language in the address', '/help?hl=zh', {}],
  ['the language cookie', '/help', { cookie: 'tandem_locale=zh' }],
  ['the language of the browser', '/help', { 'accept-language': 'zh-CN,zh;q=0.9' }],
  ['the scheme', '/help', { cookie: 'tandem_scheme=dark' }],
  ['the answer to the notice', '/help', { cookie: 'tandem_consent=all' }],
  ['Global Privacy Control', '/help', { 'sec-gpc': '1' }],
  ['a phone', '/help', { 'user-agent': PHONE }],
])('%s asks for another page', (_what, url, headers) => {
  expect(keyOf(url, headers)).toBeDefined()
  expect(keyOf(url, headers)).not.toBe(keyOf('/help'))
})

test('the order of parameters does not matter, and Sec-GPC counts as the answer "necessary"', () => {
  expect(keyOf('/help?q=a&hl=en')).toBe(keyOf('/help?hl=en&x=1&q=a'))
  expect(keyOf('/help', { 'sec-gpc': '1' })).toBe(keyOf('/help', { cookie: 'tandem_consent=necessary' }))
  expect(readVisit({ method: 'HEAD', url: '/help', headers: {} }, params)?.key).toBe(keyOf('/help'))
})

test.each<[string, string, IncomingHttpHeaders]>([
  ['a session', '/', { cookie: 'a=1; tandem_session=x' }],
  ['a session behind TLS', '/', { cookie: '__Host-tandem_session=x' }],
  ['a sign-up', '/', { cookie: 'tandem_sign_up=x' }],
  ['the data of a page', '/help.data?q=a', {}],
  ['a fragment', '/help#a', {}],
  ['a search of 3,000 characters', `/help?q=${'x'.repeat(3000)}`, {}],
])('%s asks for no shared page', (_what, url, headers) => {
  expect(keyOf(url, headers)).toBeUndefined()
})

test('a form asks for no shared page', () => {
  expect(readVisit({ method: 'POST', url: '/help', headers: {} }, params)).toBeUndefined()
})
