import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'

/** A request as those see it who stand in front of the router. */
export interface PreRouterRequest {
  readonly method?: string | undefined
  /** The request target. */
  readonly url?: string | undefined
  /** By names in lower case. */
  readonly headers: IncomingHttpHeaders
  readonly socket: Socket
}

/** How they answer: one head with its `Content-Length`, then one end, and nothing after it. */
export interface PreRouterResponse {
  /** Names and values take turns. */
  writeHead(status: number, headers: string[]): unknown
  end(body?: string): unknown
  /** Gives up the connection. */
  destroy(): unknown
}

/** Takes a request; `false` when it is for somebody else, and then nothing has been answered. */
export type PreRouterHandler = (request: PreRouterRequest, response: PreRouterResponse) => boolean
