import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { admit, straightenTarget } from './request-guard.ts'

function requestFor(url: string, host?: string): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { url, method: 'GET', headers: host ? { host } : {} })
}

test.each([
  ['/r?key=x', 'there.example', '/r?key=x', 'there.example'],
  ['//evil.example/x', 'there.example', '//evil.example/x', 'there.example'],
  ['http://here.example:81/r?key=x', 'there.example', '/r?key=x', 'here.example:81'],
  ['HTTPS://here.example', undefined, '/', 'here.example'],
  ['http://here.example?q', undefined, '/?q', 'here.example'],
  ['http:///r', 'there.example', 'http:///r', 'there.example'],
  ['*', 'there.example', '*', 'there.example'],
])('%s at %s is %s at %s', (target, host, ...straight) => {
  const request = requestFor(target, host)
  straightenTarget(request)
  expect([request.url, request.headers.host]).toEqual(straight)
})

test('a request without a host gets ours', () => {
  const request = requestFor('/')
  expect(admit(request, new ServerResponse(request), 'https://network.example')).toBe(true)
  expect(request.headers.host).toBe('network.example')
})
