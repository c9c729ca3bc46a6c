import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Longer than a browser waits with painting for a font, and far longer than one frame. */
const PAUSE_MS = 400

/**
 * Hands on what `baseURL` answers as a slow line would: pages stop for a while after the first `until`, and fonts come
 * later than everything else. `pages` counts those that stopped.
 */
export async function openSlowLine(baseURL: string, until: string) {
  const line = { url: '', pages: 0, close: () => void server.close() }
  const handOn = async (request: IncomingMessage, response: ServerResponse) => {
    const answer = await fetch(new URL(request.url ?? '/', baseURL), { redirect: 'manual' })
    const body = Buffer.from(await answer.arrayBuffer())
    const type = answer.headers.get('content-type') ?? ''
    const at = type.startsWith('text/html') ? body.indexOf(until) : -1
    response.writeHead(answer.status, { 'Content-Type': type })
    if (at >= 0) {
      line.pages += 1
      response.write(body.subarray(0, at))
      await delay(PAUSE_MS)
    }
    if (type.startsWith('font/')) await delay(2 * PAUSE_MS)
    response.end(body.subarray(Math.max(at, 0)))
  }
  const server = createServer((request, response) => void handOn(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  line.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return line
}
