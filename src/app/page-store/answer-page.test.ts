import { createServer, request } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerPage, chooseEncoding } from './answer-page.ts'
import { packPage } from './kept-page.ts'

const html = '<p>中文</p>'.repeat(500)

let server: Server
let port: number
let etag: string

beforeAll(async () => {
  const page = await packPage(html, { nonce: 'n', secret: Buffer.alloc(32) })
  etag = page.etag
  server = createServer((incoming, response) => answerPage(incoming, response, page))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ;({ port } = server.address() as AddressInfo)
})

afterAll(() => server.close())

async function ask(headers: Record<string, string>, method = 'GET') {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ port, method, headers, agent: false }, resolve).on('error', reject).end()
  })
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) }
}

test.each([
  ['br, gzip', 'br', (body: Buffer) => brotliDecompressSync(body)],
  ['gzip, deflate', 'gzip', (body: Buffer) => gunzipSync(body)],
  ['', undefined, (body: Buffer) => body],
])('answers %j in %s', async (accepted, encoding, decode) => {
  const { status, headers, body } = await ask({ 'accept-encoding': accepted })
  expect([status, headers['content-encoding']]).toEqual([200, encoding])
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-length': String(body.length),
    'cache-control': 'private, no-cache',
    vary: 'accept-encoding, Accept-Language, Cookie, Sec-GPC, User-Agent',
    etag,
  })
  expect(decode(body).toString()).toBe(html)
})

test('answers HEAD like GET, without the page', async () => {
  const get = await ask({ 'accept-encoding': 'br' })
  const head = await ask({ 'accept-encoding': 'br' }, 'HEAD')
  expect(head.body).toHaveLength(0)
  expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' })
})

test.each([
  ['the tag', (tag: string) => tag],
  ['the tag that a proxy made strong', (tag: string) => tag.slice(2)],
  ['one of several tags', (tag: string) => `"x", ${tag}`],
])('answers 304 to %s', async (_what, write) => {
  const { status, headers, body } = await ask({ 'if-none-match': write(etag) })
  expect([status, body.length, headers.etag]).toEqual([304, 0, etag])
  expect(headers).not.toHaveProperty('content-encoding')
})

test('answers 200 to the tag of another page', async () => {
  expect((await ask({ 'if-none-match': 'W/"x"' })).status).toBe(200)
})

describe('chooseEncoding', () => {
  test.each([
    [undefined, 'identity'],
    ['gzip;q=1.0, br;q=0.5', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['BR', 'br'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['identity', 'identity'],
    ['gzip;q=0', 'identity'],
    ['brotli, xbr', 'identity'],
    [';;,=', 'identity'],
  ])('%j gets %s', (accepted, encoding) => {
    expect(chooseEncoding(accepted)).toBe(encoding)
  })
})
