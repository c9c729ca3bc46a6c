import { describe, expect, test } from 'vitest'
import { consentCookie, consentFrom, readConsent, forgottenCookies } from './consent.ts'

describe('consent', () => {
  test.each([
    ['tandem_consent=all', 'all'],
    ['a=1; tandem_consent=necessary; b=2', 'necessary'],
    ['tandem_consent=everything', undefined],
    ['not_tandem_consent=all', undefined],
    [null, undefined],
  ] as const)('is read from %j', (cookies, expected) => {
    expect(consentFrom(cookies)).toBe(expected)
  })

  test('a browser that asks not to be tracked has answered, until its visitor says otherwise', () => {
    expect(readConsent(new Headers({ 'sec-gpc': '1' }))).toBe('necessary')
    expect(readConsent(new Headers({ 'sec-gpc': '1', cookie: 'tandem_consent=all' }))).toBe('all')
    expect(readConsent(new Headers())).toBeUndefined()
  })

  test('what it writes it can read, and the rest is taken back', () => {
    expect(consentFrom(consentCookie('all').split(';')[0] ?? '')).toBe('all')
    expect(forgottenCookies()).toEqual(['tandem_scheme=; Path=/; Max-Age=0; SameSite=Lax'])
  })
})
