import { createContext, redirect } from 'react-router'
import type { Call, Endpoint } from '#kernel/endpoint.ts'
import type { Role } from '#kernel/actor.ts'
import type { CodedError } from '#kernel/error-codes.ts'
import { CallRefusal } from '#kernel/errors.ts'
import type { CallRefusalDetails } from '#kernel/errors.ts'
import type { Locale, TextDomain, Texts } from '#texts/texts.ts'

/** The signed-in account as pages see it. */
export interface ActorView {
  email: string
  role: Role
  displayName: string
}

/** What the operator configured about the network's name and addresses. */
export interface NetworkIdentity {
  name: string
  supportEmail: string
  /** One line each, parts separated by commas, with the zip code. */
  addressUnitedStates: string
  addressHongKong: string
  /** Empty until it is configured. */
  legalIdentity: string
}

/** What a loader or action knows about the one who asks. */
export interface WebSession {
  actor: ActorView | null
  locale: Locale
  network: NetworkIdentity
  /** Scheme, host and port under which the network is reached: `https://tandem.example`. */
  publicUrl: string
  /**
   * The token of the visitor's forms. Makes the visitor's CSRF cookie when there is none, so ask only where a form is
   * shown.
   */
  csrfToken(): string
  texts(...domains: TextDomain[]): Texts
  /** The sentence of an error in the language of this session. */
  errorText(error: CodedError): string
}

/**
 * Calls an endpoint in process, with the visitor's session. A refusal needs no catching in loaders: it becomes a page.
 */
export const callContext = createContext<Call>()

/** The session of the request. */
export const sessionContext = createContext<WebSession>()

/**
 * A refusal that the router understands as well: thrown in a loader it becomes an error page with its status, and the
 * page gets `details` as the error's `data`.
 */
export class PageRefusal extends CallRefusal {
  readonly type = 'DataWithResponseInit'
  readonly data: CallRefusalDetails
  readonly init: { status: number }

  constructor(details: CallRefusalDetails) {
    super(details)
    this.data = details
    this.init = { status: details.status }
  }
}

/** Where a visitor is sent who asks for a page that needs an account; the page asked for is kept in `next`. */
export function toLogin(url: string): Response {
  const { pathname, search } = new URL(url)
  const next = `${pathname.replace(/\.data$/, '')}${search}`
  return redirect(next === '/' ? '/#login' : `/?next=${encodeURIComponent(next)}#login`)
}

/**
 * Wraps the in-process call for pages: refusals become `PageRefusal`, "sign in first" becomes a redirect to the login.
 */
export function pageCall(call: Call, options: { url: string; isVisitor: boolean }): Call {
  const untyped = call as (endpoint: Endpoint, ...input: unknown[]) => Promise<unknown>
  const wrapped: typeof untyped = async (endpoint, ...input) => {
    try {
      return await untyped(endpoint, ...input)
    } catch (error) {
      const details = findRefusal(error)
      if (!details) throw error
      if (details.status === 401 && options.isVisitor && endpoint.access !== 'public') throw toLogin(options.url)
      throw new PageRefusal(details)
    }
  }
  return wrapped as Call
}

/**
 * Why a call was refused; nothing for a bug. The server runs its own copy of the kernel beside the built one, so
 * `instanceof` does not hold across the two.
 */
export function findRefusal(error: unknown): CallRefusalDetails | undefined {
  if (!(error instanceof Error) || error.name !== 'CallRefusal') return undefined
  return (error as CallRefusal).details
}
