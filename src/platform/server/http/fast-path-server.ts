import { Server } from 'node:http'
import type { RequestListener, ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { BodyBytes } from './body-bytes.ts'
import { CONNECTION_LIMITS, ConnectionBounds } from './connection-bounds.ts'
import type { ConnectionLimits } from './connection-bounds.ts'
import { FastPathConnection } from './fast-path-connection.ts'
import type { ByteRefusal, ConnectionOwner } from './fast-path-connection.ts'
import type { PreRouterHandler } from './pre-router.ts'

/** The bounds on what clients can make a worker hold. The servers of a worker share them. */
export class WorkerBounds {
  readonly connections: ConnectionBounds<FastPathConnection>
  readonly bodies: BodyBytes

  constructor(limits: ConnectionLimits = CONNECTION_LIMITS) {
    this.connections = new ConnectionBounds(limits)
    this.bodies = new BodyBytes(limits.bodyBytes)
  }
}

/** Options of `http.Server`, two of which are required, and our own. */
export interface FastPathServerOptions extends ServerOptions {
  keepAliveTimeout: number
  maxHeaderSize: number
  /**
   * How long the body of a request may take, in milliseconds; `requestTimeout` by default, which applies to a body that
   * says that it is longer than 1 MB.
   */
  bodyTimeout?: number
  /** Bounds of its own with `CONNECTION_LIMITS` by default. */
  bounds?: WorkerBounds
  /** Returns the IP prefix of a connection; `undefined` when it counts for no prefix, as by default. */
  findPrefix?: (socket: Socket) => string | undefined
  /** Headers of every response except those of `refuseBytes`, by name. */
  headers?: Readonly<Record<string, string>>
}

/**
 * An `http.Server` that reads new connections itself and passes plain requests to `preRouter`, which avoids most of the
 * cost of `node:http` per request. At the first request that is not plain, or that `preRouter` does not handle, it
 * hands the connection and the received bytes over to `node:http` for good. After the server stops listening, every
 * connection is handed over when it sends its next bytes.
 *
 * It bounds the connections and the bodies that arrive on them, see `WorkerBounds`.
 */
export class FastPathServer extends Server {
  /** The open connections of this server. */
  readonly #bySocket = new Map<Duplex, FastPathConnection>()

  constructor(options: FastPathServerOptions, preRouter: PreRouterHandler, listener: RequestListener) {
    super(options, listener)
    // A client may close its sending side after its last request and still wait for the responses. The types of Node
    // do not know this property.
    Object.assign(this, { httpAllowHalfOpen: true })
    const bounds = options.bounds ?? new WorkerBounds()
    const [serveByNode] = this.listeners('connection')
    if (serveByNode === undefined) throw new Error('This version of node:http does not listen to its connections')
    this.removeAllListeners('connection')
    const headers = Object.entries(options.headers ?? {})
    const owner: ConnectionOwner = {
      preRouter: (request, response) => this.listening && preRouter(request, response),
      bounds: bounds.connections,
      bodies: bounds.bodies,
      handOver: (socket) => serveByNode.call(this, socket),
      maxHeadBytes: options.maxHeaderSize,
      bodyMs: options.bodyTimeout ?? this.requestTimeout,
      refuse: (socket, code) => this.#refuse(socket, code),
      idleMs: options.keepAliveTimeout + this.keepAliveTimeoutBuffer,
      headStart: headers.map(([name, value]) => `${name}: ${value}\r\n`).join(''),
      headEnd: `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(options.keepAliveTimeout / 1000)}\r\n\r\n`,
    }
    this.on('connection', (socket) => {
      socket.setTimeout(Math.min(this.headersTimeout, owner.idleMs))
      const connection = new FastPathConnection(socket, options.findPrefix?.(socket), owner)
      this.#bySocket.set(socket, connection)
      socket.once('close', () => this.#bySocket.delete(socket))
      if (!bounds.connections.add(connection)) connection.destroy()
    })
    this.prependListener('request', (request, response) => {
      for (const [name, value] of headers) response.setHeader(name, value)
      this.#bySocket.get(request.socket)?.follow(response)
    })
  }

  /**
   * Answers bytes that are no valid request, or a body that is refused while it arrives, with `response` (Latin-1),
   * after the responses to the complete requests before them, and closes the connection.
   */
  refuseBytes(socket: Duplex, response: string): void {
    this.#bySocket.get(socket)?.closeWith(response)
  }

  #refuse(socket: Socket, code: ByteRefusal): void {
    const error = Object.assign(new Error('The body is not received'), { code })
    if (!this.emit('clientError', error, socket)) socket.destroy()
  }

  override closeIdleConnections(): void {
    for (const connection of this.#bySocket.values()) connection.closeIfIdle()
    super.closeIdleConnections()
  }

  override closeAllConnections(): void {
    for (const connection of this.#bySocket.values()) connection.destroy()
    super.closeAllConnections()
  }
}
