import { describe, expect, test } from 'vitest'
import { MAX_URL_CHARACTERS, buildLandingUrl, readDestination } from './destination.ts'

describe('a destination', () => {
  test.each([
    ['https://shop.example/a', 'shop.example', 'https://shop.example/a'],
    ['HTTPS://Shop.EXAMPLE', 'shop.example', 'https://shop.example/'],
    ['  https://shop.example/a b  ', 'shop.example', 'https://shop.example/a%20b'],
    ['https:\\\\shop.example\\x', 'shop.example', 'https://shop.example/x'],
    ['https://shop.example\\@evil.example/', 'shop.example', 'https://shop.example/@evil.example/'],
    ['https://münchen.example/ü', 'xn--mnchen-3ya.example', 'https://xn--mnchen-3ya.example/%C3%BC'],
    ['http://localhost:4000/x', 'localhost:4000', 'http://localhost:4000/x'],
    ['http://0x7f000001/', '127.0.0.1', 'http://127.0.0.1/'],
    ['http://[::1]/', '[::1]', 'http://[::1]/'],
    ['https://shop.example:443/', 'shop.example', 'https://shop.example/'],
    ['https://shop.example:80/', 'shop.example', 'https://shop.example:80/'],
    ['http://shop.example:443/', 'shop.example', 'http://shop.example:443/'],
    ['https://shop.example:8443/', 'shop.example:8443', 'https://shop.example:8443/'],
    ['http://[::1]:8080/', '[::1]:8080', 'http://[::1]:8080/'],
    ['https%3A%2F%2Fshop.example%2F%3Fa%3Db%2520c', 'shop.example', 'https://shop.example/?a=b%20c'],
  ])('%s leads to %s', (text, host, href) => {
    expect(readDestination(text)).toEqual({ host, href })
  })

  test.each([
    [undefined, 'missing'],
    ['shop.example/a', 'malformed'],
    ['//shop.example/a', 'malformed'],
    ['https://', 'malformed'],
    ['https://shop example/', 'malformed'],
    ['javascript:alert(1)', 'wrong_scheme'],
    ['java\nscript:alert(1)', 'wrong_scheme'],
    ['data:text/html,hi', 'wrong_scheme'],
    ['ftp://shop.example/', 'wrong_scheme'],
    ['https://user@shop.example/', 'credentials'],
    ['https%3A%2F%2Fuser%40shop.example%2F', 'credentials'],
    ['https%253A%252F%252Fshop.example%252F', 'malformed'],
    ['https%3A%2F%2Fshop.example%2F%E9', 'malformed'],
    ['https://shop.example:pass@evil.example/', 'credentials'],
    [`https://shop.example/${'a'.repeat(MAX_URL_CHARACTERS)}`, 'too_long'],
    [`https://shop.example/${'ü'.repeat(MAX_URL_CHARACTERS / 3)}`, 'too_long'],
  ])('%s is refused as %s', (text, fault) => {
    expect(readDestination(text)).toBe(fault)
  })

  test('may have the maximum length', () => {
    const text = 'https://shop.example/'.padEnd(MAX_URL_CHARACTERS, 'a')
    expect(readDestination(text)).toEqual({ host: 'shop.example', href: text })
  })
})

describe('the landing address', () => {
  const T = 'c=T&afsrc=1'
  test.each([
    ['https://s.example/', `https://s.example/?${T}`],
    ['https://s.example/p?a=1&b=%20x', `https://s.example/p?a=1&b=%20x&${T}`],
    ['https://s.example/p?', `https://s.example/p?${T}`],
    ['https://s.example/p#top', `https://s.example/p?${T}#top`],
    ['https://s.example/p?a=1#/r?x=1', `https://s.example/p?a=1&${T}#/r?x=1`],
    ['https://s.example/?c=old&a=1&afsrc=0', `https://s.example/?a=1&${T}`],
    ['https://s.example/?%63=old', `https://s.example/?${T}`],
    ['https://s.example/?cc=1&c&d', `https://s.example/?cc=1&d&${T}`],
    ['https://s.example/?a=%zz&%zz=1', `https://s.example/?a=%zz&%zz=1&${T}`],
    ['https://s.example/?a=1&a=2&flag', `https://s.example/?a=1&a=2&flag&${T}`],
  ])('of %s is %s', (href, expected) => {
    expect(buildLandingUrl(href, { clickParam: 'c', token: 'T' })).toBe(expected)
  })

  test('does not change when it is built again from itself', () => {
    const parameters = { clickParam: 'click_id', token: 'abc' }
    const once = buildLandingUrl('https://s.example/p?a=1#x', parameters)
    expect(buildLandingUrl(once, parameters)).toBe(once)
  })

  test('without a token drops an old token', () => {
    const landed = buildLandingUrl('https://s.example/?click_id=old&a=1', { clickParam: 'click_id', token: undefined })
    expect(landed).toBe('https://s.example/?a=1&afsrc=1')
  })
})
