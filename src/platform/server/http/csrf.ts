import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#kernel/errors.ts'

/** Form field that carries the CSRF token (specification 2, section 7). */
export const CSRF_FIELD = 'csrfmiddlewaretoken'

/** The cookies of a browser that its CSRF token belongs to. */
export interface CsrfCookies {
  csrf: string
  /** The session cookie, so that a token of one account is not valid in the next session. */
  session: string | undefined
}

/** Derives the CSRF token of a browser and its session. */
export function csrfToken(key: Buffer, { csrf, session = '' }: CsrfCookies): string {
  return createHmac('sha256', key).update(`csrf ${csrf} ${session}`).digest('base64url')
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

/**
 * Refuses a form whose CSRF token, in a header or in its fields, is missing or does not match the cookies of the
 * browser.
 */
export function checkCsrfToken(request: FastifyRequest, { key, csrf, session, fields }: CsrfCheck): void {
  const given = request.headers['x-csrftoken'] ?? fields?.[CSRF_FIELD]
  const expected = csrf === undefined ? undefined : csrfToken(key, { csrf, session })
  if (typeof given !== 'string' || expected === undefined || !isEqual(given, expected)) {
    throw new Refusal({ code: 'csrf_failed', status: 403 })
  }
}

interface CsrfCheck {
  key: Buffer
  /** The cookies of the request. */
  csrf: string | undefined
  session: string | undefined
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
