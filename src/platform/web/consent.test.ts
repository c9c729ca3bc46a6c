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

  test('Sec-GPC counts as necessary, unless the visitor has chosen', () => {
    expect(readConsent({ gpc: '1' })).toBe('necessary')
    expect(readConsent({ gpc: '1', cookie: 'tandem_consent=all' })).toBe('all')
    expect(readConsent({ gpc: undefined })).toBeUndefined()
  })

  test('reads the cookie that it writes, and deletes the cookies that need consent', () => {
    expect(consentFrom(consentCookie('all').split(';')[0] ?? '')).toBe('all')
    expect(forgottenCookies()).toEqual([
      'tandem_scheme=; Path=/; Max-Age=0; SameSite=Lax',
      'tandem_density=; Path=/; Max-Age=0; SameSite=Lax',
      'tandem_lists=; Path=/; Max-Age=0; SameSite=Lax',
    ])
  })
})
