import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createFastPathFixtures, someTurns } from '#test/support/fast-path.ts'
import { writeGet } from '#test/support/raw-http.ts'
import { WorkerBounds } from './fast-path-server.ts'

const { held, peers, startFastPath, open, hold, converse } = createFastPathFixtures()
const limits = { open: 20, openPerPrefix: 10, receiving: 8, receivingPerPrefix: 5, bodyBytes: 100_000 }

describe('a client that closes its sending side', () => {
  const post = `${writeGet('/held', 'Content-Length: 3').replace('GET', 'POST')}a=1`

  test.each<[string, string[], string[]]>([
    ['after a plain request', [writeGet('/held')], ['/held']],
    ['after a request that node:http reads', [post], ['/held']],
    ['after two at once', [writeGet('/held/1') + writeGet('/held/2')], ['/held/1', '/held/2']],
    ['after two in two segments', [writeGet('/held/1'), writeGet('/held/2')], ['/held/1', '/held/2']],
    ['after one and then one for node:http', [writeGet('/held/1'), post], ['/held/1', '/held']],
    [
      'after two, cut in the middle of the second',
      [writeGet('/held/1') + writeGet('/held/2').slice(0, 9), writeGet('/held/2').slice(9)],
      ['/held/1', '/held/2'],
    ],
  ])('%s gets every response, and the connection is closed', async (_, pieces, expected) => {
    const { port } = await startFastPath()
    const connection = await open(port)
    for (const piece of pieces) await peers.send(connection.socket, piece)
    connection.socket.end()
    await someTurns()
    for (let sent = 0; sent < expected.length; sent++) {
      await expect.poll(() => held.length).toBeGreaterThan(sent)
      held[sent]?.()
    }
    await connection.closed
    expect(connection.answers()).toEqual(expected)
  })

  test('after a request and junk gets the response, and then the refusal of the junk', async () => {
    const { port, server } = await startFastPath()
    server.on('clientError', (_error, socket) => server.refuseBytes(socket as Socket, 'refused'))
    const connection = await open(port)
    await hold(connection, `${writeGet('/held')}junk\r\n\r\n`)
    connection.socket.end()
    await someTurns()
    held[0]?.()
    await connection.closed
    expect(connection.answers()).toEqual(['/held'])
    expect(connection.received()).toMatch(/ürefused$/)
  })

  test('in the middle of a request gets an error', async () => {
    const { port } = await startFastPath()
    const connection = await open(port)
    connection.socket.end(writeGet('/held').slice(0, 9))
    await connection.closed
    expect(connection.received()).toMatch(/^HTTP\/1.1 400 /)
  })
})

describe('requests that are not complete', () => {
  const unfinished = `${writeGet('/held', 'Content-Length: 9').replace('GET', 'POST')}a=1`

  test.each([
    ['alone', ''],
    ['after a request without a body', writeGet('/fast')],
    ['after a request with a body', unfinished.replace('Length: 9', 'Length: 3').replace('/held', '/fast')],
  ])('beyond the bound of a prefix close the oldest of them, and no click waits: %s', async (_, before) => {
    const { port } = await startFastPath({ bounds: new WorkerBounds(limits), findPrefix: () => 'a' })
    const slow = await Promise.all(Array.from({ length: 40 }, () => open(port)))
    for (const { socket } of slow) socket.write(before + unfinished)
    await expect.poll(() => slow.filter(({ socket }) => !socket.closed && !socket.readableEnded).length).toBe(5)
    expect(await converse(port, [writeGet('/fast')])).toContain('X-Url: /fast')
  })

  test('are answered 408 when the head takes too long', async () => {
    const { port, server } = await startFastPath({ connectionsCheckingInterval: 20 })
    const connection = await open(port)
    await peers.send(connection.socket, 'GET /fast HTTP/1.1\r\nHost')
    // A time that is short from the beginning could end before the server has read these bytes.
    server.headersTimeout = 1
    await connection.closed
    expect(connection.received()).toMatch(/^HTTP\/1.1 408 /)
  })

  test('are answered 408 when the body takes too long, but not when it says that it is long', async () => {
    const { port, server } = await startFastPath({ bodyTimeout: 50 })
    server.on('clientError', (error: { code?: string }, socket) =>
      server.refuseBytes(socket as Socket, `refused ${error.code}`),
    )
    const [short, long] = [await open(port), await open(port)]
    await peers.send(long.socket, unfinished.replace('Length: 9', 'Length: 9000000'))
    short.socket.write(unfinished)
    await short.closed
    expect(short.received()).toBe('refused ERR_HTTP_REQUEST_TIMEOUT')
    expect(long.socket.readableEnded).toBe(false)
  })

  test('beyond the bound of bytes close the largest, and no other', async () => {
    const { port, server } = await startFastPath({ bounds: new WorkerBounds(limits) })
    server.on('clientError', (error: { code?: string }, socket) =>
      server.refuseBytes(socket as Socket, `refused ${error.code}`),
    )
    const begin = async (bytes: number, framing: string) => {
      const connection = await open(port)
      await hold(connection, unfinished.replace('Content-Length: 9', framing).replace('a=1', ''))
      const size = framing.includes('chunked') ? `${bytes.toString(16)}\r\n` : ''
      await peers.send(connection.socket, size + 'a'.repeat(bytes))
      return connection
    }
    const [short, long] = [await begin(30_000, 'Content-Length: 40000'), await begin(60_000, 'Content-Length: 70000')]
    const [chunked, last] = [await begin(50_000, 'Transfer-Encoding: chunked'), await begin(9, 'Content-Length: 9')]
    await long.closed
    expect(long.received()).toBe('refused ERR_BODIES_TOO_LARGE')
    for (const { socket } of [short, chunked, last]) expect(socket.readableEnded).toBe(false)
    held[3]?.()
    await expect.poll(last.answers).toEqual(['/held'])
  })

  test('a connection that sends nothing is closed in time', async () => {
    const { port } = await startFastPath({ headersTimeout: 50 })
    const { closed, received } = await open(port)
    await closed
    expect(received()).toBe('')
  })
})

test('a new connection beyond the bound closes an idle one, but none that waits for a response', async () => {
  const { port } = await startFastPath({ bounds: new WorkerBounds(limits), findPrefix: () => 'a' })
  const waiting = await open(port)
  await hold(waiting, writeGet('/held'))
  const idle = await open(port)
  const more = await Promise.all(Array.from({ length: 9 }, () => open(port)))
  await idle.closed
  for (const { socket } of more) expect(socket.readableEnded).toBe(false)
  held[0]?.()
  await expect.poll(waiting.answers).toEqual(['/held'])
})

test('two servers of a worker share the bound of connections', async () => {
  const bounds = new WorkerBounds(limits)
  const [one, other] = [await startFastPath({ bounds }), await startFastPath({ bounds })]
  const idle = await open(one.port)
  const more = await Promise.all(Array.from({ length: limits.open }, () => open(other.port)))
  await idle.closed
  for (const { socket } of more) expect(socket.readableEnded).toBe(false)
  other.server.closeIdleConnections()
  await Promise.all(more.map(({ closed }) => closed))
})

test('closing the idle connections of a server closes none of another server with the same bounds', async () => {
  const bounds = new WorkerBounds(limits)
  const [one, other] = [await startFastPath({ bounds }), await startFastPath({ bounds })]
  const [kept, idle] = [await open(one.port), await open(other.port)]
  other.server.closeIdleConnections()
  await idle.closed
  kept.socket.write(writeGet('/fast'))
  await expect.poll(kept.answers).toEqual(['/fast'])
  other.server.closeAllConnections()
  expect(kept.socket.readableEnded).toBe(false)
})
