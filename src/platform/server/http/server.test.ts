import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { FastifyInstance } from 'fastify'
import { MINUTE_MS } from '#kernel/days.ts'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { invalidField } from '#kernel/errors.ts'
import type { Actor } from '#kernel/actor.ts'
import { branding } from '#test/support/context.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { patienceMs } from '#test/support/patience.ts'
import { openConnection, writeGet } from '#test/support/raw-http.ts'
import { loadTestSecrets } from '#test/support/sealing.ts'
import { route } from './route.ts'
import { createServer } from './server.ts'

const sameOrigin = { 'sec-fetch-site': 'same-origin' }

const echo = endpoint({
  method: 'POST',
  path: '/echo/:times',
  access: 'public',
  encoding: 'json',
  summary: 'Says it again',
  params: z.object({
    times: z.coerce
      .number<string>()
      .int()
      .max(3, coded('input.characters', { max: 3 })),
  }),
  body: z.object({ word: z.string() }),
  reply: z.object({ words: z.array(z.string()) }),
})
const readSecret = endpoint({
  method: 'GET',
  path: '/operators-only',
  access: 'operator',
  encoding: 'none',
  summary: 'For operators',
  reply: z.object({ ok: z.boolean() }),
})
const changeSensitive = endpoint({
  method: 'POST',
  path: '/sensitive',
  access: 'signed-in',
  encoding: 'json',
  needsPassword: true,
  summary: 'Needs a verified password',
  reply: z.object({ ok: z.boolean() }),
})

const routes = [
  route(echo, async (_ctx, { params, body }) => {
    if (body.word === 'no') throw invalidField('word', { code: 'choice' })
    if (body.word === 'bug') throw new Error('a secret detail')
    const reply = { words: Array.from({ length: params.times }, () => body.word), secret: 'not in the contract' }
    return reply
  }),
  route(readSecret, async () => ({ ok: true })),
  route(changeSensitive, async () => ({ ok: true })),
]

let server: FastifyInstance
let address: string

beforeAll(async () => {
  const { db } = await createTestDatabase()
  const actors: Record<string, Actor> = {
    publisher: { kind: 'account', accountId: 1n, email: 'p@example.com', role: 'publisher', displayName: 'P' },
    operator: { kind: 'account', accountId: 2n, email: 'o@example.com', role: 'operator', displayName: 'O' },
  }
  const now = new Date()
  for (const minutes of [4, 6]) {
    const passwordVerifiedAt = new Date(now.getTime() - minutes * MINUTE_MS)
    actors[`verified-${minutes}`] = { ...actors['publisher'], passwordVerifiedAt } as Actor
  }
  server = await createServer({
    db,
    branding,
    secrets: await loadTestSecrets(db),
    trackingOrigin: branding.publicUrl,
    clock: () => now,
    bodyTimeout: patienceMs,
    resolveActor: async (_ctx, token) => actors[token] ?? { kind: 'visitor' },
    logger: pino({ level: 'silent' }),
    trustProxy: false,
    routes,
    preRouter: (request, response) => request.url === '/pre-routed' && Boolean(response.end('from the pre-router')),
    isReady: async () => false,
    metrics: async () => 'tandem_up 1\n',
    metricsToken: 'a-token-for-metrics',
  })
  address = await server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())

test.each([
  ['publisher', 403, 'password_required'],
  ['verified-6', 403, 'password_required'],
  ['verified-4', 200, undefined],
])('a sensitive change by %s answers %d', async (session, status, code) => {
  const answer = await server.inject({
    method: 'POST',
    url: '/sensitive',
    headers: sameOrigin,
    cookies: { tandem_session: session },
    payload: {},
  })
  expect(answer.statusCode).toBe(status)
  expect(answer.json().code).toBe(code)
})

describe('a JSON endpoint', () => {
  test('replies with the fields of its contract only', async () => {
    const reply = await postEcho({ word: 'hi' })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({ words: ['hi', 'hi'] })
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  test('sends a refusal as a problem document with the fields of the specified calls', async () => {
    const reply = await postEcho({ word: 'no' })
    expect(reply.statusCode).toBe(422)
    expect(reply.headers['content-type']).toContain('application/problem+json')
    expect(reply.json()).toMatchObject({
      success: false,
      message: 'Please choose from the list.',
      field: 'word',
      code: 'invalid',
    })
  })

  test('names the field of an invalid input', async () => {
    expect((await postEcho({ word: 7 })).json()).toMatchObject({ status: 422, field: 'word' })
    expect((await postEcho({ word: 'hi' }, sameOrigin, '9')).json()).toMatchObject({ message: 'At most 3 characters.' })
    expect((await postEcho({ word: 'hi' }, sameOrigin, 'x')).statusCode).toBe(422)
  })

  test.each([
    [{ word: 'a\0b' }, 'word'],
    [{ word: 'hi', note: '\uD800' }, 'note'],
    [{ word: 'hi', more: [{ deep: ['ok', '\uDC00'] }] }, 'more.0.deep.1'],
  ])('refuses a NUL or a lone surrogate: %j', async (payload, field) => {
    const headers = { ...sameOrigin, 'content-type': 'application/json' }
    const body = JSON.stringify(payload)
    const reply = await server.inject({ method: 'POST', url: '/echo/2', headers, payload: body })
    expect(reply.json()).toMatchObject({ status: 422, field, code: 'invalid_input' })
  })

  test('refuses a NUL in the address', async () => {
    expect((await postEcho({ word: 'hi' }, sameOrigin, '1%00')).statusCode).toBe(422)
  })

  test('survives a body that is very deep', async () => {
    const body = `{"word":"hi","more":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    const headers = { ...sameOrigin, 'content-type': 'application/json' }
    const reply = await server.inject({ method: 'POST', url: '/echo/2', headers, payload: body })
    expect(reply.statusCode).toBe(200)
  })

  test('sends no details of an unexpected error', async () => {
    const reply = await postEcho({ word: 'bug' })
    expect(reply.statusCode).toBe(500)
    expect(reply.body).not.toContain('secret detail')
  })

  test('refuses another content type', async () => {
    const reply = await server.inject({
      method: 'POST',
      url: '/echo/1',
      headers: { ...sameOrigin, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'word=hi',
    })
    expect(reply.statusCode).toBe(415)
  })

  test('refuses broken JSON', async () => {
    const headers = { ...sameOrigin, 'content-type': 'application/json' }
    expect((await server.inject({ method: 'POST', url: '/echo/1', headers, payload: '{"word"' })).statusCode).toBe(400)
  })
})

describe('the origin of a request', () => {
  test.each<[Record<string, string>, number]>([
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'http://localhost:3000' }, 200],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{}, 200],
    [{ cookie: 'tandem_session=publisher' }, 403],
    [{ cookie: 'tandem_session=publisher', origin: 'http://localhost:3000' }, 200],
  ])('%j is answered %i', async (headers, status) =>
    expect((await postEcho({ word: 'hi' }, headers)).statusCode).toBe(status),
  )
})

describe('access', () => {
  test.each([
    [undefined, 401],
    ['nobody', 401],
    ['publisher', 403],
    ['operator', 200],
  ])('session %s is answered %i', async (session, status) => {
    const headers = session === undefined ? {} : { cookie: `tandem_session=${session}` }
    expect((await server.inject({ url: '/operators-only', headers })).statusCode).toBe(status)
  })
})

describe('every answer', () => {
  test.each(['/healthz', '/operators-only', '/nowhere', '/%zz'])(
    'of %s forbids sniffing, framing and scripts',
    async (url) => {
      const { headers } = await ask(`GET ${url} HTTP/1.1\r\nHost: localhost`)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("script-src 'none'")
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    },
  )

  test('that is an error is a problem document and is not cached', async () => {
    for (const url of ['/operators-only', '/nowhere', '/%zz']) {
      const { headers } = await ask(`GET ${url} HTTP/1.1\r\nHost: localhost`)
      expect(headers.get('content-type')).toContain('application/problem+json')
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })
})

describe('the target of a request', () => {
  test.each<[string, number]>([
    ['GET /healthz HTTP/1.0', 200],
    ['GET http://network.example/healthz HTTP/1.1\r\nHost: localhost', 200],
    ['GET HTTP://network.example?q HTTP/1.1\r\nHost: localhost', 404],
    ['GET // HTTP/1.1\r\nHost: localhost', 404],
    ['GET /healthz HTTP/1.1\r\nHost: [::1]:3000', 200],
    ['GET /healthz HTTP/1.1\r\nHost: a b<script>', 400],
    ['GET /healthz HTTP/1.1\r\nHost: user@network.example', 400],
    ['GET /healthz HTTP/1.1\r\nHost: network.example/path', 400],
    ['GET /healthz HTTP/1.1\r\nHost:', 400],
    ['GET ftp://network.example/healthz HTTP/1.1\r\nHost: localhost', 400],
    ['OPTIONS * HTTP/1.1\r\nHost: localhost', 400],
    ['TRACE /healthz HTTP/1.1\r\nHost: localhost', 405],
  ])('%j is answered %i', async (head, status) => expect((await ask(head)).status).toBe(status))
})

describe('operations', () => {
  test('is healthy before it is ready', async () => {
    expect((await server.inject('/healthz')).statusCode).toBe(200)
    expect((await server.inject('/readyz')).statusCode).toBe(503)
  })

  test.each([
    [{}, 401],
    [{ authorization: 'Bearer a-token-for-metric' }, 401],
    [{ authorization: 'Bearer a-token-for-metrics' }, 200],
  ])('shows the metrics to %j: %i', async (headers, status) => {
    const reply = await server.inject({ url: '/metrics', headers })
    expect(reply.statusCode).toBe(status)
    expect(reply.body.includes('tandem_up')).toBe(status === 200)
  })

  test('lets the pre-router handle a request before the router', async () => {
    expect(await (await fetch(`${address}/pre-routed`)).text()).toBe('from the pre-router')
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
  })
})

test('incomplete bodies beyond 64 MB are refused, and the others are answered', async () => {
  const fields = ['Content-Type: application/json', 'Content-Length: 1048576']
  const port = Number(new URL(address).port)
  const clients = await Promise.all(Array.from({ length: 70 }, () => openConnection(port)))
  onTestFinished(() => clients.forEach(({ socket }) => socket.destroy()))
  const listOpen = () => clients.filter(({ socket }) => !socket.closed && !socket.readableEnded)
  for (const { socket } of clients) socket.write(writeGet('/echo/1', ...fields).replace('GET', 'POST'))
  for (const { socket } of clients) socket.write(Buffer.alloc(1_000_000, ' '))
  await expect.poll(() => listOpen().length).toBeLessThanOrEqual(67)
  expect(listOpen().length).toBeGreaterThan(60)
  // Of equal bodies the oldest is refused, so one more refusal does not concern the last.
  const one = listOpen().at(-1)
  one?.socket.write(Buffer.alloc(48_576, ' '))
  await expect.poll(() => one?.received()).toContain('HTTP/1.1 400 Bad Request')
})

/** Sends a raw request head and reads the head of the response. */
async function ask(head: string): Promise<{ status: number; headers: Headers }> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.end(`${head}\r\nConnection: close\r\n\r\n`)
  const [statusLine = '', ...lines] = (await text(socket)).split('\r\n\r\n')[0]?.split('\r\n') ?? []
  const fields = lines.map((line) => line.split(/: (.*)/, 2) as [string, string])
  return { status: Number(statusLine.split(' ')[1]), headers: new Headers(fields) }
}

function postEcho(payload: unknown, headers: Record<string, string> = sameOrigin, times = '2') {
  return server.inject({ method: 'POST', url: `/echo/${times}`, headers, payload: payload as object })
}
