import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#database'
import { updateProgram } from '#domains/programmes/programs/commands/update-program.ts'
import { merchantPath } from '#domains/programmes/programs/rules.ts'
import type { AccountActor } from '#kernel/actor.ts'
import type { Ctx } from '#platform/server/context.ts'
import { csrfToken } from '#platform/server/http/csrf.ts'
import { createToken } from '#platform/server/secrets/opaque-token.ts'
import { PUBLIC_PAGES } from '#texts/public-pages.ts'
import { testContext } from '#test/support/context.ts'
import { makeProgram, makePublisher } from './support/network-fixtures.ts'
import { TestNetwork, buildSite, findFreePort, listDescendants, signalProcess, waitUntil } from './support/network.ts'
import { rounds } from './support/rounds.ts'
import { openSession } from './support/sessions.ts'
import { expectWithin, measureTime } from './support/timing.ts'

const METRICS_TOKEN = 'a-token-of-a-test-for-metrics'
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
/** A change of the data has to be on the pages of all workers after this time. */
const REFRESHED_WITHIN_MS = 2000

let network: TestNetwork
let primary: ChildProcess
let db: Db
let ctx: Ctx
let csrfKey: Buffer
let programId: bigint
let merchant: string
let accounts: { token: string; account: AccountActor }[]

beforeAll(async () => {
  buildSite()
  network = new TestNetwork(await findFreePort(), { METRICS_TOKEN })
  ;({ primary } = await network.start())
  db = network.connect()
  ctx = testContext(db)
  csrfKey = (await network.loadSecrets(db)).csrf
  ;({ programId } = await makeProgram(ctx, { title: 'The first title', slug: 'shop', publicId: 7 }))
  merchant = merchantPath({ publicId: 7, slug: 'shop' })
  accounts = await Promise.all([signIn(), signIn()])
})

afterAll(async () => {
  await db.destroy()
  await network.remove()
})

async function signIn() {
  const account = await makePublisher(ctx)
  const token = createToken()
  await openSession(db, { accountId: account.accountId, token })
  return { token, account }
}

/** Asks for a page on a connection of its own, so that all workers are asked in turn. */
async function visit(path: string, headers: Record<string, string> = {}) {
  const sent = { connection: 'close', accept: 'text/html', ...headers }
  const response = await fetch(`${network.url}${path}`, { redirect: 'manual', headers: sent })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

type Answer = Awaited<ReturnType<typeof visit>>

const isKept = ({ headers }: Answer) => headers.has('etag')

const hasForm = ({ html }: Answer) => html.includes('csrfmiddlewaretoken') || html.includes('csrfToken')

describe('a public page', () => {
  const paths = [...Object.values(PUBLIC_PAGES), '/forget-password', '/forget-password?sent', '/reset-password/x']

  test.each([...paths, 'merchant'])('%s is kept unless its HTML holds a CSRF token', async (name) => {
    const path = name === 'merchant' ? merchant : name
    const cookie = `tandem_csrf=${randomBytes(18).toString('base64url')}`
    const [first, second] = [await visit(path), await visit(path, { cookie })]
    expect(first.status).toBe(200)
    expect([isKept(first), isKept(second)]).toEqual([!hasForm(first), !hasForm(first)])
    expect(first.headers.has('set-cookie')).toBe(hasForm(first))
  })

  test('some are kept, and some hold a token', async () => {
    const [home, login] = [await visit('/'), await visit('/login-creator')]
    expect([hasForm(home), hasForm(login)]).toEqual([false, true])
    const names = ({ headers }: Answer) => [...headers.keys()].filter((name) => name !== 'set-cookie')
    const own = ['content-length', 'etag', 'transfer-encoding']
    expect(names(home).filter((name) => !own.includes(name))).toEqual(
      names(login).filter((name) => !own.includes(name)),
    )
  })

  test('does not depend on the worker, on unknown parameters or on cookies, and names no time', async () => {
    const year = String(new Date().getFullYear())
    const tags = new Set<string | null>()
    for (let index = 0; index < 60; index++) {
      const headers = { cookie: `x${index}=${index}; tandem_csrf=${index}`, 'x-forwarded-for': `10.0.0.${index}` }
      const answer = await visit(`/features?utm_source=${index}`, headers)
      tags.add(answer.headers.get('etag'))
      expect(answer.html).not.toContain(`${year}-`)
    }
    expect(tags.size).toBe(1)
    const headers = { 'if-none-match': [...tags][0] ?? '' }
    expect((await visit('/features', headers)).status).toBe(304)
  })

  test('knows the parameters of its search', async () => {
    expect((await visit('/help?q=nothing-like-this&x=1')).html).toContain('nothing-like-this')
    expect((await visit('/merchants?keyword=nothing-like-this')).html).toContain('value="nothing-like-this"')
    expect((await visit('/?next=/promotions&x=1')).html).toContain('/login-creator?next=%2Fpromotions')
    expect((await visit('/?x=unknown-value')).html).not.toContain('unknown-value')
  })

  test('that is no page leads on, and keeps all of its address', async () => {
    expect((await visit('/merchants/7/other')).headers.get('location')).toBe('/')
    expect((await visit('/promotions?x=1')).headers.get('location')).toContain(encodeURIComponent('/promotions?x=1'))
  })
})

test.each(['mail', 'digest'])('a mail program ends mails at /stop-%s by its own form alone', async (kind) => {
  const send = (body: string) =>
    fetch(`${network.url}/stop-${kind}/x`, { method: 'POST', body: new URLSearchParams(body) })
  expect([(await send('List-Unsubscribe=One-Click')).status, (await send('')).status]).toEqual([200, 403])
})

test('the metrics count hits, misses and bytes', async () => {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const text = await (await fetch(`${network.url}/metrics`, { headers })).text()
  for (const name of ['hits_total', 'misses_total', 'bytes']) {
    expect(Number(new RegExp(`^tandem_page_store_${name} (\\d+)$`, 'm').exec(text)?.[1])).toBeGreaterThan(0)
  }
})

const csrfCookies = ['visitor-one', 'visitor-two'].map((name) => name.padEnd(24, '-'))

/** Mostly `common`, so that many requests of a run differ in one thing only. */
function mostly<T>(common: T, ...others: T[]): fc.Arbitrary<T> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant(common) }, { weight: 1, arbitrary: fc.constantFrom(...others) })
}

/** One request of some visitor. */
const request = fc.record({
  path: mostly('/', '/advertisers', '/help?q=pay', '/merchants', 'merchant', '/privacy-policy', '/login-creator'),
  noise: fc.option(fc.integer()),
  session: mostly<number | undefined>(undefined, 0, 1),
  csrf: fc.constantFrom(undefined, ...csrfCookies),
  locale: fc.constantFrom('en', 'zh'),
  localeFrom: mostly('browser', 'cookie', 'address'),
  scheme: mostly<string | undefined>(undefined, 'light', 'dark'),
  consent: mostly<string | undefined>(undefined, 'necessary', 'all'),
  isPrivate: mostly(false, true),
  isPhone: mostly(false, true),
})

type VisitorRequest = typeof request extends fc.Arbitrary<infer T> ? T : never

function send(visitor: VisitorRequest): Promise<Answer> {
  const { path, session, csrf, locale, localeFrom, scheme, consent } = visitor
  const cookie = writePairs('; ', {
    tandem_session: session === undefined ? undefined : accounts[session]?.token,
    tandem_csrf: csrf,
    tandem_locale: localeFrom === 'cookie' ? locale : undefined,
    tandem_scheme: scheme,
    tandem_consent: consent,
  })
  const search = writePairs('&', { hl: localeFrom === 'address' ? locale : undefined, utm_id: visitor.noise })
  const address = path === 'merchant' ? merchant : path
  return visit(`${address}${address.includes('?') ? '&' : '?'}${search}`, {
    ...(cookie === '' ? {} : { cookie }),
    'accept-language': localeFrom === 'browser' ? locale : 'en',
    ...(visitor.isPrivate ? { 'sec-gpc': '1' } : {}),
    ...(visitor.isPhone ? { 'user-agent': PHONE } : {}),
  })
}

/** Writes `a=1&b=2`, without the values that are missing. */
function writePairs(separator: string, values: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null)
  return given.map(([name, value]) => `${name}=${value}`).join(separator)
}

/** What an answer holds of anybody: the places of the accounts, and the CSRF tokens by cookie and session. */
function listOwners({ html }: Answer) {
  const tokens = [undefined, ...accounts.map(({ token }) => token)].flatMap((session, index) =>
    csrfCookies.map((csrf) => ({ name: `${csrf} ${index - 1}`, token: csrfToken(csrfKey, { csrf, session }) })),
  )
  const isShown = ({ account }: (typeof accounts)[number]) =>
    [account.email, account.displayName].some((own) => html.includes(own))
  return {
    accounts: accounts.flatMap((each, index) => (isShown(each) ? [index] : [])),
    tokens: tokens.filter(({ token }) => html.includes(token)).map(({ name }) => name),
  }
}

/** What the page of this answer shows of its reader. */
function readShown(answer: Answer) {
  const [root = ''] = /<html[^>]*>/.exec(answer.html) ?? []
  return {
    ...listOwners(answer),
    setsCookie: answer.headers.has('set-cookie'),
    locale: /lang="(\w+)"/.exec(root)?.[1],
    scheme: /data-mantine-color-scheme="(\w+)"/.exec(root)?.[1],
    isPhone: root.includes('data-phone="true"'),
    // The console has no cookie notice.
    isAsked: /id="cookies"[^>]*data-open="(\w+)"/.exec(answer.html)?.[1],
  }
}

/** What the page has to show to this reader. */
function listOwn({ session, csrf, locale, scheme, isPhone, ...others }: VisitorRequest, answer: Answer) {
  // A page without a script has no data of its reader.
  const hasData = answer.html.includes('__reactRouterContext')
  const hasToken = session !== undefined || hasForm(answer)
  const isAsked = String(others.consent === undefined && !others.isPrivate)
  return {
    accounts: session !== undefined && hasData ? [session] : [],
    tokens: hasToken && hasData && csrf !== undefined ? [`${csrf} ${session ?? -1}`] : [],
    setsCookie: hasToken && csrf === undefined,
    locale,
    scheme,
    isPhone,
    isAsked: answer.html.includes('id="cookies"') ? isAsked : undefined,
  }
}

/** What the answers to two visitors have in common who get the same page. */
function describePage({ path, locale, localeFrom, scheme, consent, isPrivate, isPhone }: VisitorRequest): string {
  const answered = consent ?? (isPrivate ? 'necessary' : 'none')
  return JSON.stringify({ path, locale, isInAddress: localeFrom === 'address', scheme, answered, isPhone })
}

test('what one visitor sees never reaches another, in any order of requests', async () => {
  const seen = new Map<string, string>()
  const property = fc.asyncProperty(fc.array(request, { minLength: 6, maxLength: 12 }), async (visitors) => {
    const answers = await Promise.all(visitors.map(async (visitor) => ({ visitor, answer: await send(visitor) })))
    // The login redirects an account that is signed in.
    const pages = answers.filter(({ visitor, answer }) => visitor.session === undefined || answer.status === 200)
    for (const { visitor, answer } of pages) expect(readShown(answer)).toEqual(listOwn(visitor, answer))
    const kept = pages.filter(({ answer }) => isKept(answer))
    expect(kept.map(({ visitor }) => visitor.session).filter((session) => session !== undefined)).toEqual([])
    for (const { visitor, answer } of kept) {
      const key = describePage(visitor)
      expect(answer.html === (seen.get(key) ?? answer.html), key).toBe(true)
      seen.set(key, answer.html)
    }
  })
  await fc.assert(property, { numRuns: 10 * rounds.sequences })
  expect(seen.size).toBeGreaterThan(10)
})

/** Changes the title of the programme and returns when every worker shows it, in the promised time. */
async function expectRefreshed(title: string): Promise<void> {
  await updateProgram(ctx, { programId, title })
  const areNew = async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => visit(merchant)))
    return answers.every(({ html }) => html.includes(title))
  }
  expectWithin(await measureTime(() => waitUntil(areNew)), REFRESHED_WITHIN_MS)
  // No page that began before the change comes back.
  expect(await areNew()).toBe(true)
}

test('a change is on the page within 2 s, also when it is made while the page is rendered', async () => {
  await expectRefreshed('The second title')
  const over = new AbortController()
  const askSteadily = async () => {
    while (!over.signal.aborted) await visit(merchant)
  }
  const asking = Array.from({ length: 6 }, askSteadily)
  for (let round = 0; round < 10; round++) {
    await updateProgram(ctx, { programId, title: `Passing title ${round}` })
    await sleep(round)
  }
  await expectRefreshed('The third title')
  over.abort()
  await Promise.all(asking)
  const { html } = await visit('/merchants')
  expect(html).toContain('The third title')
})

test('the store survives the death of a worker', { repeats: rounds.sequences - 1 }, async () => {
  const listWorkers = () => listDescendants(primary, 'src/main.ts worker')
  const before = listWorkers()
  signalProcess(before[0], 'SIGKILL')
  await waitUntil(() => listWorkers().some((pid) => !before.includes(pid)))
  await waitUntil(async () => (await Promise.all(Array.from({ length: 8 }, () => network.isReady()))).every(Boolean))
  const title = `A title after ${before[0]}`
  await expectRefreshed(title)
  const tags = await Promise.all(Array.from({ length: 8 }, async () => (await visit(merchant)).headers.get('etag')))
  expect(new Set(tags).size).toBe(1)
})
