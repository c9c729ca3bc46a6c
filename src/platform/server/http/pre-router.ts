import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'

/** The part of a request that a pre-router handler sees. */
export interface PreRouterRequest {
  readonly method?: string | undefined
  /** The request target. */
  readonly url?: string | undefined
  /** Keyed by lower-case name. */
  readonly headers: IncomingHttpHeaders
  readonly socket: Socket
}

/** The response of a pre-router handler: one `writeHead` with a `Content-Length`, then one `end`. */
export interface PreRouterResponse {
  /** `headers` alternates names and values. */
  writeHead(status: number, headers: string[]): unknown
  end(body?: string): unknown
  /** Closes the connection without a response. */
  destroy(): unknown
}

/**
 * Handles a request before the router. Returns `false`, without a response, when the request belongs to another
 * handler.
 */
export type PreRouterHandler = (request: PreRouterRequest, response: PreRouterResponse) => boolean
