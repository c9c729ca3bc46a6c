import { createContext, redirect, redirectDocument } from 'react-router'
import type { Call, Endpoint } from '#kernel/endpoint.ts'
import type { Role, SiteAccess, TeamRole } from '#kernel/actor.ts'
import type { CodedError } from '#kernel/error-codes.ts'
import { CallRefusal } from '#kernel/errors.ts'
import type { CallRefusalDetails } from '#kernel/errors.ts'
import type { Locale, TextChoice, Texts } from '#texts/texts.ts'
import type { ColorScheme } from './color-scheme.ts'
import type { Consent } from './consent.ts'

/** The signed-in account as pages see it. */
export interface ActorView {
  email: string
  role: Role
  displayName: string
  /** Set for a sub-account of a publisher. */
  subAccount?: { access: SiteAccess }
  /** The advertiser for which the session acts, and the role in its team. */
  advertiserId?: bigint
  teamRole?: TeamRole
  /** Set for a publisher whose account is closed. */
  isClosed?: boolean
  /** False for an account that has switched the shortcuts of single keys off. */
  hasShortcuts?: boolean
}

/** Name and addresses of the network, as the operator configured them. */
export interface NetworkIdentity {
  name: string
  supportEmail: string
  /** One line each, parts separated by commas, with the zip code. */
  addressUnitedStates: string
  addressHongKong: string
  /** Empty until it is configured. */
  legalIdentity: string
}

/** What makes the pages of one address differ for two visitors. */
export interface PageVariant {
  locale: Locale
  scheme: ColorScheme
  /** Undefined until the visitor has answered the cookie notice. */
  consent: Consent | undefined
  isPhone: boolean
}

/** The session of a request, for loaders and actions. */
export interface WebSession extends PageVariant {
  actor: ActorView | null
  network: NetworkIdentity
  /** Origin of the public address: `https://tandem.example`. */
  publicUrl: string
  /** Origin of the tracking address: `https://go.tandem.example`. */
  trackingOrigin: string
  /**
   * Returns the CSRF token for the visitor's forms. Sets the CSRF cookie when there is none, so call it only for pages
   * with a form.
   */
  csrfToken(): string
  texts(...choices: TextChoice[]): Texts
  /** Returns the sentence of an error in the language of this session. */
  errorText(error: CodedError): string
}

/**
 * Calls an endpoint in process with the visitor's session. Loaders need not catch a refusal: it becomes an error page.
 */
export const callContext = createContext<Call>()

/** The session of the request. */
export const sessionContext = createContext<WebSession>()

/**
 * A refusal that React Router recognises: thrown in a loader, it becomes an error page with its status. The page gets
 * `details` as the `data` of the error.
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

/** Tells whether the browser asks for a document, and not a script for the data of a page. */
export function isDocumentRequest(request: Request): boolean {
  return request.headers.get('accept')?.includes('text/html') ?? false
}

/**
 * Redirects a visitor from a page that requires sign-in to the login, with that page in `next`. A page whose session
 * has ended loads a new document, so that no data of the account stays on it.
 */
export function toLogin(url: string): Response {
  const page = new URL(url)
  // The router names the routes whose data it asks for.
  page.searchParams.delete('_routes')
  const next = `${page.pathname.replace(/\.data$/, '')}${page.search}`
  return redirectDocument(next === '/' ? '/#login' : `/?next=${encodeURIComponent(next)}#login`)
}

/**
 * Wraps the in-process call for pages: a refusal becomes a `PageRefusal`, or a redirect to the login when it requires
 * sign-in, or a redirect to the account when two-step sign-in must be set up, or to the payments of a closed account.
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
      if (details.code === 'two_step.set_up') throw redirect('/account')
      if (details.code === 'account.closed') throw redirect('/payments')
      // A malformed id is that of no page, as an unknown one is.
      const isOfPath = endpoint.path.split('/').includes(`:${details.field}`)
      throw new PageRefusal(isOfPath ? { ...details, code: 'not_found', status: 404 } : details)
    }
  }
  return wrapped as Call
}

/**
 * Returns the details of a refusal; `undefined` for other errors. The server and the web bundle have separate copies of
 * the class, so `instanceof` does not work.
 */
export function findRefusal(error: unknown): CallRefusalDetails | undefined {
  if (!(error instanceof Error) || error.name !== 'CallRefusal') return undefined
  return (error as CallRefusal).details
}
