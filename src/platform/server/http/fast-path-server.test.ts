import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { LONG, createFastPathFixtures, keepAliveTimeout, maxHeaderSize, someTurns } from '#test/support/fast-path.ts'
import { writeGet } from '#test/support/raw-http.ts'

const { held, asked, byNode, peers, listener, listen, startFastPath, open, hold, converse } = createFastPathFixtures()

describe('sends the same bytes as node:http for', () => {
  const get = writeGet

  test.each<[string, ...string[]]>([
    ['a plain request', get('/fast')],
    ['several of them', get('/fast/1'), get('/fast/2', 'X-Say: hello'), get('/fast/3')],
    ['one that the pre-router does not handle', get('/other')],
    ['one that the pre-router does not handle, between others', get('/fast/1'), get('/other'), get('/fast/2')],
    ['two at once', get('/fast/1') + get('/fast/2')],
    ['two and a half', get('/fast/1') + get('/fast/2') + get('/fast/3').slice(0, 20), get('/fast/3').slice(20)],
    ['one in two pieces', get('/fast').slice(0, 9), get('/fast').slice(9)],
    ['one in two pieces after a whole one', get('/fast/1'), get('/fast').slice(0, 9), get('/fast').slice(9)],
    ['HEAD', get('/fast').replace('GET', 'HEAD')],
    ['POST', `${get('/fast', 'Content-Length: 3').replace('GET', 'POST')}a=1`],
    ['chunks', `${get('/fast', 'Transfer-Encoding: chunked')}3\r\na=1\r\n0\r\n\r\n`],
    ['a body smuggled', `${get('/fast', 'Content-Length: 5')}GET /`, get('/fast/2')],
    ['both lengths', `${get('/fast', 'Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n`],
    ['an expectation', get('/fast', 'Expect: 100-continue')],
    ['a wish to close that is meant for a proxy', get('/fast', 'Proxy-Connection: close')],
    ['very many fields', get('/fast', ...Array.from({ length: 1001 }, () => 'X:'))],
    ['many fields', get('/fast', ...Array.from({ length: 500 }, (_, index) => `X-${index}: a`))],
    ['no Host', 'GET /fast HTTP/1.1\r\nX-A: b\r\n\r\n'],
    ['two Hosts', get('/fast', 'Host: y')],
    ['a field twice', get('/fast', 'X-Say: a', 'X-Say: b')],
    ['another alphabet', get('/fast', 'X-Say: \xfc')],
    ['a field over two lines', get('/fast', 'X-Say: a', '  b')],
    ['a space before the colon', get('/fast', 'X-Say : a')],
    ['a bare line feed', get('/fast', 'X-Say: a\nX-B: c')],
    ['a NUL', get('/fast', 'X-Say: \0')],
    ['nonsense', '\0\x01\x02\r\n\r\n'],
    ['an unknown method', get('/fast').replace('GET', 'GOT')],
    ['a head that is too long', get('/fast', `X-Say: ${'a'.repeat(20_000)}`)],
    ['an empty line in front', `\r\n${get('/fast')}`],
  ])('%s', async (_, ...pieces) => {
    const [actual, expected] = await converseWithBoth(pieces)
    expect(expected).toContain('HTTP/1.1 ')
    expect(actual).toBe(expected)
  })

  // Whether a request after this one is read before the server closes the connection depends on the time.
  test.each<[string, string]>([
    ['HTTP/1.0', get('/fast').replace('1.1', '1.0')],
    ['a wish to close', get('/fast', 'Connection: close')],
    ['a request together with one after a wish to close', get('/fast', 'Connection: close') + get('/fast/2')],
  ])('%s, and closes the connection', async (_, request) => {
    const [actual, expected] = await converseWithBoth([], request)
    expect(expected).toContain('HTTP/1.1 ')
    expect(actual).toBe(expected)
  })
})

/** Sends the same to a server with a fast path and to one of `node:http`, and returns both answers. */
async function converseWithBoth(pieces: readonly string[], last?: string) {
  const { port } = await startFastPath()
  const plain = await listen(createServer({ keepAliveTimeout, maxHeaderSize }, listener))
  return Promise.all([converse(port, pieces, last), converse(plain, pieces, last)])
}

test('hands a connection over to node:http at the first request that is not plain', async () => {
  const { port } = await startFastPath()
  await converse(
    port,
    ['/fast/1', '/fast/2', '/other', '/fast/3'].map((url) => writeGet(url)),
  )
  expect(byNode).toEqual(['/other', '/fast/3', '/bye'])
})

test.each([
  ['plain', [writeGet('/held/2')], []],
  ['plain, in two pieces', [writeGet('/held/2').slice(0, 9), writeGet('/held/2').slice(9)], ['/held/2']],
  ['anything else', [writeGet('/held/2', 'X-Say: \xfc')], ['/held/2']],
])('a request that is sent before the response waits for it: %s', async (_, second, expected) => {
  const { port } = await startFastPath()
  const connection = await open(port)
  await hold(connection, writeGet('/held/1'))
  for (const piece of second) await peers.send(connection.socket, piece)
  expect(asked).toEqual(['/held/1'])
  held[0]?.()
  await expect.poll(() => held.length).toBe(2)
  held[1]?.()
  await expect.poll(connection.answers).toEqual(['/held/1', '/held/2'])
  expect(byNode).toEqual(expected)
})

describe('a client that disconnects', () => {
  test('by a reset leaves no connection behind', async () => {
    const { port, server } = await startFastPath()
    for (const more of ['', writeGet('/held'), writeGet('/other')]) {
      const connection = await open(port)
      await hold(connection, writeGet('/held'))
      await peers.send(connection.socket, more)
      connection.socket.resetAndDestroy()
    }
    const count = () => new Promise((resolve) => void server.getConnections((_, connections) => resolve(connections)))
    await expect.poll(count).toBe(0)
    for (const answer of held) answer()
    expect(await converse(port, [writeGet('/fast')])).toContain('X-Url: /fast')
  })
})

test('a handler can close the connection without a response', async () => {
  const { port } = await startFastPath()
  const { socket, closed, received } = await open(port)
  socket.write(writeGet('/gone'))
  await closed
  expect(received()).toBe('')
})

test('a header value cannot split the head', async () => {
  const { port } = await startFastPath()
  expect(await converse(port, [writeGet('/bad')])).toContain('418')
})

test('limits the buffered responses for a client that does not read', async () => {
  const { port } = await startFastPath()
  const connection = await open(port)
  const { socket } = connection
  socket.pause()
  const isPaused = () => peers.find(connection.socket)?.isPaused() === true
  for (let sent = 1; sent <= 200 && !isPaused(); sent++) {
    socket.write(writeGet('/fast/long'))
    await expect.poll(() => asked.length === sent || isPaused(), { interval: 1 }).toBe(true)
    await someTurns()
  }
  const buffered = peers.find(connection.socket)?.writableLength
  expect(buffered).toBeGreaterThan(0)
  expect(buffered).toBeLessThan(5 * LONG)
})

test('an idle connection has a time limit, but not a request that was handed over', async () => {
  const { port, server } = await startFastPath({ headersTimeout: 15_000 })
  const connection = await open(port)
  await expect.poll(() => peers.find(connection.socket)?.timeout).toBe(15_000)
  await peers.send(connection.socket, writeGet('/fast'))
  expect(peers.find(connection.socket)?.timeout).toBe(keepAliveTimeout + server.keepAliveTimeoutBuffer)
  await hold(connection, writeGet('/held', 'X-Say: \xfc'))
  expect(peers.find(connection.socket)?.timeout).toBe(0)
  held[0]?.()
  await expect.poll(connection.answers).toEqual(['/fast', '/held'])
})

describe('closes an idle connection, but not one that waits for a response,', () => {
  test.each<[string, (server: Server, sides: (Socket | undefined)[]) => void]>([
    ['after the idle timeout', (_server, sides) => sides.forEach((side) => side?.emit('timeout'))],
    ['on demand', (server) => server.closeIdleConnections()],
  ])('%s', async (_, act) => {
    const { port, server } = await startFastPath()
    const [idle, waiting] = [await open(port), await open(port)]
    await hold(waiting, writeGet('/held'))
    await expect.poll(() => peers.find(idle.socket)).toBeDefined()
    act(
      server,
      [idle, waiting].map(({ socket }) => peers.find(socket)),
    )
    await idle.closed
    held[0]?.()
    await expect.poll(waiting.answers).toEqual(['/held'])
  })
})

test('every connection can be closed at once', async () => {
  const { port, server } = await startFastPath()
  const [idle, waiting] = [await open(port), await open(port)]
  await hold(waiting, writeGet('/held'))
  server.closeAllConnections()
  await Promise.all([idle.closed, waiting.closed])
  expect(waiting.received()).toBe('')
})

test('after the server stops listening, node:http gets the next request of each connection', async () => {
  const { port, server } = await startFastPath()
  const { socket, answers } = await open(port)
  socket.write(writeGet('/fast/1'))
  await expect.poll(answers).toEqual(['/fast/1'])
  NetServer.prototype.close.call(server)
  socket.write(writeGet('/fast/2'))
  await expect.poll(answers).toEqual(['/fast/1', '/fast/2'])
  expect(byNode).toEqual(['/fast/2'])
})
