import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#database'
import { BROWSER, makeLinkedPair } from '#test/support/click-fixtures.ts'
import { testContext } from '#test/support/context.ts'
import { TestNetwork, buildSite, findFreePort, waitUntil } from '#test/support/network.ts'

/** What a network needs whose tracking strangers can reach. */
const IDENTITY = {
  BRAND_NAME: 'Gardens',
  SUPPORT_EMAIL: 'help@network.example',
  ADDRESS_US: '1 Lane, Town',
  ADDRESS_HK: '2 Road, City',
  LEGAL_IDENTITY: 'Gardens Ltd',
}

let network: TestNetwork
let tracking: string
let db: Db
let siteKey: string
let link: string

beforeAll(async () => {
  buildSite()
  const port = await findFreePort()
  tracking = `http://127.0.0.1:${port}`
  network = new TestNetwork(await findFreePort(), {
    ...IDENTITY,
    WORKERS: '1',
    TRACKING_PORT: String(port),
    TRACKING_URL: 'https://go.network.example',
    TRUST_PROXY: 'loopback',
  })
  await network.start()
  db = network.connect()
  const pair = await makeLinkedPair(testContext(db))
  siteKey = pair.siteKey
  link = `/r?key=${siteKey}&url=${encodeURIComponent(`https://${pair.hostname}/p`)}`
  await waitUntil(async () => (await ask(tracking, link)).location.includes('click_id='))
})

afterAll(async () => {
  await db.destroy()
  await network.remove()
})

type Sent = { method?: string; headers?: Record<string, string> }

/** Sends a request as a browser that has a session cookie. */
async function ask(origin: string, path: string, { method = 'GET', headers = {} }: Sent = {}) {
  const sent = { 'user-agent': BROWSER, cookie: 'tandem_session=x; tandem_locale=zh', ...headers }
  const response = await fetch(origin + path, { method, headers: sent, redirect: 'manual' })
  return {
    status: response.status,
    location: response.headers.get('location') ?? '',
    type: response.headers.get('content-type'),
    cookies: response.headers.getSetCookie(),
    security: response.headers.get('strict-transport-security'),
    body: await response.text(),
  }
}

test('a link, the script, its hosts and a postback are answered at either port, without a cookie', async () => {
  for (const path of [`/hosts/${siteKey}`, '/tracker/v1.js', '/healthz', '/p.gif?token=x', '/postback?token=x']) {
    const [own, shared] = [await ask(tracking, path), await ask(network.url, path)]
    expect(own, path).toEqual({ ...shared, security: 'max-age=31536000' })
    expect(own, path).toMatchObject({ status: path.includes('token') ? 401 : 200, cookies: [] })
  }
  for (const origin of [tracking, network.url]) {
    for (const path of [link, link.replace(`?key=${siteKey}&`, `/${siteKey}?`)]) {
      const answer = await ask(origin, path)
      expect(answer).toMatchObject({ status: 302, location: expect.stringContaining('click_id='), cookies: [] })
    }
    const posted = await ask(origin, '/postback', { method: 'POST' })
    expect(posted).toMatchObject({ status: 401, cookies: [] })
  }
})

/** The addresses that both listeners serve, of those that the network describes. */
const SHARED = new Set(['/r', '/postback'])

test('no page and no other call is served at the port of tracking, and no cookie is set', async () => {
  const { paths } = JSON.parse((await ask(network.url, '/openapi.json')).body) as { paths: Record<string, object> }
  const calls = Object.entries(paths).map(([path, operations]) => ({
    path: path.replace(/#.*/, '').replaceAll(/\{\w+\}/g, '1'),
    method: Object.keys(operations)[0]?.toUpperCase() ?? 'GET',
  }))
  expect(calls.length).toBeGreaterThan(50)
  const pages = ['/', '/login-creator', '/brand', '/home', '/operator', '/mailbox', '/robots.txt', '/favicon.svg']
  const operations = ['/readyz', '/metrics', `/widget/${siteKey}`]
  const others = [...pages, ...operations].map((path) => ({ path, method: 'GET' }))
  for (const { path, method } of [...calls, ...others]) {
    if (SHARED.has(path)) continue
    const answer = await ask(tracking, path, { method })
    expect({ path, ...answer }).toMatchObject({ path, status: 404, type: 'application/problem+json', cookies: [] })
  }
})

test('an error page at the port of tracking leads to the pages', async () => {
  const { status, body } = await ask(tracking, '/r?key=nosuchkey&url=https%3A%2F%2Fshop.example%2F')
  expect(status).toBe(404)
  expect(body).toContain(`<a href="http://localhost:${network.port}/">`)
})

test('X-Forwarded-For of the proxy counts at either port, and Forwarded does not', async () => {
  for (const [index, origin] of [tracking, network.url].entries()) {
    const headers = { 'x-forwarded-for': `203.0.${113 + index}.9`, forwarded: 'for=198.51.100.7;proto=https' }
    await ask(origin, link, { headers })
    const click = db.selectFrom('click').select('ipPrefix').orderBy('id', 'desc').limit(1)
    expect(await click.executeTakeFirst()).toEqual({ ipPrefix: `203.0.${113 + index}.0/24` })
  }
})
