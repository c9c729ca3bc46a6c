import { randomBytes } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, KeyActor } from '#kernel/actor.ts'
import { VISITOR } from '#kernel/actor.ts'
import type { Endpoint } from '#kernel/endpoint.ts'
import { Refusal } from '#kernel/errors.ts'
import type { ContextSource, Ctx } from '../context.ts'
import type { AppSecrets } from '../secrets/secrets.ts'
import { csrfToken } from './csrf.ts'
import { readLocale } from './request-locale.ts'
import type { CookieAccess, RequestCtx } from './route.ts'

/** The parts that the contexts of all requests share. */
export interface RequestSource extends ContextSource {
  secrets: AppSecrets
  trackingOrigin: string
  /** Returns the time of a request; by default that of the machine. */
  clock?: () => Date
  /** Returns the actor of a session token; a visitor when the token is unknown or has expired. */
  resolveActor(ctx: Ctx, token: string): Promise<Actor>
  /**
   * Returns the actor of an API key. Refuses every wrong key alike, and a key that is used too often. A server without
   * it has no actor for any key.
   */
  resolveKey?(ctx: Ctx, key: PresentedKey): Promise<KeyActor>
}

/** An API key as a request carries it. */
export interface PresentedKey {
  text: string
  /** Whether it stood in the address, where logs and proxies can read it. */
  isInAddress: boolean
  /** The address of the client. */
  ip: string
}

/** A request and its reply. */
export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Builds the context of a request: the actor, the locale, and access to the cookies. The session cookie names the
 * actor; on an endpoint for API keys only the key does.
 */
export async function createRequestContext(
  source: RequestSource,
  exchange: Exchange,
  endpoint?: Endpoint,
): Promise<RequestCtx> {
  const { request, reply } = exchange
  const { db, branding } = source
  const { publicUrl } = branding
  const names = cookieNames(publicUrl)
  const base: Ctx = { db, branding, actor: VISITOR, now: source.clock?.() ?? new Date() }
  const findCookie = (name: string) => createCookieAccess(name, { publicUrl, ...exchange })
  const actor = await (endpoint?.access.startsWith('key:')
    ? findKeyActor(source, base, { ...exchange, endpoint })
    : findSessionActor(source, base, request))
  return {
    ...base,
    actor,
    locale: readLocale(request),
    publicUrl,
    trackingOrigin: source.trackingOrigin,
    visitor: { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' },
    session: findCookie(names.session),
    cookie: (name) => findCookie(`${getCookiePrefix(publicUrl)}tandem_${name}`),
    csrfToken: () =>
      csrfToken(source.secrets.csrf, {
        csrf: getOrSetCsrfCookie(publicUrl, request, reply),
        session: request.cookies[names.session],
        advertiserId: findActorAdvertiserId({ actor }),
      }),
  }
}

/** The advertiser for which the session of a request acts. */
export function findActorAdvertiserId({ actor }: Pick<Ctx, 'actor'>): bigint | undefined {
  return actor.kind === 'account' ? actor.advertiserId : undefined
}

/**
 * Builds the context of a page that visitors share: of a visitor without cookies, address and user agent. Calls
 * `onPersonal` when the page asks for one of these, or for a CSRF token.
 */
export function createSharedContext(
  source: RequestSource,
  { locale, onPersonal }: Pick<RequestCtx, 'locale'> & { onPersonal: () => void },
): RequestCtx {
  const cookie: CookieAccess = {
    get token() {
      onPersonal()
      return undefined
    },
    set: onPersonal,
    clear: onPersonal,
  }
  return {
    db: source.db,
    branding: source.branding,
    actor: VISITOR,
    now: source.clock?.() ?? new Date(),
    locale,
    publicUrl: source.branding.publicUrl,
    trackingOrigin: source.trackingOrigin,
    get visitor() {
      onPersonal()
      return { ip: '', userAgent: '' }
    },
    session: cookie,
    cookie: () => cookie,
    csrfToken() {
      onPersonal()
      return ''
    },
  }
}

async function findSessionActor(source: RequestSource, base: Ctx, request: FastifyRequest): Promise<Actor> {
  const token = request.cookies[cookieNames(source.branding.publicUrl).session]
  return token === undefined ? VISITOR : source.resolveActor(base, token)
}

/** The day since which a key in the address is deprecated, as RFC 9745 writes it. */
const KEY_IN_ADDRESS_DEPRECATED = '@1793491200'

async function findKeyActor(source: RequestSource, base: Ctx, call: Exchange & { endpoint: Endpoint }): Promise<Actor> {
  const { request, reply, endpoint } = call
  const [, bearer] = /^Bearer +([\x21-\x7e]{1,200})$/i.exec(request.headers.authorization ?? '') ?? []
  const inAddress = endpoint.acceptsKeyInQuery ? (request.query as Record<string, unknown>)['key'] : undefined
  const text = bearer ?? inAddress
  if (typeof text !== 'string') throw new Refusal({ code: 'key.missing', status: 401, challenge: 'Bearer' })
  if (bearer === undefined) {
    reply.header('Deprecation', KEY_IN_ADDRESS_DEPRECATED)
    reply.header('Link', `<${source.branding.publicUrl}/api_doc>; rel="deprecation"; type="text/html"`)
  }
  return source.resolveKey?.(base, { text, isInAddress: bearer === undefined, ip: request.ip }) ?? VISITOR
}

/** Returns the names of our cookies; with HTTPS they have the prefix `__Host-`. */
export function cookieNames(publicUrl: string): { session: string; csrf: string } {
  const prefix = getCookiePrefix(publicUrl)
  return { session: `${prefix}tandem_session`, csrf: `${prefix}tandem_csrf` }
}

function getCookiePrefix(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-' : ''
}

function createCookieAccess(
  name: string,
  { publicUrl, request, reply }: Exchange & { publicUrl: string },
): CookieAccess {
  const options = cookieOptions(publicUrl)
  return {
    token: request.cookies[name],
    set: (token, expires) => void reply.setCookie(name, token, { ...options, expires }),
    clear: () => void reply.clearCookie(name, options),
  }
}

function getOrSetCsrfCookie(publicUrl: string, request: FastifyRequest, reply: FastifyReply): string {
  const { csrf } = cookieNames(publicUrl)
  const present = request.cookies[csrf]
  if (present !== undefined && present.length >= 20) return present
  const created = randomBytes(18).toString('base64url')
  reply.setCookie(csrf, created, cookieOptions(publicUrl))
  request.cookies[csrf] = created
  return created
}

function cookieOptions(publicUrl: string): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') }
}
