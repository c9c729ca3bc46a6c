import { STATUS_CODES } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { BodyBytes } from './body-bytes.ts'
import type { Activity, BoundedConnection, ConnectionBounds } from './connection-bounds.ts'
import { parseFastPathRequest } from './fast-path-request.ts'
import type { PreRouterHandler, PreRouterResponse } from './pre-router.ts'

/** An uploaded file may be longer than this, and takes its time. No other body is; nothing holds more of a body. */
const LONG_BODY_BYTES = 1_048_576
/** Bodies up to this length are bounded by their number. */
const SHORT_BODY_BYTES = 65_536

/** Why a body is refused while it arrives; the first is a code of `node:http`. */
export type ByteRefusal = 'ERR_HTTP_REQUEST_TIMEOUT' | 'ERR_BODIES_TOO_LARGE'

/** The server, as its connections see it. */
export interface ConnectionOwner {
  preRouter: PreRouterHandler
  bounds: ConnectionBounds<FastPathConnection>
  bodies: BodyBytes
  /** Gives the connection to `node:http`. */
  handOver(socket: Socket): void
  maxHeadBytes: number
  /** How long a body may take to arrive, unless it says that it is longer than `LONG_BODY_BYTES`. */
  bodyMs: number
  /** Refuses the request whose body is arriving. */
  refuse(socket: Socket, code: ByteRefusal): void
  /** How long a connection may be idle after its first request. */
  idleMs: number
  /** The first and the last header lines of every response. */
  headStart: string
  headEnd: string
}

/**
 * A connection, and the response to the request that the fast path serves on it. After `node:http` has got the
 * connection, it only counts what `node:http` does on it.
 */
export class FastPathConnection implements PreRouterResponse, BoundedConnection {
  readonly prefix: string | undefined
  readonly #socket: Socket
  readonly #owner: ConnectionOwner
  readonly #listeners: Record<string, (chunk: Buffer) => void>
  #isNew = true
  #isBusy = false
  #hasEnded = false
  #isHandedOver = false
  /** Whether `node:http` has got bytes, but not yet a request. */
  #isHeadAwaited = false
  /** The responses of `node:http` that are not complete, the oldest first. */
  readonly #responses = new Set<ServerResponse>()
  /** What is sent after the last response, before the connection is closed. */
  #finalResponse: string | undefined
  /** Bytes that the client sent before it got the response. */
  #early: Buffer | undefined
  #head = ''

  constructor(socket: Socket, prefix: string | undefined, owner: ConnectionOwner) {
    this.#socket = socket
    this.prefix = prefix
    this.#owner = owner
    this.#listeners = {
      data: (chunk) => this.#read(chunk),
      end: () => this.#end(),
      timeout: () => this.closeIfIdle(),
      // An error closes the socket.
      error: () => {},
    }
    for (const [event, listener] of Object.entries(this.#listeners)) socket.on(event, listener)
    socket.once('close', () => owner.bounds.remove(this))
  }

  get activity(): Activity {
    if (this.#isBusy || this.#isAnswering()) return 'answering'
    return this.#isHeadAwaited || this.#responses.size > 0 ? 'receiving' : 'idle'
  }

  writeHead(status: number, headers: string[]): void {
    const { headStart, headEnd } = this.#owner
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headStart}`
    for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${checkFieldValue(headers[at + 1])}\r\n`
    this.#head = `${head}Date: ${httpDate()}\r\n${headEnd}`
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

  /** Closes the connection when it waits for a request on the fast path. */
  closeIfIdle(): void {
    if (!this.#isBusy && !this.#isHandedOver) this.destroy()
  }

  /** Follows a response of `node:http`. */
  follow(response: ServerResponse): void {
    const { bounds } = this.#owner
    const { req: request } = response
    this.#isHeadAwaited = false
    this.#responses.add(response)
    response.once('close', () => {
      this.#responses.delete(response)
      this.#countReceiving()
      this.#closeAfterLastResponse()
    })
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers
    if (length === undefined && coding === undefined) {
      bounds.endReceiving(this)
      return
    }
    bounds.beginReceiving(this)
    const bytes = Number(length ?? LONG_BODY_BYTES)
    const isLong = bytes > LONG_BODY_BYTES
    if (bytes > SHORT_BODY_BYTES && !isLong) this.#countBody(request)
    const timer = isLong ? undefined : setTimeout(() => this.#refuseSlow(response), this.#owner.bodyMs)
    request.once('end', () => this.#countReceiving())
    for (const event of ['end', 'close']) request.once(event, () => clearTimeout(timer))
  }

  /** Counts the connection as one that sends a request, if the next one is not complete, and else no longer. */
  #countReceiving(): void {
    const { bounds } = this.#owner
    if (this.#responses.values().some(({ req }) => !req.complete)) bounds.beginReceiving(this)
    else bounds.endReceiving(this)
  }

  #refuseSlow({ req: request }: ServerResponse): void {
    if (!request.complete) this.#owner.refuse(this.#socket, 'ERR_HTTP_REQUEST_TIMEOUT')
  }

  /** Counts the bytes of a body while they arrive. */
  #countBody(request: IncomingMessage): void {
    const { bodies } = this.#owner
    const body = { refuse: () => this.#refuseBody() }
    // A listener of `data` would start to read the body before its handler does.
    const push = request.push.bind(request)
    let bytes = 0
    request.push = (part: Buffer | null) => {
      bytes += part?.length ?? 0
      if (part !== null && bytes <= LONG_BODY_BYTES) bodies.add(body, part.length)
      return push(part)
    }
    for (const event of ['end', 'close']) request.once(event, () => bodies.end(body))
  }

  #refuseBody(): boolean {
    if (this.activity !== 'receiving') return false
    this.#owner.refuse(this.#socket, 'ERR_BODIES_TOO_LARGE')
    return true
  }

  /**
   * Closes the connection after the responses to its complete requests, with `finalResponse` (Latin-1) as the response
   * to the bytes after them.
   */
  closeWith(finalResponse: string): void {
    if (this.#finalResponse !== undefined) return
    this.#finalResponse = finalResponse
    // When the client closes its sending side, node:http would close the connection before the final response.
    this.#socket.removeAllListeners('end')
    this.#closeAfterLastResponse()
  }

  #closeAfterLastResponse(): void {
    const socket = this.#socket
    if (this.#finalResponse === undefined || this.#isAnswering()) return
    const hasBegun = [...this.#responses].some((response) => response.headersSent)
    if (socket.writable && !hasBegun) socket.write(this.#finalResponse, 'latin1')
    socket.destroySoon()
  }

  #isAnswering(): boolean {
    for (const response of this.#responses) if (response.req.complete) return true
    return false
  }

  #read(chunk: Buffer): void {
    if (this.#isBusy) {
      this.#early = this.#early === undefined ? chunk : Buffer.concat([this.#early, chunk])
      this.#socket.pause()
      return
    }
    if (this.#isNew) {
      this.#isNew = false
      this.#socket.setTimeout(this.#owner.idleMs)
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
    this.#isHandedOver = true
    this.#isHeadAwaited = true
    for (const [event, listener] of Object.entries(this.#listeners)) socket.off(event, listener)
    socket.setTimeout(0)
    this.#owner.bounds.beginReceiving(this)
    if (socket.destroyed) return
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
