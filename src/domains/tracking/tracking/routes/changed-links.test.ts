import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ClickServer } from '#test/support/click-fixtures.ts'
import { BROWSER, openClickServer } from '#test/support/click-fixtures.ts'

let clicks: ClickServer

beforeAll(async () => {
  clicks = await openClickServer()
})

afterAll(() => clicks.close())

const shop = (rest = '/') => `https://${clicks.hostname}${rest}`

/** Opens a link as a browser does. */
async function send(path: string, headers: Record<string, string> = {}) {
  const options = { headers: { 'user-agent': BROWSER, ...headers }, redirect: 'manual' } as const
  const response = await fetch(`http://127.0.0.1:${clicks.port}${path}`, options)
  return { status: response.status, location: response.headers.get('location') }
}

describe('a link that a tool has changed on its way', () => {
  test.each([
    [
      'bytes of another charset in the destination',
      (host: string) => `https%3A%2F%2F${host}%2F%3Fq%3D%C4%E3`,
      '/?q=%C4%E3&',
    ],
    ['a destination that was encoded twice', (host: string) => `https%253A%252F%252F${host}%252Fa`, '/a?'],
  ])('leads to the shop with its click: %s', async (_, write, page) => {
    const { host } = new URL(shop())
    const { status, location } = await send(`/r?key=${clicks.siteKey}&url=${write(host)}&id=50%`)
    expect(status).toBe(302)
    expect(location?.startsWith(`https://${host}${page}`)).toBe(true)
    expect(await clicks.lastClick()).toMatchObject({ verdict: 'payable', sub1: '50%' })
  })

  test('is of its site in capital letters, and refuses consent behind "&amp;"', async () => {
    const url = encodeURIComponent(shop())
    await send(`/r?key=${clicks.siteKey.toUpperCase()}&amp;url=${url}`)
    expect(await clicks.lastClick()).toMatchObject({ verdict: 'payable', publisherId: clicks.publisherId })
    for (const refusal of ['&amp;cons=0', '&amp;gdpr=1', '&cons={cons}']) {
      const { location } = await send(`/r?key=${clicks.siteKey}&url=${url}${refusal}`)
      expect(location).toBe(shop('/?afsrc=1'))
      expect(await clicks.lastClick()).toMatchObject({ verdict: 'no_consent' })
    }
  })
})

test.each(['prefetch', 'prefetch;prerender'])(
  'a link that is fetched ahead (%s) is asked for again',
  async (purpose) => {
    const path = `/r?key=${clicks.siteKey}&url=${encodeURIComponent(shop())}`
    expect(await send(path, { 'sec-purpose': purpose })).toEqual({ status: 503, location: null })
    expect(await clicks.lastClick()).toMatchObject({ verdict: 'prefetch', publisherId: clicks.publisherId })
    expect((await send(path)).location).toMatch(/\?click_id=[\w-]+&afsrc=1$/)
  },
)
