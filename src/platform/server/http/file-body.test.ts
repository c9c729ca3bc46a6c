import { request as sendRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { branding } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { loadTestSecrets } from '#test/support/sealing.ts'
import { csrfToken } from './csrf.ts'
import { MAX_FORM_BYTES } from './form-body.ts'
import { route } from './route.ts'
import { createServer } from './server.ts'

const MAX_FILE_BYTES = 200_000
const boundary = 'a-boundary'
const cookie = 'tandem_csrf=a-visitor'

const countBytes = endpoint({
  method: 'POST',
  path: '/count',
  access: 'public',
  encoding: 'file',
  maxFileBytes: MAX_FILE_BYTES,
  summary: 'Counts the bytes of a file',
  reply: z.object({ bytes: z.number() }),
})
const countOwnBytes = endpoint({ ...countBytes, path: '/own', access: 'signed-in' })

const database = await openTestDatabase()
let server: FastifyInstance
let token: string
/** The number of times that a file reached a handler. */
let handled = 0

beforeAll(async () => {
  const secrets = await loadTestSecrets(database.db)
  token = csrfToken(secrets.csrf, { csrf: 'a-visitor', session: undefined })
  server = await createServer({
    db: database.db,
    branding,
    secrets,
    trackingOrigin: 'http://localhost:3000',
    resolveActor: async () => ({ kind: 'visitor' }),
    logger: pino({ level: 'silent' }),
    trustProxy: false,
    routes: [countBytes, countOwnBytes].map((declared) =>
      route(declared, async (_ctx, { file }) => {
        handled += 1
        let bytes = 0
        for await (const chunk of file.read()) bytes += chunk.length
        return { bytes }
      }),
    ),
    isReady: async () => true,
    metrics: async () => '',
  })
})
beforeEach(() => {
  handled = 0
})
afterAll(() => server.close())

const field = (name: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = (content: string, name = 'file') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="a.csv"\r\n` +
  `Content-Type: text/csv\r\n\r\n${content}\r\n`
const end = `--${boundary}--\r\n`
const inToken = () => field('csrfmiddlewaretoken', token)
const fill = (bytes: number) => 'x'.repeat(bytes)

function send(payload: string, { url = '/count', headers = {} }: { url?: string; headers?: object } = {}) {
  const type = `multipart/form-data; boundary=${boundary}`
  const all = { 'sec-fetch-site': 'same-origin', cookie, 'content-type': type, ...headers }
  return server.inject({ method: 'POST', url, headers: all, payload })
}

async function listen(): Promise<number> {
  if (!server.server.listening) await server.listen({ port: 0 })
  return (server.server.address() as AddressInfo).port
}

describe('a file', () => {
  test.each([
    ['after the token', () => inToken() + file('12345') + end, {}],
    ['with the token in a header', () => file('12345') + end, () => ({ 'x-csrftoken': token })],
    ['with 58 other fields', () => inToken() + field('a', 'b').repeat(58) + file('12345') + end, {}],
  ])('is read %s', async (_, build, headers) => {
    const answer = await send(build(), { headers: typeof headers === 'function' ? headers() : headers })
    expect(answer.json()).toEqual({ bytes: 5 })
  })

  test('may be as large as declared', async () => {
    expect((await send(inToken() + file(fill(MAX_FILE_BYTES)) + end)).json()).toEqual({ bytes: MAX_FILE_BYTES })
  })

  test.each([
    ['before the token', 403, () => file('12345') + inToken() + end],
    ['with a wrong token', 403, () => field('csrfmiddlewaretoken', 'wrong') + file('12345') + end],
    ['above the size', 413, () => inToken() + file(fill(MAX_FILE_BYTES + 1)) + end],
    [
      'after more than a form holds',
      413,
      () => inToken() + file('') + file(fill(MAX_FILE_BYTES + MAX_FORM_BYTES)) + end,
    ],
    ['beside another file', 413, () => inToken() + file('12345') + file('12345') + end],
    ['with 60 fields', 413, () => inToken() + field('a', 'b').repeat(59) + file('12345') + end],
    ['with a long name', 413, () => inToken() + file('12345', fill(65)) + end],
    ['beside a field with a long name', 413, () => inToken() + field(fill(65), '') + file('12345') + end],
    ['that is cut off', 400, () => inToken() + file('12345')],
    ['that is missing', 400, () => inToken() + end],
    ['without a boundary', 400, () => ''],
  ])('is refused %s', async (name, status, build) => {
    const headers = name === 'without a boundary' ? { 'content-type': 'multipart/form-data' } : {}
    expect([(await send(build(), { headers })).statusCode, handled]).toEqual([status, 0])
  })

  test('is refused unread to a visitor where a session is needed, and as another type', async () => {
    expect((await send(inToken() + file('1') + end, { url: '/own' })).statusCode).toBe(401)
    expect((await send('{}', { headers: { 'content-type': 'application/json' } })).statusCode).toBe(415)
  })

  test('without a length is refused at the bound, and the connection ends', async () => {
    const port = await listen()
    const headers = {
      'sec-fetch-site': 'same-origin',
      'x-csrftoken': token,
      cookie,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    }
    const request = sendRequest({ port, path: '/count', method: 'POST', headers })
    // The request does not end, and sends just more than the bound.
    request.write(file('').trimEnd())
    for (let sent = 0; sent <= MAX_FILE_BYTES + MAX_FORM_BYTES; sent += 65_536) request.write(fill(65_536))
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    expect([response.statusCode, response.headers.connection]).toEqual([413, 'close'])
    expect(await json(response)).toMatchObject({ code: 'request.too_large' })
    expect(handled).toBe(0)
    request.destroy()
  })

  test.each([
    ['above the size', 413, {}],
    ['of a page of another site', 403, { 'sec-fetch-site': 'cross-site' }],
    ['of another type', 415, { 'content-type': 'text/csv' }],
  ])('%s is answered to a client that reads after it has sent all', async (_name, status, given) => {
    const type = `multipart/form-data; boundary=${boundary}`
    const headers = { 'sec-fetch-site': 'same-origin', 'x-csrftoken': token, cookie, 'content-type': type, ...given }
    const options = { port: await listen(), path: '/count', method: 'POST', headers }
    const request = sendRequest({ ...options, agent: false })
    const [response] = await Promise.all([
      once(request, 'response') as Promise<[IncomingMessage]>,
      pipeline(Readable.from(sendSlowly()), request),
    ])
    expect([response[0].statusCode, await json(response[0])]).toMatchObject([status, { success: false }])
  })
})

/** Sends 8 MB, with a pause before each of the last: a connection that closes meanwhile is an error. */
async function* sendSlowly() {
  yield file('').trimEnd()
  for (let sent = 0; sent < 32; sent += 1) {
    if (sent > 28) await sleep(50)
    yield fill(250_000)
  }
}
