import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { branding } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeConversation } from '#test/support/http-conversations.ts'
import { openConnection, writeGet } from '#test/support/raw-http.ts'
import { rounds } from '#test/support/rounds.ts'
import { loadTestSecrets } from '#test/support/sealing.ts'
import type { PreRouterHandler } from './pre-router.ts'
import { createServer } from './server.ts'

/** Answers `/r` with the request as it was read. */
const preRouter: PreRouterHandler = ({ method, url = '', headers }, response) => {
  if (!url.startsWith('/r')) return false
  const body = JSON.stringify([method, url, Object.entries(headers)])
  setImmediate(() => {
    response.writeHead(200, ['Content-Type', 'application/json', 'Content-Length', String(Buffer.byteLength(body))])
    response.end(method === 'HEAD' ? undefined : body)
  })
  return true
}

const database = await openTestDatabase()
const servers: FastifyInstance[] = []
let withFastPath: number
let byNodeAlone: number

beforeAll(async () => {
  withFastPath = await listen({ fastPathHandler: preRouter })
  byNodeAlone = await listen({})
})

afterAll(async () => {
  for (const server of servers) await server.close()
})

async function listen(fastPath: { fastPathHandler?: PreRouterHandler }): Promise<number> {
  const server = await createServer({
    ...fastPath,
    db: database.db,
    branding: { ...branding, publicUrl: 'https://network.example' },
    secrets: await loadTestSecrets(database.db),
    trackingOrigin: 'https://network.example',
    resolveActor: async () => ({ kind: 'visitor' }),
    logger: pino({ level: 'silent' }),
    trustProxy: 'loopback',
    routes: [],
    preRouter,
    isReady: async () => true,
    metrics: async () => '',
  })
  servers.push(server)
  return Number(new URL(await server.listen({ port: 0, host: '127.0.0.1' })).port)
}

/** Sends the pieces (Latin-1), closes the sending side, and returns what the server sent, without its dates. */
async function converse(port: number, pieces: readonly string[]): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
  const answer = text(socket).catch((error: unknown) => `${(error as { code?: string }).code}`)
  for (const piece of pieces) {
    await nextTurn()
    socket.write(piece, 'latin1')
  }
  socket.end()
  const received = (await answer).replaceAll(/Date: .*GMT/g, 'Date: now')
  socket.destroy()
  return received
}

const AT_ONCE = 100

test('both readers answer every generated conversation alike, and never with 5xx or a stack', async () => {
  for (let from = 0; from < rounds.conversations; from += AT_ONCE) {
    const conversations = Array.from({ length: AT_ONCE }, (_, index) => makeConversation(from + index))
    const answers = conversations.map(async (pieces) => {
      const [actual, expected] = await Promise.all([converse(withFastPath, pieces), converse(byNodeAlone, pieces)])
      expect(actual, JSON.stringify(pieces)).toBe(expected)
      expect(actual, JSON.stringify(pieces)).not.toMatch(/HTTP\/1.1 5|\n +at /)
    })
    await Promise.all(answers)
  }
})

describe('a request that is cut off is waited for', () => {
  const whole = writeGet('/r?a', 'X-Say: a')
  const pieces = Array.from({ length: whole.length - 1 }, (_, index) => whole.slice(0, index + 1))

  test('at every byte', async () => {
    const open = await Promise.all(pieces.map(() => openConnection(withFastPath)))
    for (const [index, { socket }] of open.entries()) socket.write(pieces[index] ?? '')
    for (let turns = 0; turns < 50; turns++) await nextTurn()
    expect(open.map(({ received }) => received()).join('')).toBe('')
    for (const [index, { socket }] of open.entries()) socket.end(whole.slice(pieces[index]?.length))
    await Promise.all(open.map(({ closed }) => closed))
    for (const { received } of open) expect(received()).toMatch(/^HTTP\/1.1 200 /)
  })
})

describe('a request by the rules of HTTP is answered:', () => {
  const head = (...lines: string[]) => [...lines, '', ''].join('\r\n')
  const get = (...fields: string[]) => head('GET /r HTTP/1.1', ...fields)

  test.each<[string, string, number]>([
    ['plain', get('Host: x'), 200],
    ['odd but valid', get('hoSt:\tx', 'empty:'), 200],
    ['an empty value', get('Host: x', 'X-Empty: '), 200],
    ['an expectation', get('Host: x', 'Expect: 100-continue'), 100],
    ['a body', `${head('POST /r HTTP/1.1', 'Host: x', 'Content-Length: 5')}hello`, 200],
    ['no version', 'GET / \r\n\r\n', 400],
    ['an invalid version', head('GET /r HTTP/9.9', 'Host: x'), 400],
    ['version 2 in the form of 1', head('GET /r HTTP/2.0', 'Host: x'), 400],
    ['text before the method', `Extra line${get('Host: x')}`, 400],
    ['an invalid name of a field', get('Host: x', 'X-Invalid[]: a'), 400],
    ['a control character', get('Host: x', 'X-Bad: a\x07'), 400],
    ['an invalid end of a line', `GET /r HTTP/1.1\r\nHost: x\r\n\rSome: a\r\n\r\n`, 400],
    ['no Host', get('Content-Length: 5'), 400],
    ['two Hosts', get('Host: x', 'Host: y'), 400],
    ['an invalid Host', get('Host: x y'), 400],
    ['a Host with a path', get('Host: x/y'), 400],
    ['a negative length', get('Host: x', 'Content-Length: -1234'), 400],
    ['a huge negative length', get('Host: x', `Content-Length: -${'123456789'.repeat(3)}`), 400],
    ['a length that is no number', get('Host: x', 'Content-Length: abc'), 400],
    ['two lengths', get('Host: x', 'Content-Length: 5', 'Content-Length: 6'), 400],
    ['a length and chunks', get('Host: x', 'Transfer-Encoding: chunked', 'Content-Length: 5'), 400],
    ['another coding before the chunks', `${get('Host: x', 'Transfer-Encoding: gzip, chunked')}0\r\n\r\n`, 400],
    ['a head that is too large', get('Host: x', `X-Long: ${'a'.repeat(40_000)}`), 431],
  ])('%s', async (_, request, status) => {
    const answer = await converse(withFastPath, [request])
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).toContain(status < 400 ? 'application/json' : 'application/problem+json')
  })

  test('before the bytes after it are refused', async () => {
    const answer = await converse(withFastPath, [`${get('Host: x')}junk\r\n\r\n`])
    expect(answer.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
  })

  test('with transport security, by either reader', async () => {
    for (const request of [get('Host: x'), get('Host: x', 'Connection: close'), get('Host: x').replace('/r', '/x')]) {
      expect(await converse(withFastPath, [request])).toContain('Strict-Transport-Security: max-age=31536000')
    }
  })
})
