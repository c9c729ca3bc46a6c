import { Agent, createServer, get, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { patienceMs } from './patience.ts'

const CHECK_MS = 50
/** After so many checks in a row without an answer a node is not ready, as HAProxy does by default. */
const FALL = 3

/** A node behind the proxy. */
interface Node {
  port: number
  isReady: boolean
  requests: number
}

/**
 * A balancer as operators put in front of several nodes: it asks each for `/readyz`, and sends each request to one of
 * those that are ready. A node that answers otherwise is not ready at once. It repeats no request.
 */
export class ReadinessProxy {
  readonly #nodes: readonly Node[]
  readonly #agent = new Agent({ keepAlive: true })
  readonly #server = createServer((incoming, response) => this.#forward(incoming, response))
  readonly #stopping = new AbortController()
  #checking: Promise<unknown> = Promise.resolve()

  constructor(ports: readonly number[]) {
    this.#nodes = ports.map((port) => ({ port, isReady: false, requests: 0 }))
  }

  /** Starts listening; returns the port. */
  async start(): Promise<number> {
    this.#checking = Promise.all(this.#nodes.map((node) => this.#check(node)))
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return (this.#server.address() as AddressInfo).port
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#checking
    this.#agent.destroy()
    this.#server.closeAllConnections()
    this.#server.close()
  }

  /** The ports of the nodes that are ready. */
  get readyPorts(): number[] {
    return this.#nodes.filter(({ isReady }) => isReady).map(({ port }) => port)
  }

  async #check(node: Node): Promise<void> {
    const { signal } = this.#stopping
    let unanswered = 0
    while (!signal.aborted) {
      const status = await askStatus(node.port, '/readyz')
      unanswered = status === 0 ? unanswered + 1 : 0
      node.isReady = status === 200 || (node.isReady && status === 0 && unanswered < FALL)
      await sleep(CHECK_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  #forward(incoming: IncomingMessage, response: ServerResponse): void {
    const [node] = this.#nodes.filter(({ isReady }) => isReady).toSorted((one, other) => one.requests - other.requests)
    if (node === undefined) {
      response.writeHead(503).end('no node is ready')
      return
    }
    node.requests += 1
    const { method, url: path, headers } = incoming
    const target = { host: '127.0.0.1', port: node.port, method, path, headers, agent: this.#agent }
    const forwarded = request(target, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    forwarded.on('error', (error) => response.writeHead(502).end(`${node.port}: ${error.message}`))
    incoming.pipe(forwarded)
  }
}

/** Sends a GET on a connection of its own; resolves with the status, or 0 when there is no answer. */
export function askStatus(port: number, path: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const asked = get({ host: '127.0.0.1', port, path, agent: false, timeout: patienceMs }, (answer) => {
    answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
  })
  asked.on('timeout', () => asked.destroy())
  asked.on('error', () => resolve(0))
  return promise
}
