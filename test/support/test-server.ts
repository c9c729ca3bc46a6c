import { pino } from 'pino'
import type { InjectOptions } from 'fastify'
import { keyResolver } from '#app/actor.ts'
import type { Db } from '#database'
import type { AccountActor, Actor } from '#kernel/actor.ts'
import { VISITOR } from '#kernel/actor.ts'
import { createServer } from '#platform/server/http/server.ts'
import type { Route } from '#platform/server/http/route.ts'
import { csrfToken } from '#platform/server/http/csrf.ts'
import { loadTestSecrets } from './sealing.ts'

const publicUrl = 'http://localhost:3000'
const csrfCookie = 'a-cookie-of-a-visitor-in-a-test'

/** The parts of a request besides its address. */
export interface TestRequest {
  /** The actor; a visitor when missing. */
  as?: Actor
  json?: unknown
  /** A JSON body that is sent unchanged, for a malformed one. */
  raw?: string
  /** Fields of a form, sent urlencoded with the CSRF token. */
  form?: Record<string, string | string[]>
  /** Further cookies of the browser. */
  cookies?: Record<string, string>
  headers?: Record<string, string>
}

/** Starts a server with the given routes, and sends requests to it as any actor. */
export async function createTestServer(db: Db, routes: readonly Route[]) {
  const secrets = await loadTestSecrets(db)
  const actors = new Map<string, AccountActor>()
  const server = await createServer({
    db,
    secrets,
    publicUrl,
    routes,
    resolveActor: async (_ctx, token) => actors.get(token) ?? VISITOR,
    resolveKey: keyResolver(secrets),
    logger: pino({ level: 'silent' }),
    trustProxy: false,
    isReady: async () => true,
    metrics: async () => '',
  })

  function send(method: 'GET' | 'POST', url: string, { as, json, raw, form, cookies: own, headers }: TestRequest = {}) {
    const cookies: Record<string, string> = { tandem_csrf: csrfCookie, ...own }
    if (as?.kind === 'account') {
      cookies.tandem_session = `session-of-${as.accountId}`
      actors.set(cookies.tandem_session, as)
    }
    const request: InjectOptions = { method, url, cookies, headers: { 'sec-fetch-site': 'same-origin', ...headers } }
    if (form) {
      const fields = { ...form, csrfmiddlewaretoken: csrfToken(secrets.csrf, csrfCookie) }
      const entries = Object.entries(fields).flatMap(([name, value]) => [value].flat().map((item) => [name, item]))
      request.payload = new URLSearchParams(entries).toString()
      request.headers = { ...request.headers, 'content-type': 'application/x-www-form-urlencoded' }
    } else if (raw !== undefined) {
      request.payload = raw
      request.headers = { ...request.headers, 'content-type': 'application/json' }
    } else if (method === 'POST') {
      request.payload = json ?? {}
    }
    return server.inject(request)
  }

  return {
    get: (url: string, request?: TestRequest) => send('GET', url, request),
    post: (url: string, request?: TestRequest) => send('POST', url, request),
    close: () => server.close(),
  }
}
