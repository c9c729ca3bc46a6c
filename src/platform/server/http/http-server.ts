import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { FastPathServer } from './fast-path-server.ts'
import type { WorkerBounds } from './fast-path-server.ts'
import { createPeerPrefixReader } from './ip-prefix.ts'
import type { PreRouterHandler } from './pre-router.ts'
import { admitMessage, straightenTarget, writeByteRefusal } from './request-guard.ts'

/** Who may connect, and who handles a request before the router. */
export interface ConnectionOptions {
  trustProxy: false | string
  /** The bounds that the servers of this worker share; bounds of its own by default. */
  bounds?: WorkerBounds
  /** How long the body of a request may take, in milliseconds, unless it is a file. */
  bodyTimeout?: number
  /** Handles clicks and postbacks before the router; returns `true` when it took the request. */
  preRouter?: (request: IncomingMessage, response: ServerResponse) => boolean
  /** The part of `preRouter` that also serves the fast path, see `FastPathServer`. */
  fastPathHandler?: PreRouterHandler
}

/** Options of `createHttpServer`. */
export interface HttpServerOptions extends ConnectionOptions {
  /** The address of the server for its clients. If it begins with https, each response asks browsers to keep to it. */
  origin: string
  /** Gets the requests that `preRouter` leaves. */
  handler: RequestListener
}

/** Room for a destination of 8,000 characters, three bytes each, and for the other headers. */
const MAX_HEAD_BYTES = 32_768

const TIMEOUTS = {
  /**
   * Longer than the idle timeout of clients and proxies (60 s in nginx and in load balancers). If the server closed an
   * idle connection first, a request on its way could be lost.
   */
  keepAliveTimeout: 75_000,
  /** For the first byte of a connection, and for the head of a request. */
  headersTimeout: 15_000,
  /** For the body of a request: 64 KB at 17 kbit/s. */
  bodyTimeout: 30_000,
  /** For a whole request with a file: 32 MB at 0.9 Mbit/s. */
  requestTimeout: 300_000,
  connectionsCheckingInterval: 1000,
}

/** Creates a server that refuses invalid messages and passes the others to the handlers. The caller makes it listen. */
export function createHttpServer(options: HttpServerOptions): FastPathServer {
  const listener: RequestListener = (request, response) => {
    straightenTarget(request)
    if (!admitMessage(request, response)) return
    if (!options.preRouter?.(request, response)) options.handler(request, response)
  }
  return new FastPathServer(
    {
      ...TIMEOUTS,
      bodyTimeout: options.bodyTimeout ?? TIMEOUTS.bodyTimeout,
      maxHeaderSize: MAX_HEAD_BYTES,
      // `admitMessage` requires it, and says so in the answer.
      requireHostHeader: false,
      findPrefix: createPeerPrefixReader(options.trustProxy),
      headers: options.origin.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {},
      ...(options.bounds ? { bounds: options.bounds } : {}),
    },
    options.fastPathHandler ?? (() => false),
    listener,
  )
}

/** Handles `clientError`: answers bytes that are no valid request, and a body that is refused while it arrives. */
export function refuseBytes(server: FastPathServer, error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  server.refuseBytes(socket, writeByteRefusal(error))
}
