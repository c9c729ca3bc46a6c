import type { Readable } from 'node:stream'
import type { z } from 'zod'
import { getAccountKind, getTeamAct, isAdmitted, isKeyAccess } from '#kernel/access.ts'
import type { Access, KeyAccess } from '#kernel/access.ts'
import { PASSWORD_VERIFIED_MS } from '#kernel/endpoint.ts'
import type { Endpoint, ParsedInputOf, ReplyOf } from '#kernel/endpoint.ts'
import type { AccountActor, Actor } from '#kernel/actor.ts'
import { CallRefusal, Refusal, invalidField } from '#kernel/errors.ts'
import { checkSchema } from '#kernel/schema-errors.ts'
import { findUnstorable } from '#kernel/unstorable.ts'
import type { Ctx } from '../context.ts'
import { describeRefusal } from './problem.ts'

/** The context of a request, besides its input. */
export interface RequestCtx extends Ctx {
  locale: 'en' | 'zh'
  /** The network's public address without a trailing slash. */
  publicUrl: string
  /** The tracking address without a trailing slash. */
  trackingOrigin: string
  visitor: Visitor
  session: CookieAccess
  /** Access to another HttpOnly cookie of ours; `name` is its name without the prefix. */
  cookie(name: string): CookieAccess
  /** Returns the CSRF token for a form on a page, and sets the CSRF cookie when there is none. */
  csrfToken(): string
}

/** The client of a request. For rate limits; do not store it. */
export interface Visitor {
  ip: string
  userAgent: string
}

/** Access to one HttpOnly cookie in the request and the response: the session cookie, or the cookie of a sign-up. */
export interface CookieAccess {
  /** The token that the request carries. */
  token: string | undefined
  set(token: string, expiresAt: Date): void
  clear(): void
}

interface File {
  /** The name under which a browser saves it; without a name it is shown. */
  filename?: string
  contentType: string
  body: Readable | string
  /** Further headers of the reply. */
  headers?: Record<string, string>
}

/** A file as a reply; `body` is streamed. */
export class FileReply {
  readonly file: File

  constructor(file: File) {
    this.file = file
  }
}

type FileOf<E extends Endpoint> = E['files'] extends readonly string[] ? FileReply : never

type Answer<E extends Endpoint> = E['reply'] extends z.ZodType ? z.input<E['reply']> | FileOf<E> : FileReply

/** A file that a request brought. It can be read until the request is answered. */
export interface UploadedFile {
  /** Reads the bytes of the file from its start. */
  read(): AsyncIterable<Uint8Array>
}

/** The file of a request whose endpoint has the encoding `file`. */
type UploadOf<E extends Endpoint> = E['encoding'] extends 'file' ? { file: UploadedFile } : unknown

/** An endpoint with its handler. */
export interface Route {
  endpoint: Endpoint
  handle(ctx: RequestCtx, input: unknown): Promise<unknown>
}

/** Binds a handler to an endpoint. The types of its input and its reply come from the contract. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (ctx: RequestCtx, input: ParsedInputOf<E> & UploadOf<E>) => Promise<Answer<E>>,
): Route {
  return { endpoint, handle: (ctx, input) => handle(ctx, input as ParsedInputOf<E> & UploadOf<E>) }
}

/** The parts of a request before parsing. */
export interface RawInput {
  params?: unknown
  query?: unknown
  body?: unknown
  file?: UploadedFile
}

/**
 * Runs a route: checks access, parses the input, calls the handler, and parses the reply. HTTP requests and in-process
 * calls both use it. Throws a `Refusal` for every expected failure.
 */
export async function runRoute(route: Route, ctx: RequestCtx, raw: RawInput): Promise<unknown> {
  checkAccess(route.endpoint.access, ctx.actor)
  if (route.endpoint.needsPassword) checkPasswordVerified(ctx)
  const answer = await route.handle(ctx, parseInput(route.endpoint, raw))
  return answer instanceof FileReply ? answer : route.endpoint.reply?.parse(answer)
}

/**
 * Builds the `Call` of a request: it runs routes in process with the context of the request. It throws a refusal as
 * `CallRefusal`, with its sentence in the language of the request.
 */
export function callInProcess(routes: readonly Route[], ctx: RequestCtx) {
  return async <E extends Endpoint>(endpoint: E, input: RawInput = {}): Promise<ReplyOf<E>> => {
    const found = routes.find((candidate) => candidate.endpoint === endpoint || isSame(candidate.endpoint, endpoint))
    if (!found) throw new Error(`No route answers ${endpoint.method} ${endpoint.path}`)
    try {
      return (await runRoute(found, ctx, input)) as ReplyOf<E>
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      throw new CallRefusal(describeRefusal(error.details, ctx.locale))
    }
  }
}

// The web bundle has its own copies of the contracts, so their identities differ.
function isSame(one: Endpoint, other: Endpoint): boolean {
  return one.method === other.method && one.path === other.path && one.selector?.value === other.selector?.value
}

/** Refuses a caller that the access of an endpoint does not admit. */
export function checkAccess(access: Access, actor: Actor): void {
  if (isKeyAccess(access)) return checkKeyAccess(access, actor)
  const account = actor.kind === 'account' ? actor : undefined
  if (isAdmitted(access, account ? getAccountKind(account) : 'visitor')) return checkTwoStep(access, account)
  if (!account) throw new Refusal({ code: 'sign_in_required', status: 401 })
  if (account.role === 'advertiser' && getTeamAct(access) !== undefined) {
    throw new Refusal({ code: account.teamRole === undefined ? 'no_advertiser' : 'team.role', status: 403 })
  }
  const isForOpenAccounts = account.isClosed && isAdmitted(access, 'publisher')
  throw new Refusal({ code: isForOpenAccounts ? 'account.closed' : 'not_allowed', status: 403 })
}

/** An operator who must set two-step sign-in up may do nothing else but manage the own account. */
function checkTwoStep(access: Access, account: AccountActor | undefined): void {
  if (!account?.mustSetUpTwoStep || access === 'public' || access === 'signed-in') return
  throw new Refusal({ code: 'two_step.set_up', status: 403 })
}

function checkKeyAccess(access: KeyAccess, actor: Actor): void {
  if (actor.kind !== 'key') throw new Refusal({ code: 'key.missing', status: 401, challenge: 'Bearer' })
  const isAllowed = actor.scopes.some((scope) => access === `key:${scope}`)
  if (!isAllowed) {
    const scope = access.slice('key:'.length)
    const challenge = `Bearer error="insufficient_scope", scope="${scope}"`
    throw new Refusal({ code: 'key.scope', params: { scope }, status: 403, challenge })
  }
}

/** The browser asks for the password when it reads this code, and sends the form again. */
function checkPasswordVerified({ actor, now }: RequestCtx): void {
  const verifiedAt = actor.kind === 'account' ? actor.passwordVerifiedAt : undefined
  if (verifiedAt && now.getTime() - verifiedAt.getTime() < PASSWORD_VERIFIED_MS) return
  throw new Refusal({ code: 'password_required', status: 403 })
}

function parseInput(endpoint: Endpoint, raw: RawInput): unknown {
  const parsed: Record<string, unknown> = raw.file ? { file: raw.file } : {}
  const given = { ...raw, query: leaveOutEmpty(raw.query) }
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part]
    if (schema) parsed[part] = parsePart(schema, given[part] ?? {})
  }
  return parsed
}

/** Leaves out the parameters without a value: a form in an address sends those too that nobody filled. */
function leaveOutEmpty(query: unknown): Record<string, unknown> {
  const filled = Object.entries(query ?? {}).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.filter((item) => item !== '') : value,
  ])
  return Object.fromEntries(filled.filter(([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0)))
}

/** More fields than any form shows; a body can have many more errors. */
const MAX_OTHER_FIELDS = 30

/** Refuses text that PostgreSQL cannot store (NUL, lone surrogates) wherever it stands, then applies the schema. */
function parsePart(schema: z.ZodType, value: unknown): unknown {
  const unstorable = findUnstorable(value)
  if (unstorable !== undefined) throw invalidField(unstorable, { code: 'sign' }, 'invalid_input')
  const { data, errors } = checkSchema(schema, value)
  if (!errors) return data
  const [{ path, hasOwnCode, ...error }, ...others] = errors
  const field = path.join('.')
  throw new Refusal({
    ...error,
    status: 422,
    ...(hasOwnCode ? {} : { wireCode: 'invalid_input' }),
    ...(field === '' ? {} : { field }),
    otherFields: others.slice(0, MAX_OTHER_FIELDS).map((other) => ({ field: other.path.join('.'), error: other })),
  })
}
