import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#kernel/errors.ts'
import { ADVERTISER_PARAM, buildAdvertiserChoice } from '#kernel/advertiser-link.ts'
import { isFileOfAdvertiser } from '#kernel/endpoint.ts'
import type { Endpoint } from '#kernel/endpoint.ts'
import { isOfOtherAdvertiser, nameAdvertiser, namesAdvertiser } from '#kernel/form-token.ts'

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
  return nameAdvertiser(createHmac('sha256', key).update(`csrf ${csrf} ${session}`).digest('base64url'), advertiserId)
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
 * Refuses a call of a page that was opened for another brand than the account acts for now. A script names the brand of
 * its page in the CSRF token, a plain link to a file in its address. A file of a brand goes to no page that names none,
 * so that a link without the name is found on its first click.
 */
export function checkAdvertiser(request: FastifyRequest, endpoint: Endpoint, advertiserId: bigint | undefined): void {
  const token = request.headers['x-csrftoken']
  if (isOfOtherAdvertiser(token, advertiserId)) throw otherAdvertiser()
  if (!isFileOfAdvertiser(endpoint) || advertiserId === undefined) return
  const named = findNamedAdvertiser(request)
  if (named === undefined && !namesAdvertiser(token)) throw new Refusal({ code: 'team.brand_unnamed', status: 409 })
  if (named !== undefined && named !== String(advertiserId)) throw otherAdvertiser()
}

/**
 * Returns where a browser goes that opened a link to a file of another brand as a page: to the choice of the brand, and
 * from there to the page with the link.
 */
export function findFileRedirect(
  request: FastifyRequest,
  endpoint: Endpoint,
  advertiserId: bigint | undefined,
): string | undefined {
  const named = findNamedAdvertiser(request)
  const isPage = request.headers.accept?.includes('text/html') ?? false
  if (!isPage || !isFileOfAdvertiser(endpoint) || advertiserId === undefined || named === undefined) return undefined
  return named === String(advertiserId) ? undefined : buildAdvertiserChoice(named, readPage(request))
}

/** The brand that an address names, at its first place if it names several. */
function findNamedAdvertiser({ query }: FastifyRequest): string | undefined {
  const named = (query as Record<string, string | string[] | undefined>)[ADVERTISER_PARAM]
  return Array.isArray(named) ? named[0] : named
}

/** The page whose link was opened, of which a browser tells the address. */
function readPage({ headers: { referer = '' } }: FastifyRequest): string {
  const { pathname, search } = URL.canParse(referer) ? new URL(referer) : { pathname: '', search: '' }
  return pathname.startsWith('/brand/') ? `${pathname}${search}` : '/brand'
}

/**
 * Refuses a form whose CSRF token, in a header or in its fields, is missing or does not match the cookies of the
 * browser, or names another brand than the session acts for.
 */
export function checkCsrfToken(request: FastifyRequest, { key, csrf, session, advertiserId, fields }: CsrfCheck): void {
  const given = request.headers['x-csrftoken'] ?? fields?.[CSRF_FIELD]
  if (isOfOtherAdvertiser(given, advertiserId)) throw otherAdvertiser()
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

function otherAdvertiser(): Refusal {
  return new Refusal({ code: 'team.other_brand', status: 409 })
}

function foreign(): Refusal {
  return new Refusal({ code: 'cross_site', status: 403 })
}
