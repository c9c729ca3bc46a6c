import { describe, expect, test } from 'vitest'
import { parseFastPathRequest } from './fast-path-request.ts'

const head = (...lines: string[]) => lines.map((line) => `${line}\r\n`).join('')
const plain = (...fields: string[]) => head('GET /r?key=a&url=%2F HTTP/1.1', 'Host: x', ...fields, '')

test('parses a plain request, with lower-case names and trimmed values', () => {
  expect(parseFastPathRequest(plain('User-Agent:  Some Browser/1.0 \t', 'X-Empty:', 'Connection: Keep-Alive'))).toEqual(
    {
      url: '/r?key=a&url=%2F',
      headers: { host: 'x', 'user-agent': 'Some Browser/1.0', 'x-empty': '', connection: 'Keep-Alive' },
    },
  )
})

describe('does not parse', () => {
  test.each([
    ['nothing', ''],
    ['a part', plain().slice(0, -1)],
    ['a request without fields', head('GET / HTTP/1.1', '')],
    ['no Host', head('GET / HTTP/1.1', 'User-Agent: x', '')],
    ['two requests', plain() + plain()],
    ['a request with a body', `${plain()}a=1`],
    ['a length', plain('Content-Length: 0')],
    ['chunks', plain('transfer-encoding: chunked')],
    ['an upgrade', plain('Upgrade: h2c')],
    ['an expectation', plain('Expect: 100-continue')],
    ['a wish to close', plain('Connection: close')],
    ['a wish of a proxy', plain('Proxy-Connection: keep-alive')],
    ['more than a hundred fields', plain(...Array.from({ length: 100 }, (_field, index) => `X-${index}: a`))],
    ['several wishes for the connection', plain('Connection: keep-alive, X-A')],
    ['the same field twice', plain('HOST: y')],
    ['a field that every object has', plain('constructor: a')],
    ['the field __proto__', plain('__proto__: a')],
    ['a field over two lines', plain('X-A: b', ' c')],
    ['a space before the colon', plain('X-A : b')],
    ['a field without a name', plain(': b')],
    ['a line without a colon', plain('X-A')],
    ['a bare line feed', plain('X-A: b\nX-B: c')],
    ['a bare carriage return', plain('X-A: b\rX-B: c')],
    ['a NUL', plain('X-A: \0')],
    ['another alphabet in a field', plain('X-A: \xfc')],
    ['another alphabet in the target', plain().replace('key', 'k\xeay')],
    ['a space in the target', plain().replace('key', 'k ey')],
    ['a target with a host', plain().replace('/r', 'http://x/r')],
    ['a target that is no path', plain().replace('/r', '*')],
    ['another method', plain().replace('GET', 'HEAD')],
    ['a method in lower case', plain().replace('GET', 'get')],
    ['another version', plain().replace('1.1', '1.0')],
    ['a version of two digits', plain().replace('1.1', '1.10')],
    ['an empty line in front', `\r\n${plain()}`],
  ])('%s', (_, text) => {
    expect(parseFastPathRequest(text)).toBeUndefined()
  })
})
