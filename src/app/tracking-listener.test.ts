import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WorkerBounds } from '#platform/server/http/fast-path-server.ts'
import type { FastPathServer } from '#platform/server/http/fast-path-server.ts'
import type { PreRouterHandler } from '#platform/server/http/pre-router.ts'
import { openConnection, writeGet } from '#test/support/raw-http.ts'
import { createTrackingListener } from './tracking-listener.ts'

/** Serves tracking links as the redirect does, so far as this listener can tell. */
const followLink: PreRouterHandler = ({ url = '' }, response) => {
  if (!/^\/r(\/[^/]*)?(\?|$)/.test(url)) return false
  response.writeHead(302, ['Location', 'https://shop.example/', 'Content-Length', '0'])
  response.end()
  return true
}

/** A server of pages that answers everything, and each time with a cookie. */
let pages: FastifyInstance
let listener: FastPathServer
let port: number
/** What the pages' server was asked, and what node:http has read on the tracking listener. */
let routed: string[] = []
let byNode: string[] = []

beforeAll(async () => {
  pages = fastify()
  pages.all('/*', async ({ url }, reply) => {
    routed.push(url)
    return reply.header('Set-Cookie', 'tandem_session=x').send(url)
  })
  await pages.ready()
  listener = createTrackingListener({
    config: { trackingOrigin: 'https://go.network.example', trustProxy: false },
    tracking: {
      fastPathHandler: followLink,
      preRouter: (request, response) => {
        byNode.push(request.url ?? '')
        if (/^\/(postback|p\.gif)\/?(\?|$)/.test(request.url ?? ''))
          return Boolean(response.writeHead(200).end('postback'))
        return followLink(request, response)
      },
    },
    bounds: new WorkerBounds(),
    pages,
  })
  await new Promise<void>((resolve) => {
    listener.listen(0, '127.0.0.1', resolve)
  })
  port = (listener.address() as AddressInfo).port
})

afterAll(async () => {
  listener.closeAllConnections()
  listener.close()
  await pages.close()
})

beforeEach(() => {
  routed = []
  byNode = []
})

/** Sends the text (Latin-1), closes the sending side, and returns the whole answer without its date. */
async function ask(request: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.end(request, 'latin1')
  return (await text(socket)).replace(/Date: .*GMT/, 'Date: now')
}

const OTHERS = [
  '/',
  '/login-creator',
  '/brand',
  '/api/v1/account/publishers/me/link',
  '/openapi.json',
  '/widget/abc',
  '/readyz',
  '/metrics',
  '/mailbox',
  '/robots.txt',
  '/favicon.ico',
  '/assets/root.js',
  '/tracker/v2.js',
  '/tracker/v1.js/',
  '//tracker/v1.js',
  '/tracker/../brand',
  '/tracker%2fv1.js',
  '/healthz/',
  '/%68ealthz',
  '/HEALTHZ',
  '/hosts',
  '/r/a/b',
  '/rest',
  '/postbacks',
  '/p.gif/x',
]

describe('the tracking listener', () => {
  test.each(OTHERS)('answers 404 for %s on the fast path, without page and cookie', async (path) => {
    const answer = await ask(writeGet(path, 'Cookie: tandem_session=x'))
    expect(answer).toMatch(/^HTTP\/1.1 404 Not Found\r\n/)
    expect(answer).toContain('Content-Type: application/problem+json')
    expect(answer).toContain('Strict-Transport-Security: max-age=31536000')
    expect(answer).toContain('"code":"not_found"')
    expect(answer).not.toMatch(/set-cookie|<html/i)
    expect({ routed, byNode }).toEqual({ routed: [], byNode: [] })
  })

  test.each(OTHERS)('answers the same bytes for %s when node:http reads it', async (path) => {
    const plain = await ask(writeGet(path))
    const byOther = await ask(writeGet(path, 'X-Say: \xfc'))
    expect(byOther).toBe(plain)
    expect(byNode).toEqual([path])
    expect(routed).toEqual([])
  })

  test.each([
    ['POST /healthz HTTP/1.1', 404],
    ['POST /tracker/v1.js HTTP/1.1', 404],
    ['PUT /brand HTTP/1.1', 404],
    ['OPTIONS * HTTP/1.1', 404],
    ['TRACE / HTTP/1.1', 404],
    ['GET http://other.example/brand HTTP/1.1', 404],
    ['GET ftp://other.example/brand HTTP/1.1', 404],
    ['HEAD /brand HTTP/1.1', 404],
    ['GET /brand HTTP/2.0', 400],
    ['GOT /brand HTTP/1.1', 400],
  ])('answers %s with %d', async (line, status) => {
    const answer = await ask(`${line}\r\nHost: go.network.example\r\n\r\n`)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).not.toMatch(/set-cookie/i)
    expect(routed).toEqual([])
  })

  test.each(['/healthz', '/tracker/v1.js', '/tracker/v1.js?v=2'])('passes %s to the router', async (path) => {
    expect(await ask(writeGet(path))).toMatch(/^HTTP\/1.1 200 /)
    expect(routed).toEqual([path])
  })

  test.each(['/postback?token=x', '/postback/', '/p.gif?token=x'])(
    'passes %s to the postback handler',
    async (path) => {
      expect(await ask(writeGet(path))).toContain('postback')
      expect({ routed, byNode }).toEqual({ routed: [], byNode: [path] })
    },
  )

  test('serves tracking links and unknown addresses in turn on the fast path', async () => {
    const { socket, received } = await openConnection(port)
    const readStatuses = () => received().match(/(?<=HTTP\/1.1 )\d+/g) ?? []
    for (const [index, path] of ['/r?key=a', '/favicon.ico', '/r/a?url=b'].entries()) {
      socket.write(writeGet(path))
      await expect.poll(() => readStatuses().length).toBe(index + 1)
    }
    expect({ statuses: readStatuses(), byNode }).toEqual({ statuses: ['302', '404', '302'], byNode: [] })
    socket.destroy()
  })
})
