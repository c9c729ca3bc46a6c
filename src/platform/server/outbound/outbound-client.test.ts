import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import { connect as connectTcp, isIP } from 'node:net'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { patienceMs } from '#test/support/patience.ts'
import { OutboundClient } from './outbound-client.ts'
import type { AddressResolver, Connector, FetchLimits, Target } from './outbound-client.ts'
import { isPublicAddress } from './public-address.ts'

const PUBLIC = '93.184.215.14'

let server: Server
let answer: RequestListener
let requests: IncomingMessage[] = []
let connections = 0
let targets: Target[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  server.on('connection', () => (connections += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

beforeEach(() => {
  requests = []
  targets = []
  connections = 0
  answer = (_request, response) => response.end('<p>page</p>')
})

/** Connects to the test server, whatever the target is, but resolves the host as a real socket does. */
const connect: Connector = (target) => {
  targets.push(target)
  const host = isIP(target.host) === 0 ? target.host : '127.0.0.1'
  return connectTcp({
    host,
    port: (server.address() as AddressInfo).port,
    lookup: (hostname, options, callback) =>
      target.lookup(hostname, options, (error) => {
        if (error) callback(error, '', 4)
        else if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }])
        else callback(null, '127.0.0.1', 4)
      }),
  })
}

/** Resolves each name to its addresses, one list after the other; the last one stays. */
function resolveTo(names: Record<string, string[][]>): AddressResolver {
  return async (hostname) => {
    const answers = names[hostname] ?? []
    return (answers.length > 1 ? answers.shift() : answers[0]) ?? []
  }
}

const names = () => ({ 'shop.example': [[PUBLIC]], 'other.example': [[PUBLIC, '2606:2800:21f:cb07::1']] })

function makeClient(resolve = resolveTo(names()), maxFetches = 8) {
  const client = new OutboundClient({ resolve, connect, maxFetches, userAgent: 'Tandem test' })
  return {
    get: (address: string, limits: Partial<FetchLimits> = {}) =>
      client.get(address, { timeoutMs: patienceMs, ...limits }),
  }
}

const get = (address: string, limits: Partial<FetchLimits> = {}) => makeClient().get(address, limits)

describe('an outbound request', () => {
  test('gets a page without cookies, and says who asks', async () => {
    expect(await get('http://shop.example/a?b=1#c')).toEqual({
      url: 'http://shop.example/a?b=1#c',
      status: 200,
      body: '<p>page</p>',
    })
    expect(targets).toMatchObject([{ protocol: 'http:', host: 'shop.example', port: 80 }])
    expect(requests[0]).toMatchObject({ method: 'GET', url: '/a?b=1' })
    expect(requests[0]?.headers).toEqual({
      host: 'shop.example',
      'user-agent': 'Tandem test',
      accept: 'text/html,*/*;q=0.1',
      connection: 'close',
    })
  })

  test('uses port 443 for https', async () => {
    await get('https://shop.example/')
    expect(targets).toMatchObject([{ protocol: 'https:', host: 'shop.example', port: 443 }])
  })

  test('returns a page with an error status', async () => {
    answer = (_request, response) => response.writeHead(404).end('none')
    expect(await get('http://shop.example/')).toMatchObject({ status: 404, body: 'none' })
  })

  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://127.0.0.1./',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:8.8.8.8]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fd00:ec2::254]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://shop.example:8080/',
    'http://shop.example:22/',
    'https://user@shop.example/',
    'ftp://shop.example/',
    'file:///etc/passwd',
    'shop.example',
  ])('to %s is refused before any connection', async (address) => {
    await expect(get(address)).rejects.toMatchObject({ fault: 'refused' })
    expect([targets, connections]).toEqual([[], 0])
  })

  test.each([[['10.0.0.8']], [['::1']], [[PUBLIC, '192.168.1.1']], [['::ffff:10.0.0.1']], [['not an address']]])(
    'to a name that resolves to %j is refused before any connection',
    async (addresses) => {
      const client = makeClient(resolveTo({ 'inside.example': [addresses] }))
      await expect(client.get('http://inside.example/')).rejects.toMatchObject({ fault: 'refused' })
      expect(connections).toBe(0)
    },
  )

  test('to a name without an address is unreachable', async () => {
    await expect(get('http://nowhere.example/')).rejects.toMatchObject({ fault: 'unreachable' })
  })

  test('ends after its time, also while a body trickles', async () => {
    answer = () => {}
    await expect(get('http://shop.example/', { timeoutMs: 60 })).rejects.toMatchObject({ fault: 'timeout' })
    answer = (_request, response) => {
      const writing = setInterval(() => response.write('x'), 5)
      response.on('close', () => clearInterval(writing))
    }
    await expect(get('http://shop.example/', { timeoutMs: 60 })).rejects.toMatchObject({ fault: 'timeout' })
    const client = makeClient(() => new Promise(() => {}))
    await expect(client.get('http://shop.example/', { timeoutMs: 30 })).rejects.toMatchObject({ fault: 'timeout' })
  })

  test('reads only the beginning of a long body, and counts what it decompresses', async () => {
    answer = (_request, response) => response.end('x'.repeat(3_000_000))
    expect((await get('http://shop.example/')).body.length).toBe(2_000_000)
    const bomb = gzipSync(Buffer.alloc(20_000_000))
    answer = (_request, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb)
    expect((await get('http://shop.example/')).body.length).toBe(2_000_000)
  })

  test('fails when the server breaks the connection or the encoding', async () => {
    answer = (request) => request.socket.destroy()
    await expect(get('http://shop.example/')).rejects.toMatchObject({ fault: 'unreachable' })
    answer = (_request, response) => response.writeHead(200, { 'Content-Encoding': 'br' }).end('plain')
    await expect(get('http://shop.example/')).rejects.toMatchObject({ fault: 'unreachable' })
  })

  test('is refused while the process makes as many as it may', async () => {
    const waiting = Promise.withResolvers<string[]>()
    const client = makeClient(() => waiting.promise, 2)
    const first = [client.get('http://shop.example/1'), client.get('http://shop.example/2')]
    await expect(client.get('http://shop.example/3')).rejects.toMatchObject({ fault: 'busy' })
    waiting.resolve([PUBLIC])
    expect(await Promise.all(first)).toMatchObject([{ status: 200 }, { status: 200 }])
    expect(await client.get('http://shop.example/4')).toMatchObject({ status: 200 })
  })
})

describe('a redirect', () => {
  const redirectTo = (...locations: string[]) => {
    answer = (_request, response) => {
      const location = locations.shift()
      if (location === undefined) response.end('end')
      else response.writeHead(302, { Location: location }).end('moved')
    }
  }

  test('is followed three times, over relative addresses and other hosts', async () => {
    redirectTo('/a', '//other.example/b?c', 'http://shop.example/d')
    expect(await get('http://shop.example/')).toEqual({ url: 'http://shop.example/d', status: 200, body: 'end' })
    expect(requests.map(({ url, headers }) => `${headers.host}${url}`)).toEqual([
      'shop.example/',
      'shop.example/a',
      'other.example/b?c',
      'shop.example/d',
    ])
  })

  test('is not followed a fourth time', async () => {
    redirectTo('/1', '/2', '/3', '/4')
    await expect(get('http://shop.example/')).rejects.toMatchObject({ fault: 'too_many_redirects' })
    expect(requests).toHaveLength(4)
  })

  test.each([
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://0x7f.1/',
    'http://other.example:3000/',
    'file:///etc/passwd',
  ])('to %s is refused', async (location) => {
    redirectTo(location)
    await expect(get('http://shop.example/')).rejects.toMatchObject({ fault: 'refused' })
    expect([requests.length, connections]).toEqual([1, 1])
  })

  test('to the same name is refused when that name now resolves to an address inside', async () => {
    redirectTo('/again')
    const client = makeClient(resolveTo({ 'rebind.example': [[PUBLIC], ['127.0.0.1']] }))
    await expect(client.get('http://rebind.example/')).rejects.toMatchObject({ fault: 'refused' })
    expect([requests.length, connections]).toEqual([1, 1])
  })
})

describe('an address', () => {
  test.each([
    '1.1.1.1',
    '100.63.255.255',
    '100.128.0.0',
    '172.32.0.1',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00::1',
  ])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true))

  test.each([
    '0.1.2.3',
    '10.1.2.3',
    '100.64.0.1',
    '100.100.100.200',
    '127.255.255.255',
    '168.63.129.16',
    '169.254.1.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '198.19.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:1.1.1.1',
    '64:ff9b::101:101',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:101:101::',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '',
    'localhost',
    '1.1.1',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))
})
