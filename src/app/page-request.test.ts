import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageRequest } from './page-request.ts'

const LIMIT_BYTES = 1000

const server = fastify({ bodyLimit: LIMIT_BYTES })
const arrived = Promise.withResolvers<void>()
const left = Promise.withResolvers<void>()
const signals: AbortSignal[] = []
let address: string

beforeAll(async () => {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  server.all('/slow', (request, reply) => {
    pageRequest(request, reply).signal.addEventListener('abort', () => left.resolve())
    arrived.resolve()
  })
  server.all('/*', async (request, reply) => {
    const page = pageRequest(request, reply)
    signals.push(page.signal)
    const { url, method } = page
    return { url, method, accept: page.headers.get('accept'), body: await page.text() }
  })
  address = await server.listen({ port: 0, host: '127.0.0.1' })
})

afterAll(() => server.close())

test('has the address, method, headers and body', async () => {
  const response = await fetch(`${address}//a/%20b?c=d`, { headers: { accept: 'text/html' } })
  const said = { url: `${address}//a/%20b?c=d`, method: 'GET', accept: 'text/html', body: '' }
  expect(await response.json()).toEqual(said)
})

test.each<Record<string, string>>([{ 'content-type': 'application/x-www-form-urlencoded' }, {}])(
  'passes the body of %j on unparsed',
  async (headers) => {
    const response = await fetch(address, { method: 'POST', headers, body: new TextEncoder().encode('a=%zz') })
    expect(await response.json()).toMatchObject({ method: 'POST', body: 'a=%zz' })
  },
)

test.each(['declared', 'undeclared'])('is refused with a body over the limit whose length is %s', async (length) => {
  const bytes = new Uint8Array(LIMIT_BYTES + 1)
  const body = length === 'declared' ? bytes : new Blob([bytes]).stream()
  const response = await fetch(address, { method: 'POST', body, duplex: 'half' })
  expect(response.status).toBe(413)
})

test('does not abort after the response', () => {
  expect(signals.length).toBeGreaterThan(0)
  expect(signals.some((signal) => signal.aborted)).toBe(false)
})

test('aborts when the client disconnects', async () => {
  const visit = new AbortController()
  void arrived.promise.then(() => visit.abort())
  await expect(fetch(`${address}/slow`, { signal: visit.signal })).rejects.toThrow('abort')
  await left.promise
})
