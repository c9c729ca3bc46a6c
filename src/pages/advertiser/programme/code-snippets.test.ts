import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { codeSnippets } from './code-snippets.ts'

const tokens = { server: 'secret-token', pixel: 'public-token' }
const facts = { trackingOrigin: 'https://tandem.example', tokens, event: 'sale', currency: 'USD' }

test('fills in address, secret and event in every language', () => {
  const { pixel, ...codes } = codeSnippets(facts)
  expect(pixel).toContain('https://tandem.example/p.gif?token=public-token&amp;click_id=')
  expect(pixel).not.toContain('secret-token')
  for (const code of Object.values(codes)) {
    expect(code).toContain('https://tandem.example/postback')
    expect(code).toContain('secret-token')
    expect(code).toContain('sale')
    expect(code).not.toContain('?token=')
    expect(code).not.toContain('public-token')
  }
})

test('returns Node code that reports an order without changes', async () => {
  const postbacks: unknown[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    postbacks.push([request.method, request.url, JSON.parse(await text(request))])
    response.setHeader('content-type', 'application/json').end('{"result":"recorded"}')
  }
  const server = createServer((request, response) => void receive(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const trackingOrigin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const module = `${codeSnippets({ ...facts, trackingOrigin }).node}\nexport { reportOrder }`
  const { reportOrder } = (await import(`data:text/javascript,${encodeURIComponent(module)}`)) as {
    reportOrder: (order: object) => Promise<unknown>
  }
  const order = { clickId: 'abc', orderId: 'A-1', amount: '49.90' }
  expect(await reportOrder(order)).toEqual({ result: 'recorded' })
  const sent = {
    token: 'secret-token',
    click_id: 'abc',
    order_id: 'A-1',
    event: 'sale',
    amount: '49.90',
    currency: 'USD',
  }
  expect(postbacks).toEqual([['POST', '/postback', sent]])
  server.close()
})
