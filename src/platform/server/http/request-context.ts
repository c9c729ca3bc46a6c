import { randomBytes } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#database'
import type { Actor } from '#kernel/actor.ts'
import { VISITOR } from '#kernel/actor.ts'
import type { Ctx } from '../context.ts'
import type { AppSecrets } from '../secrets.ts'
import { csrfToken } from './csrf.ts'
import { readLocale } from './request-locale.ts'
import type { CookieAccess, RequestCtx } from './route.ts'

/** What every request's context is made from. */
export interface ContextSource {
  db: Db
  secrets: AppSecrets
  publicUrl: string
  /** Who a session token belongs to; a visitor when it is unknown or has expired. */
  resolveActor(ctx: Ctx, token: string): Promise<Actor>
}

/**
 * Builds the context of one request: the actor behind the session cookie, the locale, and the doors to the answer's
 * cookies.
 */
export async function createRequestContext(
  source: ContextSource,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<RequestCtx> {
  const names = cookieNames(source.publicUrl)
  const token = request.cookies[names.session]
  const exchange = { publicUrl: source.publicUrl, request, reply }
  const base: Ctx = { db: source.db, actor: VISITOR, now: new Date() }
  return {
    ...base,
    actor: token === undefined ? VISITOR : await source.resolveActor(base, token),
    locale: readLocale(request),
    publicUrl: source.publicUrl,
    visitor: { ip: request.ip, hostname: request.hostname, userAgent: request.headers['user-agent'] ?? '' },
    session: cookieDoor(names.session, exchange),
    cookie: (name) => cookieDoor(`${getCookiePrefix(source.publicUrl)}tandem_${name}`, exchange),
    csrfToken: () => csrfToken(source.secrets.csrf, csrfCookie(source.publicUrl, request, reply)),
  }
}

/** Names of our cookies; behind TLS they carry the `__Host-` prefix. */
export function cookieNames(publicUrl: string): { session: string; csrf: string } {
  const prefix = getCookiePrefix(publicUrl)
  return { session: `${prefix}tandem_session`, csrf: `${prefix}tandem_csrf` }
}

function getCookiePrefix(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-' : ''
}

interface Exchange {
  publicUrl: string
  request: FastifyRequest
  reply: FastifyReply
}

function cookieDoor(name: string, { publicUrl, request, reply }: Exchange): CookieAccess {
  const options = cookieOptions(publicUrl)
  return {
    token: request.cookies[name],
    set: (token, expires) => void reply.setCookie(name, token, { ...options, expires }),
    clear: () => void reply.clearCookie(name, options),
  }
}

function csrfCookie(publicUrl: string, request: FastifyRequest, reply: FastifyReply): string {
  const { csrf } = cookieNames(publicUrl)
  const present = request.cookies[csrf]
  if (present !== undefined && present.length >= 20) return present
  const made = randomBytes(18).toString('base64url')
  reply.setCookie(csrf, made, cookieOptions(publicUrl))
  request.cookies[csrf] = made
  return made
}

function cookieOptions(publicUrl: string): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') }
}
