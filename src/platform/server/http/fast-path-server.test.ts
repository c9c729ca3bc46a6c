import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { converse, openConnection, writeGet } from '#test/support/raw-http.ts'
import type { PreRouterHandler } from './pre-router.ts'
import { FastPathServer } from './fast-path-server.ts'

const maxHeaderSize = 16_384
const keepAliveTimeout = 60_000
const LONG = 100_000

const servers: Server[] = []
/** Answers that wait until a test gives them. */
const held: (() => void)[] = []
/** What the handler in front was asked for, and what came to `node:http`. */
const asked: string[] = []
const byNode: string[] = []

afterEach(() => {
  for (const list of [held, asked, byNode]) list.length = 0
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

const front: PreRouterHandler = ({ url = '', headers }, response) => {
  asked.push(url)
  if (url === '/bad') expect(() => response.writeHead(302, ['Location', '/\r\nSet-Cookie: a=b'])).toThrow(TypeError)
  const end = url === '/front/long' ? 'ü'.repeat(LONG / 2) : 'ü'
  const body = `${url} ${String(headers['x-say'] ?? '').slice(0, 20)} ${end}`
  const answer = () => {
    response.writeHead(200, ['X-Url', url, 'Content-Length', String(Buffer.byteLength(body))])
    response.end(body)
  }
  if (url.startsWith('/held')) held.push(answer)
  else if (url.startsWith('/front')) setImmediate(answer)
  else if (url.startsWith('/gone')) setImmediate(() => response.destroy())
  else return false
  return true
}

function listener(request: IncomingMessage, response: ServerResponse): void {
  if (!front(request, response)) response.writeHead(418, { 'Content-Length': 1 }).end('t')
}

async function listen(server: Server): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port
}

async function startQuick(idleMs = keepAliveTimeout) {
  const server = new FastPathServer({ keepAliveTimeout: idleMs, maxHeaderSize }, front, (request, response) => {
    byNode.push(request.url ?? '')
    listener(request, response)
  })
  return { server, port: await listen(server) }
}

async function open(port: number) {
  const connection = await openConnection(port)
  const answers = () => [...connection.received().matchAll(/X-Url: (.*)\r/g)].map(([, url]) => url)
  return { ...connection, answers }
}

/** Sends it and waits until its answer is held back. */
async function hold({ socket }: { socket: Socket }, request: string): Promise<void> {
  const before = held.length
  socket.write(request, 'latin1')
  await expect.poll(() => held.length).toBe(before + 1)
}

describe('answers what node:http answers, byte for byte', () => {
  const get = writeGet

  test.each<[string, ...string[]]>([
    ['a plain request', get('/front')],
    ['several of them', get('/front/1'), get('/front/2', 'X-Say: hello'), get('/front/3')],
    ['one that is for somebody else', get('/other')],
    ['one that is for somebody else, between others', get('/front/1'), get('/other'), get('/front/2')],
    ['two at once', get('/front/1') + get('/front/2')],
    ['two and a half', get('/front/1') + get('/front/2') + get('/front/3').slice(0, 20), get('/front/3').slice(20)],
    ['one in two pieces', get('/front').slice(0, 9), get('/front').slice(9)],
    ['one in two pieces after a whole one', get('/front/1'), get('/front').slice(0, 9), get('/front').slice(9)],
    ['HEAD', get('/front').replace('GET', 'HEAD')],
    ['POST', `${get('/front', 'Content-Length: 3').replace('GET', 'POST')}a=1`],
    ['chunks', `${get('/front', 'Transfer-Encoding: chunked')}3\r\na=1\r\n0\r\n\r\n`],
    ['a body smuggled', `${get('/front', 'Content-Length: 5')}GET /`, get('/front/2')],
    ['both lengths', `${get('/front', 'Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n`],
    ['an expectation', get('/front', 'Expect: 100-continue')],
    ['HTTP/1.0', get('/front').replace('1.1', '1.0')],
    ['a wish to close', get('/front', 'Connection: close')],
    ['a wish to close that is meant for a proxy', get('/front', 'Proxy-Connection: close')],
    ['very many fields', get('/front', ...Array.from({ length: 1001 }, () => 'X:'))],
    ['many fields', get('/front', ...Array.from({ length: 500 }, (_, index) => `X-${index}: a`))],
    ['no Host', 'GET /front HTTP/1.1\r\nX-A: b\r\n\r\n'],
    ['two Hosts', get('/front', 'Host: y')],
    ['a field twice', get('/front', 'X-Say: a', 'X-Say: b')],
    ['another alphabet', get('/front', 'X-Say: \xfc')],
    ['a field over two lines', get('/front', 'X-Say: a', '  b')],
    ['a space before the colon', get('/front', 'X-Say : a')],
    ['a bare line feed', get('/front', 'X-Say: a\nX-B: c')],
    ['a NUL', get('/front', 'X-Say: \0')],
    ['nonsense', '\0\x01\x02\r\n\r\n'],
    ['an unknown method', get('/front').replace('GET', 'GOT')],
    ['a head that is too long', get('/front', `X-Say: ${'a'.repeat(20_000)}`)],
    ['an empty line in front', `\r\n${get('/front')}`],
  ])('%s', async (_, ...pieces) => {
    const { port } = await startQuick()
    const plain = await listen(createServer({ keepAliveTimeout, maxHeaderSize }, listener))
    const [quick, expected] = await Promise.all([converse(port, pieces), converse(plain, pieces)])
    expect(expected).toContain('HTTP/1.1 ')
    expect(quick).toBe(expected)
  })
})

test('plain requests never come to node:http; after another one all of the connection do', async () => {
  const { port } = await startQuick()
  await converse(
    port,
    ['/front/1', '/front/2', '/other', '/front/3'].map((url) => writeGet(url)),
  )
  expect(byNode).toEqual(['/other', '/front/3', '/bye'])
})

test.each([
  ['plain', [writeGet('/held/2')], []],
  ['plain, in two pieces', [writeGet('/held/2').slice(0, 9), writeGet('/held/2').slice(9)], ['/held/2']],
  ['anything else', [writeGet('/held/2', 'X-Say: \xfc')], ['/held/2']],
])('what is sent before the answer waits for it: %s', async (_, second, expected) => {
  const { port } = await startQuick()
  const connection = await open(port)
  await hold(connection, writeGet('/held/1'))
  for (const piece of second) {
    connection.socket.write(piece, 'latin1')
    await sleep(20)
  }
  expect(asked).toEqual(['/held/1'])
  held[0]?.()
  await expect.poll(() => held.length).toBe(2)
  held[1]?.()
  await expect.poll(connection.answers).toEqual(['/held/1', '/held/2'])
  expect(byNode).toEqual(expected)
})

describe('who hangs up', () => {
  test('after one request is answered, and the connection closed', async () => {
    const { port } = await startQuick()
    const connection = await open(port)
    await hold(connection, writeGet('/held'))
    connection.socket.end()
    await sleep(20)
    held[0]?.()
    await connection.closed
    expect(connection.answers()).toEqual(['/held'])
  })

  test('after two requests gets the answer to the first at least', async () => {
    const { port } = await startQuick()
    const connection = await open(port)
    await hold(connection, writeGet('/held'))
    connection.socket.end(writeGet('/other'))
    await sleep(20)
    held[0]?.()
    await connection.closed
    expect(connection.answers()).toEqual(['/held'])
  })

  test('and does not listen any more leaves nothing behind', async () => {
    const { port, server } = await startQuick()
    for (const more of ['', writeGet('/held'), writeGet('/other')]) {
      const connection = await open(port)
      await hold(connection, writeGet('/held'))
      connection.socket.write(more)
      await sleep(20)
      connection.socket.resetAndDestroy()
    }
    const count = () => new Promise((resolve) => void server.getConnections((_, connections) => resolve(connections)))
    await expect.poll(count).toBe(0)
    for (const answer of held) answer()
    expect(await converse(port, [writeGet('/front')])).toContain('X-Url: /front')
  })
})

test('a handler can give the connection up', async () => {
  const { port } = await startQuick()
  const { socket, closed, received } = await open(port)
  socket.write(writeGet('/gone'))
  await closed
  expect(received()).toBe('')
})

test('a head cannot be split', async () => {
  const { port } = await startQuick()
  expect(await converse(port, [writeGet('/bad')])).toContain('418')
})

test('who does not read what it asks for is not answered into memory without end', async () => {
  const { port, server } = await startQuick()
  const accepted: Socket[] = []
  server.on('connection', (peer) => accepted.push(peer))
  const { socket } = await open(port)
  socket.pause()
  for (let sent = 1; sent <= 200; sent++) {
    socket.write(writeGet('/front/long'))
    if (!(await isSoon(() => asked.length === sent))) break
  }
  expect(accepted[0]?.writableLength).toBeGreaterThan(0)
  expect(accepted[0]?.writableLength).toBeLessThan(5 * LONG)
})

async function isSoon(claim: () => boolean): Promise<boolean> {
  for (let waits = 0; !claim() && waits < 100; waits++) await sleep(1)
  return claim()
}

test('what has been handed over may take its time', async () => {
  const { port } = await startQuick(50)
  const connection = await open(port)
  await hold(connection, writeGet('/held', 'X-Say: \xfc'))
  await sleep(150)
  held[0]?.()
  await expect.poll(connection.answers).toEqual(['/held'])
})

describe('is closed, but not while an answer is awaited: an idle connection', () => {
  test.each<[string, number, (server: Server) => void]>([
    ['after the time given', 100, () => {}],
    ['on demand', keepAliveTimeout, (server) => server.closeIdleConnections()],
  ])('%s', async (_, idleMs, act) => {
    const { port, server } = await startQuick(idleMs)
    const [idle, waiting] = [await open(port), await open(port)]
    await hold(waiting, writeGet('/held'))
    act(server)
    await idle.closed
    await sleep(150)
    held[0]?.()
    await expect.poll(waiting.answers).toEqual(['/held'])
  })
})

test('every connection can be closed at once', async () => {
  const { port, server } = await startQuick()
  const [idle, waiting] = [await open(port), await open(port)]
  await hold(waiting, writeGet('/held'))
  server.closeAllConnections()
  await Promise.all([idle.closed, waiting.closed])
  expect(waiting.received()).toBe('')
})

test('when the server does not listen any more, node:http takes over and can tell everybody to close', async () => {
  const { port, server } = await startQuick()
  const { socket, answers } = await open(port)
  socket.write(writeGet('/front/1'))
  await expect.poll(answers).toEqual(['/front/1'])
  NetServer.prototype.close.call(server)
  socket.write(writeGet('/front/2'))
  await expect.poll(answers).toEqual(['/front/1', '/front/2'])
  expect(byNode).toEqual(['/front/2'])
})
