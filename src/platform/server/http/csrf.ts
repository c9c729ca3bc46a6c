import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#kernel/errors.ts'
import { isOfOtherBrand, nameBrand } from '#kernel/form-token.ts'

/** Form field that carries the CSRF token (specification 2, section 7). */
export const CSRF_FIELD = 'csrfmiddlewaretoken'

/** What the CSRF token of a page belongs to. */
export interface CsrfBinding {
  /** The CSRF cookie of the browser. */
  csrf: string
  /** The session cookie, so that a token of one account is not valid in the next session. */
  session: string | undefined
  /** The brand for which the session acts, so that a page of one is not sent for another. */
  advertiserId?: bigint | undefined
}

/** Derives the CSRF token of a browser, its session and the brand for which that acts. */
export function csrfToken(key: Buffer, { csrf, session = '', advertiserId }: CsrfBinding): string {
  return nameBrand(createHmac('sha256', key).update(`csrf ${csrf} ${session}`).digest('base64url'), advertiserId)
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

/** Refuses a call of a page that was opened for another brand than the account acts for now. */
export function checkBrand(request: FastifyRequest, advertiserId: bigint | undefined): void {
  if (isOfOtherBrand(request.headers['x-csrftoken'], advertiserId)) throw otherBrand()
}

/**
 * Refuses a form whose CSRF token, in a header or in its fields, is missing or does not match the cookies of the
 * browser, or names another brand than the session acts for.
 */
export function checkCsrfToken(request: FastifyRequest, { key, csrf, session, advertiserId, fields }: CsrfCheck): void {
  const given = request.headers['x-csrftoken'] ?? fields?.[CSRF_FIELD]
  if (isOfOtherBrand(given, advertiserId)) throw otherBrand()
  const expected = csrf === undefined ? undefined : csrfToken(key, { csrf, session, advertiserId })
  if (typeof given !== 'string' || expected === undefined || !isEqual(given, expected)) {
    throw new Refusal({ code: 'csrf_failed', status: 403 })
  }
}

interface CsrfCheck {
  key: Buffer
  /** The cookies of the request. */
  csrf: string | undefined
  session: string | undefined
  advertiserId: bigint | undefined
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

function otherBrand(): Refusal {
  return new Refusal({ code: 'team.other_brand', status: 409 })
}

function foreign(): Refusal {
  return new Refusal({ code: 'cross_site', status: 403 })
}
