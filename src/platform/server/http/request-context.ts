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

/** The parts that the contexts of all requests share. */
export interface ContextSource {
  db: Db
  secrets: AppSecrets
  publicUrl: string
  /** Returns the actor of a session token; a visitor when the token is unknown or has expired. */
  resolveActor(ctx: Ctx, token: string): Promise<Actor>
}

/**
 * Builds the context of a request: the actor of the session cookie, the locale, and access to the cookies.
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
    session: createCookieAccess(names.session, exchange),
    cookie: (name) => createCookieAccess(`${getCookiePrefix(source.publicUrl)}tandem_${name}`, exchange),
    csrfToken: () => csrfToken(source.secrets.csrf, getOrSetCsrfCookie(source.publicUrl, request, reply)),
  }
}

/** Returns the names of our cookies; with HTTPS they have the prefix `__Host-`. */
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

function createCookieAccess(name: string, { publicUrl, request, reply }: Exchange): CookieAccess {
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
