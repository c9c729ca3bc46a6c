import { STATUS_CODES, Server } from 'node:http'
import type { RequestListener, ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import type { PreRouterHandler, PreRouterResponse } from './pre-router.ts'
import { parseFastPathRequest } from './fast-path-request.ts'

/** Options of `http.Server`; these two are required. */
export interface FastPathServerOptions extends ServerOptions {
  keepAliveTimeout: number
  maxHeaderSize: number
}

/**
 * An `http.Server` that reads new connections itself and passes plain requests to `preRouter`, which avoids most of the
 * cost of `node:http` per request. At the first request that is not plain, or that `preRouter` does not handle, it
 * hands the connection and the received bytes over to `node:http` for good. After the server stops listening, every
 * connection is handed over when it sends its next bytes.
 */
export class FastPathServer extends Server {
  readonly #connections = new Set<FastPathConnection>()

  constructor(options: FastPathServerOptions, preRouter: PreRouterHandler, listener: RequestListener) {
    super(options, listener)
    // A client may close its sending side after its last request and still wait for the responses. The types of Node
    // do not know this property.
    Object.assign(this, { httpAllowHalfOpen: true })
    const [serveByNode] = this.listeners('connection')
    if (serveByNode === undefined) throw new Error('This version of node:http does not listen to its connections')
    this.removeAllListeners('connection')
    const owner: Owner = {
      preRouter: (request, response) => this.listening && preRouter(request, response),
      forget: (connection) => this.#connections.delete(connection),
      handOver: (socket) => serveByNode.call(this, socket),
      maxHeadBytes: options.maxHeaderSize,
      headEnd: `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(options.keepAliveTimeout / 1000)}\r\n\r\n`,
    }
    this.on('connection', (socket) => {
      socket.setTimeout(this.keepAliveTimeout + this.keepAliveTimeoutBuffer)
      this.#connections.add(new FastPathConnection(socket, owner))
    })
  }

  override closeIdleConnections(): void {
    for (const connection of this.#connections) connection.closeIfIdle()
    super.closeIdleConnections()
  }

  override closeAllConnections(): void {
    for (const connection of this.#connections) connection.destroy()
    super.closeAllConnections()
  }
}

/** The server, as its connections see it. */
interface Owner {
  preRouter: PreRouterHandler
  forget(connection: FastPathConnection): void
  handOver(socket: Socket): void
  maxHeadBytes: number
  /** The last lines of every response head. */
  headEnd: string
}

/** A connection that is not handed over yet, and the response to its current request. */
class FastPathConnection implements PreRouterResponse {
  readonly #socket: Socket
  readonly #owner: Owner
  readonly #listeners: Record<string, (chunk: Buffer) => void>
  #isBusy = false
  #hasEnded = false
  /** Bytes that the client sent before it got the response. */
  #early: Buffer | undefined
  #head = ''

  constructor(socket: Socket, owner: Owner) {
    this.#socket = socket
    this.#owner = owner
    this.#listeners = {
      data: (chunk) => this.#read(chunk),
      end: () => this.#end(),
      timeout: () => this.closeIfIdle(),
      // An error closes the socket.
      error: () => {},
      close: () => owner.forget(this),
    }
    for (const [event, listener] of Object.entries(this.#listeners)) socket.on(event, listener)
  }

  writeHead(status: number, headers: string[]): void {
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
    for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${checkFieldValue(headers[at + 1])}\r\n`
    this.#head = `${head}Date: ${httpDate()}\r\n${this.#owner.headEnd}`
  }

  end(body = ''): void {
    const socket = this.#socket
    if (!this.#isBusy || socket.destroyed) return
    socket.cork()
    socket.write(this.#head, 'latin1')
    if (body !== '') socket.write(body)
    socket.uncork()
    this.#isBusy = false
    if (this.#early !== undefined) this.#readEarly(this.#early)
    else if (this.#hasEnded) socket.end()
  }

  destroy(): void {
    this.#socket.destroy()
  }

  closeIfIdle(): void {
    if (!this.#isBusy) this.destroy()
  }

  #read(chunk: Buffer): void {
    if (this.#isBusy) {
      this.#early = this.#early === undefined ? chunk : Buffer.concat([this.#early, chunk])
      this.#socket.pause()
      return
    }
    this.#isBusy = true
    if (!this.#isServed(chunk)) this.#handOver(chunk)
  }

  #isServed(chunk: Buffer): boolean {
    const socket = this.#socket
    // node:http applies back pressure to a client that does not read its responses.
    if (chunk.length > this.#owner.maxHeadBytes || socket.writableNeedDrain) return false
    const request = parseFastPathRequest(chunk.toString('latin1'))
    return request !== undefined && this.#owner.preRouter({ method: 'GET', ...request, socket }, this)
  }

  #readEarly(early: Buffer): void {
    this.#early = undefined
    this.#socket.resume()
    this.#read(early)
  }

  #end(): void {
    this.#hasEnded = true
    if (!this.#isBusy) this.#socket.end()
  }

  #handOver(chunk: Buffer): void {
    const socket = this.#socket
    this.#isBusy = false
    for (const [event, listener] of Object.entries(this.#listeners)) socket.off(event, listener)
    this.#owner.forget(this)
    socket.setTimeout(0)
    if (!this.#hasEnded) socket.unshift(chunk)
    this.#owner.handOver(socket)
    if (!this.#hasEnded) return
    // `unshift` fails after the end of a stream, and the stream says once that it has ended.
    socket.emit('data', chunk)
    socket.emit('end')
  }
}

/** Returns a header value unchanged; throws when it holds a line break or a character outside of ASCII. */
function checkFieldValue(value = ''): string {
  if (/[^\t -~]/.test(value)) throw new TypeError('A header holds a character that it may not hold')
  return value
}

let dateSecond = 0
let date = ''

/** Returns the current time as the value of a Date header. */
function httpDate(): string {
  const second = Math.floor(Date.now() / 1000)
  if (second === dateSecond) return date
  dateSecond = second
  date = new Date(second * 1000).toUTCString()
  return date
}
