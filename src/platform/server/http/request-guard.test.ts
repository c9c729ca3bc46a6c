import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { admit, straightenTarget, writeByteRefusal } from './request-guard.ts'

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

test.each([
  ['HPE_INVALID_METHOD', 'HTTP/1.1 400 Bad Request', 'bad_request'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'HTTP/1.1 408 Request Timeout', 'bad_request'],
  ['ERR_BODIES_TOO_LARGE', 'HTTP/1.1 503 Service Unavailable', 'unavailable'],
])('%s is answered %s', (code, statusLine, wireCode) => {
  const response = writeByteRefusal({ code })
  expect(response.split('\r\n')[0]).toBe(statusLine)
  expect(response).toContain(`"code":"${wireCode}"`)
  expect(response.includes('Retry-After: 2\r\n')).toBe(wireCode === 'unavailable')
})
