import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Longer than a browser delays text for a font, and much longer than one frame. */
const PAUSE_MS = 400

/**
 * Starts a proxy for `baseURL` that simulates a slow connection: it pauses each page before the first `until`, and
 * keeps all fonts until they are released. `pages` counts the paused pages.
 */
export async function openSlowLine(baseURL: string, until: string) {
  const { promise: fontsReleased, resolve: releaseFonts } = Promise.withResolvers<void>()
  const line = { url: '', pages: 0, releaseFonts, close: () => void server.close() }
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
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
    if (type.startsWith('font/')) await fontsReleased
    response.end(body.subarray(Math.max(at, 0)))
  }
  const server = createServer((request, response) => void forward(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  line.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return line
}
