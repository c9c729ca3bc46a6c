import { RouterContextProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import { sessionContext } from '#platform/web/call-context.ts'
import type { WebSession } from '#platform/web/call-context.ts'
import { action } from './preferences.ts'

const context = new RouterContextProvider()
context.set(sessionContext, { errorText: ({ code }) => code } as WebSession)

function choose(fields: Record<string, string>, cookie = ''): Promise<Response> {
  const body = new URLSearchParams(fields)
  const request = new Request('http://n.example/', { method: 'POST', body, headers: { cookie } })
  return action({ context, request })
}

describe('preferences', () => {
  test('keeps a choice and redirects back', async () => {
    const answer = await choose({ locale: 'zh', back: '/help?q=1' })
    expect(answer.headers.get('location')).toBe('/help?q=1')
    expect(answer.headers.get('set-cookie')).toMatch(/^tandem_locale=zh; Path=\/; /)
  })

  test('ignores an unlisted value', async () => {
    const answer = await choose({ locale: 'xx', scheme: 'pink; Domain=evil', consent: 'maybe' }, 'tandem_consent=all')
    expect(answer.headers.get('set-cookie')).toBeNull()
  })

  test.each(['//evil.example', '/\\evil.example', '/\t/evil.example', '/.//evil.example', 'https://evil.example', ''])(
    'never leads to %j',
    async (back) => {
      expect((await choose({ back })).headers.get('location')).toBe('/')
    },
  )

  test('leads back to an address in another alphabet, without its language', async () => {
    expect((await choose({ back: '/中文?hl=en&q=é#a' })).headers.get('location')).toBe('/%E4%B8%AD%E6%96%87?q=%C3%A9')
  })

  test('keeps the colour scheme only with consent', async () => {
    expect((await choose({ scheme: 'dark' })).headers.get('set-cookie')).toBeNull()
    expect((await choose({ scheme: 'dark' }, 'tandem_consent=necessary')).headers.get('set-cookie')).toBeNull()
    const kept = await choose({ scheme: 'dark' }, 'tandem_consent=all')
    expect(kept.headers.get('set-cookie')).toMatch(/^tandem_scheme=dark; /)
  })

  test('keeps the density of lists only with consent', async () => {
    expect((await choose({ density: 'compact' })).headers.get('set-cookie')).toBeNull()
    expect((await choose({ density: 'tiny' }, 'tandem_consent=all')).headers.get('set-cookie')).toBeNull()
    const kept = await choose({ density: 'compact' }, 'tandem_consent=all')
    expect(kept.headers.get('set-cookie')).toMatch(/^tandem_density=compact; /)
  })

  test('keeps the answer to the notice, and a no deletes the cookies that needed consent', async () => {
    expect((await choose({ consent: 'all' })).headers.getSetCookie()).toEqual([
      'tandem_consent=all; Path=/; Max-Age=31536000; SameSite=Lax',
    ])
    const [answer, scheme] = (await choose({ consent: 'necessary' })).headers.getSetCookie()
    expect(answer).toMatch(/^tandem_consent=necessary; /)
    expect(scheme).toMatch(/^tandem_scheme=; Path=\/; Max-Age=0/)
  })
})
