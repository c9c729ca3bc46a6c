import { pino } from 'pino'
import type { InjectOptions } from 'fastify'
import { keyResolver, resolveActor } from '#app/actor.ts'
import type { Db } from '#database'
import type { AccountActor, Actor } from '#kernel/actor.ts'
import { createServer } from '#platform/server/http/server.ts'
import type { Route } from '#platform/server/http/route.ts'
import { csrfToken } from '#platform/server/http/csrf.ts'
import { branding } from './context.ts'
import { loadTestSecrets } from './sealing.ts'
import { createQuarterClock } from './timing.ts'

/** The tracking address of the servers. */
export const trackingOrigin = 'http://go.localhost:3001'
const csrfCookie = 'a-cookie-of-a-visitor-in-a-test'

/** The parts of a request besides its address. */
export interface TestRequest {
  /** The actor; when missing, the one of the cookies, or a visitor. */
  as?: Actor
  json?: unknown
  /** A JSON body that is sent unchanged, for a malformed one. */
  raw?: string
  /** A body of any type, sent unchanged. */
  body?: { type: string; text: string }
  /** Fields of a form, sent urlencoded; with the right CSRF token unless they have one. */
  form?: Record<string, string | string[]>
  /** The content of a file, sent as multipart; with the right CSRF token unless the headers have one. */
  file?: string | Uint8Array<ArrayBuffer>
  /** Further cookies of the browser. */
  cookies?: Record<string, string>
  headers?: Record<string, string>
}

/**
 * Starts a server with the given routes, and sends requests to it as any actor. `clock` tells the time of a request, as
 * does `now` of the server; by default no request crosses a quarter of an hour.
 */
export async function createTestServer(db: Db, routes: readonly Route[], clock = createQuarterClock()) {
  const secrets = await loadTestSecrets(db)
  const actors = new Map<string, AccountActor>()
  const server = await createServer({
    db,
    branding,
    secrets,
    trackingOrigin,
    clock,
    routes,
    resolveActor: async (ctx, token) => actors.get(token) ?? resolveActor(ctx, token),
    resolveKey: keyResolver(secrets),
    logger: pino({ level: 'silent' }),
    trustProxy: false,
    isReady: async () => true,
    metrics: async () => '',
  })

  /** The CSRF token of a browser with these cookies, for a page of the advertiser of the account. */
  const csrfOf = ({ tandem_session: session }: Record<string, string>, as: TestRequest['as']) => {
    const advertiserId = as?.kind === 'account' ? as.advertiserId : undefined
    return csrfToken(secrets.csrf, { csrf: csrfCookie, session, advertiserId })
  }

  /** The token that a page of an advertiser sends with what it reads. */
  const describePage = (method: string, cookies: Record<string, string>, as: TestRequest['as']) => {
    const hasAdvertiser = method === 'GET' && as?.kind === 'account' && as.advertiserId !== undefined
    return hasAdvertiser ? { 'x-csrftoken': csrfOf(cookies, as) } : {}
  }

  function send(method: 'GET' | 'POST', url: string, request: TestRequest = {}) {
    const { as, json, raw, form, file, body, cookies: own, headers } = request
    const cookies: Record<string, string> = { tandem_csrf: csrfCookie, ...own }
    if (as?.kind === 'account') {
      cookies.tandem_session = `session-of-${as.accountId}`
      // An actor that names no role in the team of its advertiser is the owner.
      const team = as.advertiserId === undefined ? {} : { teamRole: as.teamRole ?? ('owner' as const) }
      actors.set(cookies.tandem_session, { ...as, ...team })
    }
    const page = { 'sec-fetch-site': 'same-origin', ...describePage(method, cookies, as) }
    const sent: InjectOptions = { method, url, cookies, headers: { ...page, ...headers } }
    if (form) {
      const fields = { csrfmiddlewaretoken: csrfOf(cookies, as), ...form }
      const entries = Object.entries(fields).flatMap(([name, value]) => [value].flat().map((item) => [name, item]))
      sent.payload = new URLSearchParams(entries).toString()
      sent.headers = { ...sent.headers, 'content-type': 'application/x-www-form-urlencoded' }
    } else if (file !== undefined) {
      const parts = new FormData()
      parts.append('file', new Blob([file]), 'file.csv')
      sent.payload = parts
      sent.headers = { 'x-csrftoken': csrfOf(cookies, as), ...sent.headers }
    } else if (body) {
      sent.payload = body.text
      sent.headers = { ...sent.headers, 'content-type': body.type }
    } else if (raw !== undefined) {
      sent.payload = raw
      sent.headers = { ...sent.headers, 'content-type': 'application/json' }
    } else if (method === 'POST') {
      sent.payload = json ?? {}
    }
    return server.inject(sent)
  }

  return {
    get: (url: string, request?: TestRequest) => send('GET', url, request),
    post: (url: string, request?: TestRequest) => send('POST', url, request),
    close: () => server.close(),
    now: clock,
  }
}
