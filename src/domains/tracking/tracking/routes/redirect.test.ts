import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declareDomain } from '#domains/people/advertisers/commands.ts'
import { beginState, endState } from '#domains/people/account-states/commands/change-state.ts'
import { updateProgram } from '#domains/programmes/programs/commands/update-program.ts'
import { createSite, setSiteActive } from '#domains/people/publishers/commands/publishers.ts'
import type { ClickServer } from '#test/support/click-fixtures.ts'
import { BROWSER, makeLinkedPair, openClickServer } from '#test/support/click-fixtures.ts'

let clicks: ClickServer

beforeAll(async () => {
  clicks = await openClickServer()
})

afterAll(() => clicks.close())

interface Answer {
  status: number
  location: string | undefined
  headers: Record<string, unknown>
  body: string
}

type Sent = { method?: string; headers?: Record<string, string> }

/** Sends the request target unchanged. */
function send(path: string, { method = 'GET', headers = {} }: Sent = {}): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const options = { host: '127.0.0.1', port: clicks.port, path, method, headers: { 'user-agent': BROWSER, ...headers } }
  const sent = httpRequest(options, (response) => {
    const { statusCode: status = 0, headers: received } = response
    text(response).then((body) => resolve({ status, location: received.location, headers: received, body }), reject)
  })
  sent.on('error', reject).end()
  return promise
}

const link = (url: string, more = '') => `/r?key=${clicks.siteKey}&url=${encodeURIComponent(url)}${more}`
const shop = (rest = '/') => `https://${clicks.hostname}${rest}`

/** Reads the landing address and the click token in it. */
function landing({ location = '' }: Answer) {
  const url = new URL(location)
  const token = url.searchParams.get('click_id')
  return { url, token, click: token === null ? undefined : clicks.readToken(token) }
}

const NO_VISITOR_DATA = { referrer: null, userAgent: null, ipPrefix: null, country: null, device: null }

describe('a click', () => {
  test('is stored, and its visitor arrives with its click token', async () => {
    const answer = await send(link(shop('/p?color=blue&q=a%20b#size'), '&id=mail&sub2=x'), {
      headers: { referer: 'https://blog.example/shoes?who=me', 'x-forwarded-for': '198.51.100.9, 81.2.69.160' },
    })
    expect(answer).toMatchObject({ status: 302, body: '' })
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-length': '0',
      'referrer-policy': 'strict-origin-when-cross-origin',
    })
    expect(answer.headers['set-cookie']).toBeUndefined()
    const { url, token, click } = landing(answer)
    expect(url.href).toBe(shop(`/p?color=blue&q=a%20b&click_id=${token}&afsrc=1#size`))
    const kept = await clicks.lastClick()
    expect(click).toEqual({ publisherId: clicks.publisherId, clickId: kept.id })
    expect(kept).toMatchObject({
      verdict: 'payable',
      advertiserId: clicks.advertiserId,
      termsId: clicks.termsId,
      sub1: 'mail',
      sub2: 'x',
      sub3: null,
      destination: shop('/p?color=blue&q=a%20b#size'),
      referrer: 'https://blog.example/shoes',
      userAgent: BROWSER,
      ipPrefix: '81.2.69.0/24',
      country: 'GB',
      device: 'desktop',
    })
  })

  test.each(['', '/'])('may have its key in the path, followed by "%s"', async (end) => {
    const answer = await send(`/r/${clicks.siteKey}${end}?url=${encodeURIComponent(shop())}`)
    expect(landing(answer).click?.publisherId).toBe(clicks.publisherId)
  })

  test('leads to a declared host with www as well, and to a destination of 2,000 characters', async () => {
    const url = `https://www.${clicks.hostname}/${'p'.repeat(2000)}`
    const answer = await send(link(url))
    expect(answer.location?.startsWith(url)).toBe(true)
  })

  test('leads to the declared port of a host, and to no other', async () => {
    const { ctx, advertiserId, hostname } = clicks
    const onPort = (port: number, scheme = 'https') => send(link(`${scheme}://${hostname}:${port}/`))
    expect((await onPort(443)).location).toMatch(/^https:\/\/shop-\d+\.example\/\?click_id=/)
    expect((await onPort(443, 'http')).location).toMatch(/^http:\/\/shop-\d+\.example:443\/\?click_id=/)
    const refused = await onPort(8443)
    expect([refused.status, refused.location]).toEqual([404, undefined])
    expect(refused.body).toContain(`${hostname}:8443`)
    expect(await clicks.lastClick()).toMatchObject({ verdict: 'unknown_advertiser', advertiserId: 0n })
    await declareDomain(ctx, { advertiserId, host: `${hostname}:8443` })
    await expect.poll(async () => (await onPort(8443)).location).toMatch(/:8443\/\?click_id=/)
    expect((await send(link(`https://www.${hostname}:8443/`))).location).toMatch(/:8443\/\?click_id=/)
    expect(await clicks.lastClick()).toMatchObject({ verdict: 'payable', advertiserId })
    expect((await onPort(8444)).status).toBe(404)
  })

  test('replaces the token of another click in the pasted address', async () => {
    const { url, click } = landing(await send(link(shop('/?click_id=old&afsrc=1&a=1'))))
    expect(url.search).toMatch(/^\?a=1&click_id=[\w-]+&afsrc=1$/)
    expect(click).toEqual({ publisherId: clicks.publisherId, clickId: (await clicks.lastClick()).id })
  })

  test('uses the name that the programme gives the token', async () => {
    const other = await makeLinkedPair(clicks.ctx)
    await updateProgram(clicks.ctx, { programId: other.programId, clickParam: 'ref.id' })
    const path = `/r?key=${other.siteKey}&url=https://${other.hostname}/`
    await expect.poll(async () => (await send(path)).location).toMatch(/\?ref\.id=[\w-]{39,}&afsrc=1$/)
  })

  test('under Global Privacy Control stores no visitor data', async () => {
    const answer = await send(link(shop()), { headers: { 'sec-gpc': '1', referer: 'https://blog.example/' } })
    const id = landing(answer).click?.clickId
    expect(await clicks.lastClick()).toMatchObject({ id, verdict: 'payable', ...NO_VISITOR_DATA })
  })
})

describe('a hit that is not a click is redirected without a token', () => {
  test.each<[string, string, Sent]>([
    ['bot', '', { headers: { 'user-agent': 'Mozilla/5.0 (compatible; bingbot/2.0)' } }],
    ['prefetch', '', { headers: { purpose: 'prefetch' } }],
    ['head', '', { method: 'HEAD' }],
    ['head', '', { method: 'HEAD', headers: { 'sec-fetch-dest': 'empty' } }],
    ['prefetch', '', { headers: { 'x-moz': 'prefetch', 'sec-fetch-dest': 'empty' } }],
    ['no_consent', '&cons=0', {}],
  ])('%s', async (verdict, more, sent) => {
    const answer = await send(link(shop('/?click_id=old'), more), sent)
    expect(answer).toMatchObject({ status: 302, location: shop('/?afsrc=1') })
    expect(await clicks.lastClick()).toMatchObject({ verdict, publisherId: clicks.publisherId })
  })

  test.each([
    ['keep-alive', 'iframe'],
    ['keep-alive', 'image'],
    ['close', 'iframe'],
    ['close', 'empty'],
  ])('not_navigation, read from a connection to %s, of the destination %s', async (connection, destination) => {
    const sendTo = (value: string, more = '') =>
      send(link(shop('/?click_id=old'), more), { headers: { connection, 'sec-fetch-dest': value } })
    expect(await sendTo(destination)).toMatchObject({ status: 302, location: shop('/?afsrc=1') })
    expect(await clicks.lastClick()).toMatchObject({ verdict: 'not_navigation', publisherId: clicks.publisherId })
    await sendTo(destination, '&cons=0')
    expect(await clicks.lastClick()).toMatchObject({ verdict: 'not_navigation', ...NO_VISITOR_DATA })
    const opened = landing(await sendTo('document'))
    expect(await clicks.lastClick()).toMatchObject({ verdict: 'payable', id: opened.click?.clickId })
  })

  test.each([
    ['no_consent', '&cons=0&id=mail', {}],
    ['no_consent', '&gdpr=1&id=mail', {}],
    ['bot', '&cons=0&id=mail', { 'user-agent': 'Mozilla/5.0 (compatible; bingbot/2.0)' }],
  ])('%s: without consent (%s) stores the sub id, but no visitor data', async (verdict, more, headers) => {
    await send(link(shop(), more), { headers: { referer: 'https://blog.example/', ...headers } })
    expect(await clicks.lastClick()).toMatchObject({ verdict, sub1: 'mail', ...NO_VISITOR_DATA })
  })

  test('of an inactive site, a paused or closed programme or one that is not joined', async () => {
    const other = await makeLinkedPair(clicks.ctx)
    const url = `https://${other.hostname}/`
    const redirected = async (path: string) => {
      await expect.poll(async () => (await send(path)).location).toBe(`${url}?afsrc=1`)
      return (await clicks.lastClick()).verdict
    }
    expect(await redirected(`/r?key=${clicks.siteKey}&url=${url}`)).toBe('not_joined')
    await updateProgram(clicks.ctx, { programId: other.programId, status: 'paused' })
    await expect.poll(() => redirected(`/r?key=${other.siteKey}&url=${url}`)).toBe('program_paused')
    await updateProgram(clicks.ctx, { programId: other.programId, status: 'closed' })
    await expect.poll(() => redirected(`/r?key=${other.siteKey}&url=${url}`)).toBe('program_closed')
    const { publisherId } = other
    const { key } = await createSite(clicks.ctx, { publisherId, name: 'Off', url: 'https://off.example' })
    await setSiteActive(clicks.ctx, { publisherId, key, isActive: false })
    await expect.poll(() => redirected(`/r?key=${key}&url=${url}`)).toBe('inactive_site')
  })

  test('of an account that is suspended or closed, until it is active again', async () => {
    const { publisherId, siteKey, hostname } = await makeLinkedPair(clicks.ctx)
    const path = `/r?key=${siteKey}&url=https://${hostname}/`
    const hit = async () => {
      const { location } = await send(path)
      return [(await clicks.lastClick()).verdict, location?.includes('click_id=') === true]
    }
    const suspension = { publisherId, state: 'suspended', reason: 'Bought clicks' } as const
    await beginState(clicks.ctx, suspension)
    await expect.poll(hit).toEqual(['suspended', false])
    await beginState(clicks.ctx, { ...suspension, state: 'closed' })
    await expect.poll(hit).toEqual(['account_closed', false])
    await endState(clicks.ctx, { ...suspension, state: 'closed' })
    await endState(clicks.ctx, suspension)
    await expect.poll(hit).toEqual(['payable', true])
    await beginState(clicks.ctx, { ...suspension, state: 'on_hold' })
    expect(await hit()).toEqual(['payable', true])
  })
})

describe('a link that cannot be followed is answered by an error page', () => {
  const refused = async (path: string, sent?: Sent) => {
    const answer = await send(path, sent)
    expect(answer.location).toBeUndefined()
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(answer.body).not.toContain('<script')
    return answer
  }

  test.each([
    ['no destination', '', 400],
    ['an address without scheme', 'shop.example/x', 400],
    ['javascript', 'javascript:alert(1)', 400],
    ['data', 'data:text/html,<script>alert(1)</script>', 400],
    ['a password', 'https://user:pass@shop.example/', 400],
    ['an undeclared host', 'https://evil.example/', 404],
    ['a declared host as user name', 'https://shop-1.example@evil.example/', 400],
    ['a declared host as prefix', 'https://shop-1.example.evil.example/', 404],
    ['a NUL', 'https://shop-1.example/\0', 400],
    ['too many characters', `https://shop-1.example/${'a'.repeat(8000)}`, 414],
  ])('%s', async (_, url, status) => {
    const answer = await refused(link(url))
    expect(answer.status).toBe(status)
    expect((await clicks.lastClick()).verdict).toBe(status === 404 ? 'unknown_advertiser' : 'invalid_url')
  })

  test.each(['%', '%zz', '%E0%A4%A'])('broken percent-encoding: %s', async (url) => {
    expect((await refused(`/r?key=${clicks.siteKey}&url=${url}`)).status).toBe(400)
  })

  test('an unknown key: links to a declared host and to no other', async () => {
    const known = await refused(`/r?key=unknownkey12&url=${encodeURIComponent(shop('/?a="b"&c=<d>'))}`)
    expect(known.status).toBe(404)
    expect(known.body).toContain(`href="${shop('/?a=%22b%22&amp;c=%3Cd%3E')}"`)
    expect(await clicks.lastClick()).toMatchObject({ verdict: 'unknown_site', publisherId: 0n, siteId: 0n })
    const other = await refused('/r?key=unknownkey12&url=https://evil.example/')
    expect(other.body).not.toContain('evil.example')
  })

  test('names an undeclared host as text, not as a link or markup', async () => {
    const { body } = await refused(link('https://evil.example/<b>'))
    expect(body).toContain('evil.example')
    expect(body).not.toMatch(/href="[^"]*evil/)
  })

  test('is in the reader’s language', async () => {
    const english = await refused('/r')
    const chinese = await refused('/r', { headers: { 'accept-language': 'zh-CN,zh;q=0.9' } })
    const chosen = await refused('/r', { headers: { 'accept-language': 'zh', cookie: 'a=b; tandem_locale=en' } })
    expect([english.body, chosen.body].every((body) => body.includes('<html lang="en">'))).toBe(true)
    expect(chinese.body).toContain('<html lang="zh">')
  })

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s', async (method) => {
    const answer = await refused(link(shop()), { method })
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } })
  })
})

describe('other requests', () => {
  test.each(['/', '/robots.txt', '/register', '/r/a/b', '//', '/R', '/rx?key=a'])(
    '%s goes to the router',
    async (path) => {
      expect((await send(path)).status).toBe(418)
    },
  )

  test.each([
    'GET // HTTP/1.1',
    'GET //r?key=x HTTP/1.1',
    'GET http://[::1 HTTP/1.1',
    'GET /r?\u00ff=\u00fe&url=%FF HTTP/1.1',
    'GET /r?key=__proto__&__proto__=1&url=constructor HTTP/1.1',
    'GET /r/%00?url=%00 HTTP/1.1',
    `GET /r?${'&'.repeat(20_000)} HTTP/1.1`,
    `GET /r?url=${'%25'.repeat(15_000)} HTTP/1.1`,
    'GET * HTTP/1.1',
    'OPTIONS * HTTP/1.1',
    'CONNECT /r HTTP/1.1',
    '\0\0\0',
  ])('%# do not end the process', async (line) => {
    const socket = connect(clicks.port, '127.0.0.1')
    socket.end(Buffer.from(`${line}\r\nHost: x\r\nUser-Agent: ${BROWSER}\r\nConnection: close\r\n\r\n`, 'latin1'))
    expect(await text(socket)).not.toContain('302 Found')
    expect((await send(link(shop()))).status).toBe(302)
  })
})
