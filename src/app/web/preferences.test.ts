import { describe, expect, test } from 'vitest'
import { action } from './preferences.ts'

function choose(fields: Record<string, string>): Promise<Response> {
  return action({ request: new Request('http://n.example/', { method: 'POST', body: new URLSearchParams(fields) }) })
}

describe('preferences', () => {
  test('a choice is kept and leads back', async () => {
    const answer = await choose({ locale: 'zh', back: '/help?q=1' })
    expect(answer.headers.get('location')).toBe('/help?q=1')
    expect(answer.headers.get('set-cookie')).toMatch(/^tandem_locale=zh; Path=\/; /)
  })

  test('what is not on the list is not kept', async () => {
    expect((await choose({ locale: 'xx', scheme: 'pink; Domain=evil' })).headers.get('set-cookie')).toBeNull()
  })

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', ''])('never leads to %j', async (back) => {
    expect((await choose({ back })).headers.get('location')).toBe('/')
  })
})
