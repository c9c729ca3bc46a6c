import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect } from 'vitest'
import { FastPathServer } from '#platform/server/http/fast-path-server.ts'
import type { FastPathServerOptions } from '#platform/server/http/fast-path-server.ts'
import type { PreRouterHandler } from '#platform/server/http/pre-router.ts'
import { waitUntil } from './network.ts'
import { openConnection, writeGet } from './raw-http.ts'

export const maxHeaderSize = 16_384
export const keepAliveTimeout = 60_000
/** Bytes in the body of the response to `/fast/long`. */
export const LONG = 100_000

/** What the handler of a test was asked, and the responses that wait until the test sends them. */
interface Conversation {
  held: (() => void)[]
  /** Addresses that the pre-router got, and addresses that `node:http` got. */
  asked: string[]
  byNode: string[]
}

/**
 * Makes servers with a fast path for the tests of one file, and closes them after each test. They answer `/fast…` at
 * once and `/held…` when the test says so; at `/gone…` they close the connection.
 */
export function createFastPathFixtures() {
  const servers: Server[] = []
  const record: Conversation = { held: [], asked: [], byNode: [] }
  const preRouter = createHandler(record)
  const peers = new Peers()

  afterEach(() => {
    peers.clear()
    for (const list of Object.values(record)) list.length = 0
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
  })

  function listener(request: IncomingMessage, response: ServerResponse): void {
    if (!preRouter(request, response)) response.writeHead(418, { 'Content-Length': 1 }).end('t')
  }

  async function listen(server: Server): Promise<number> {
    servers.push(server)
    peers.collect(server)
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    return (server.address() as AddressInfo).port
  }

  async function startFastPath(options: Partial<FastPathServerOptions> = {}) {
    const all = { keepAliveTimeout, maxHeaderSize, ...options }
    const server = new FastPathServer(all, preRouter, (request, response) => {
      record.byNode.push(request.url ?? '')
      listener(request, response)
    })
    return { server, port: await listen(server) }
  }

  /** Sends a request and waits until its response is held. */
  async function hold({ socket }: { socket: Socket }, request: string): Promise<void> {
    const before = record.held.length
    socket.write(request, 'latin1')
    await expect.poll(() => record.held.length, { interval: 1 }).toBe(before + 1)
  }

  async function open(port: number) {
    const connection = await openConnection(port)
    peers.noteClient(connection.socket)
    const answers = () => [...connection.received().matchAll(/X-Url: (.*)\r/g)].map(([, url]) => url)
    return { ...connection, answers }
  }

  /**
   * Sends the pieces (Latin-1) one after another, while the server keeps the connection, and then a last request that
   * closes it, or `last`. Returns everything that the server sent, with dates replaced.
   */
  async function converse(port: number, pieces: readonly string[], last = writeGet('/bye', 'Connection: close')) {
    const socket = connect(port, '127.0.0.1')
    const all = text(socket)
    await once(socket, 'connect')
    peers.noteClient(socket)
    for (const piece of [...pieces, last]) if (peers.find(socket)?.destroyed !== true) await peers.send(socket, piece)
    return (await all).replaceAll(/Date: .*GMT/g, 'Date: now')
  }

  return { ...record, peers, listener, listen, startFastPath, open, hold, converse }
}

/** The servers' sides of the connections to servers of this process. */
class Peers {
  readonly #byPorts = new Map<string, Socket>()
  /** The ports of each client; a closed socket does not tell them. */
  readonly #portsOf = new WeakMap<Socket, string>()

  collect(server: Server): void {
    server.on('connection', (peer: Socket) => this.#byPorts.set(`${peer.localPort} ${peer.remotePort}`, peer))
  }

  /** Takes note of a client that has connected. */
  noteClient(socket: Socket): void {
    this.#portsOf.set(socket, `${socket.remotePort} ${socket.localPort}`)
  }

  /** Finds the server's side of the connection of a client, unless the server has not accepted it yet. */
  find(client: Socket): Socket | undefined {
    return this.#byPorts.get(this.#portsOf.get(client) ?? '')
  }

  /** Sends bytes (Latin-1) and waits until the server has read all that was sent, or has closed the connection. */
  async send(client: Socket, bytes: string): Promise<void> {
    client.write(bytes, 'latin1')
    const isRead = () => {
      const peer = this.find(client)
      return peer !== undefined && (peer.destroyed || peer.bytesRead >= client.bytesWritten)
    }
    await waitUntil(isRead)
    await someTurns()
  }

  clear(): void {
    this.#byPorts.clear()
  }
}

/** Waits for some turns of the event loop, in which a server of this process answers what it has read. */
export async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await nextTurn()
}

function createHandler({ asked, held }: Conversation): PreRouterHandler {
  return ({ url = '', headers }, response) => {
    asked.push(url)
    if (url === '/bad') expect(() => response.writeHead(302, ['Location', '/\r\nSet-Cookie: a=b'])).toThrow(TypeError)
    const end = url === '/fast/long' ? 'ü'.repeat(LONG / 2) : 'ü'
    const body = `${url} ${String(headers['x-say'] ?? '').slice(0, 20)} ${end}`
    const answer = () => {
      response.writeHead(200, ['X-Url', url, 'Content-Length', String(Buffer.byteLength(body))])
      response.end(body)
    }
    if (url.startsWith('/held')) held.push(answer)
    else if (url.startsWith('/fast')) setImmediate(answer)
    else if (url.startsWith('/gone')) setImmediate(() => response.destroy())
    else return false
    return true
  }
}
