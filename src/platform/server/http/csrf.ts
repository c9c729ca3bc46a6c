import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#kernel/errors.ts'

/** Form field that carries the CSRF token (specification 2, section 7). */
export const CSRF_FIELD = 'csrfmiddlewaretoken'

/** Derives the CSRF token from the CSRF cookie. */
export function csrfToken(key: Buffer, cookie: string): string {
  return createHmac('sha256', key).update(`csrf ${cookie}`).digest('base64url')
}

/**
 * Refuses an unsafe cross-site request. Browsers name the origin of a request in `Sec-Fetch-Site` or `Origin`. A
 * request with neither header is refused if it has a session cookie.
 */
export function checkSameOrigin(request: FastifyRequest, options: { publicUrl: string; hasSession: boolean }): void {
  const site = request.headers['sec-fetch-site']
  const origin = request.headers.origin
  if (site !== undefined) {
    if (site === 'same-origin' || site === 'none') return
    throw foreign()
  }
  if (origin !== undefined) {
    if (origin === new URL(options.publicUrl).origin || readHost(origin) === request.headers.host) return
    throw foreign()
  }
  if (options.hasSession) throw foreign()
}

/** Refuses a form whose CSRF token, in a header or in its fields, is missing or does not match the visitor's cookie. */
export function checkCsrfToken(request: FastifyRequest, options: CsrfCheck): void {
  const given = request.headers['x-csrftoken'] ?? options.fields?.[CSRF_FIELD]
  const expected = options.cookie === undefined ? undefined : csrfToken(options.key, options.cookie)
  if (typeof given !== 'string' || expected === undefined || !isEqual(given, expected)) {
    throw new Refusal({ code: 'csrf_failed', status: 403 })
  }
}

interface CsrfCheck {
  key: Buffer
  cookie: string | undefined
  /** The fields of the form. */
  fields: Record<string, unknown> | null | undefined
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function readHost(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}

function foreign(): Refusal {
  return new Refusal({ code: 'cross_site', status: 403 })
}
