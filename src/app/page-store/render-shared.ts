import { randomBytes } from 'node:crypto'
import type { Call, Endpoint } from '#kernel/endpoint.ts'
import { Refusal } from '#kernel/errors.ts'
import type { PageVariant, WebSession } from '#platform/web/call-context.ts'
import { pageHeaders, trustNonce } from '../page-headers.ts'
import type { Site } from '../site.ts'
import { packPage } from './kept-page.ts'
import type { Outcome, ShownData } from './page-store.ts'
import type { PageVisit } from './page-visit.ts'

/** Longer than any page takes. */
const RENDER_MS = 15_000

/** What a shared render needs besides the site. */
export interface SharedRenderOptions {
  publicUrl: string
  /** Derives the nonces of styles. */
  secret: Buffer
  /** Opens the session of no particular visitor; calls `onPersonal` when the page asks for something of a visitor. */
  openSession: (variant: PageVariant, onPersonal: () => void) => WebSession & { call: Call }
  logError: (error: unknown) => void
  /** Limit for a render. */
  renderMs?: number
}

/**
 * Renders a page from its address and its variant alone: the page sees no cookie, no header and no IP address of a
 * visitor. A page that asks for one, or for a CSRF token, is personal.
 */
export async function renderShared(site: Site, visit: PageVisit, options: SharedRenderOptions): Promise<Outcome> {
  const { publicUrl, secret, openSession, logError, renderMs = RENDER_MS } = options
  const nonce = randomBytes(16).toString('base64')
  let isPersonal = false
  const { call, ...session } = openSession(visit.variant, () => {
    isPersonal = true
  })
  const watched = watchCalls(call)
  // The request holds the signal weakly, so this variable keeps its timer alive.
  const limit = AbortSignal.timeout(renderMs)
  const request = new Request(publicUrl + visit.address, { headers: { accept: 'text/html' }, signal: limit })
  const parts = { url: request.url, call: watched.call, session, nonce, isWhole: true, logError }
  const response = await site.handle(request, parts)
  const body = await response.text()
  if (limit.aborted) {
    logError(limit.reason)
    throw new Refusal({ code: 'unavailable', status: 503, retryAfterSeconds: 2 })
  }
  if (isPersonal || response.headers.has('set-cookie')) return { kind: 'personal' }
  if (response.status !== 200) {
    const headers = { ...pageHeaders(trustNonce(nonce)), ...Object.fromEntries(response.headers) }
    return { kind: 'response', response: { status: response.status, headers, body } }
  }
  return { kind: 'page', page: await packPage(body, { nonce, secret }), data: watched.shown() }
}

/** Notes what kind of data the calls of a page reply. */
function watchCalls(call: Call): { call: Call; shown: () => ShownData } {
  const untyped = call as (endpoint: Endpoint, ...input: unknown[]) => Promise<unknown>
  let shown: ShownData = 'none'
  const watched: typeof untyped = (endpoint, ...input) => {
    if (!endpoint.isAnnounced) shown = 'other'
    else if (shown === 'none') shown = 'announced'
    return untyped(endpoint, ...input)
  }
  return { call: watched as Call, shown: () => shown }
}
