import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, expect } from 'vitest'
import { FastPathServer } from '#platform/server/http/fast-path-server.ts'
import type { FastPathServerOptions } from '#platform/server/http/fast-path-server.ts'
import type { PreRouterHandler } from '#platform/server/http/pre-router.ts'
import { openConnection } from './raw-http.ts'

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

  afterEach(() => {
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
    await expect.poll(() => record.held.length).toBe(before + 1)
  }

  return { ...record, listener, listen, startFastPath, open, hold }
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

async function open(port: number) {
  const connection = await openConnection(port)
  const answers = () => [...connection.received().matchAll(/X-Url: (.*)\r/g)].map(([, url]) => url)
  return { ...connection, answers }
}
