import { Random } from '../../seeds/random.ts'

const METHODS = ['GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'TRACE', 'get', 'GOT', '']
const TARGETS = [
  '/r',
  '/r?key=a&url=https%3A%2F%2Fshop.example%2F',
  '/r/KEY?url=x',
  '/r/%00?a=%zz',
  '/r?"<>\\^`{|}',
  '/rest',
  '/nowhere',
  '//r',
  'http://other.example/r?a',
  'http://a b/r',
  'ftp://other.example/r',
  '*',
  'r',
  '',
  '/r k',
  '/r\xe9',
  '/r\x01',
  `/r?${'a'.repeat(3000)}`,
]
const VERSIONS = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/1.10', 'HTTP/9.9', 'http/1.1', 'HTTP/1.1 ', '']
const HOSTS = [
  'Host: x',
  'hoSt:\tx:8080 ',
  'Host: [::1]',
  'Host:',
  'Host: a b',
  'Host: u@x',
  'Host: x/y',
  'Host: x:99999',
]
const FIELDS = [
  'User-Agent: Some Browser/1.0',
  'X-Say:  spaces  ',
  'X-Empty:',
  'Cookie: a=b; c=d',
  'X-Twice: a\r\nX-Twice: b',
  'Host: y',
  'Connection: close',
  'Connection: keep-alive',
  'Connection: Keep-Alive, X-A',
  'Proxy-Connection: close',
  'Upgrade: h2c',
  'Connection: upgrade\r\nUpgrade: websocket',
  'Expect: 100-continue',
  'Expect: something',
  'Content-Length: 0',
  'Content-Length: 3',
  'Content-Length: -1',
  'Content-Length: 3, 3',
  'Content-Length: 3\r\nContent-Length: 4',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: identity',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding: chunked\r\nContent-Length: 3',
  'X-Fold: a\r\n b',
  'X-Space : a',
  ': a',
  'no colon',
  'X-Latin: \xfc',
  'X-Nul: a\0b',
  'X-Control: a\x07b',
  'X-Return: a\rb',
  'X-Feed: a\nX-Fed: b',
  'X-Invalid[]: a',
  '__proto__: a',
  'constructor: a',
  'Forwarded: for=x',
  'Sec-GPC: 1',
  'Sec-Fetch-Dest: document',
  'sec-fetch-dest:\timage ',
  'Sec-Fetch-Dest: document\r\nSec-Fetch-Dest: iframe',
  Array.from({ length: 101 }, (_, index) => `X-${index}: a`).join('\r\n'),
]
const BODIES = ['a=1', '3\r\na=1\r\n0\r\n\r\n', '3\r\na=1\r\n', 'zz\r\n', '\r\n', 'junk', 'GET /r', '\0\x01\x02']
const ENDS = ['\r\n', '\r\n', '\r\n', '\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r', '']

/**
 * Makes conversation `number`: one to three requests, whole or broken, in one to three pieces (Latin-1). The same
 * number gives the same conversation.
 */
export function makeConversation(number: number): string[] {
  const random = new Random(number)
  const requests = Array.from({ length: random.pick([1, 1, 2, 3]) }, () => makeRequest(random))
  const text = requests.join('')
  const cuts = Array.from({ length: random.pick([0, 0, 1, 2]) }, () => Math.floor(random.next() * text.length))
  const ends = [0, ...cuts.toSorted((a, b) => a - b), text.length]
  return ends.slice(1).map((end, index) => text.slice(ends[index], end))
}

/** Makes a request that is plain but for a few parts. */
function makeRequest(random: Random): string {
  const rarely = <T>(parts: readonly T[], usual: T) => (random.isTrue(0.15) ? random.pick(parts) : usual)
  const line = `${rarely(METHODS, 'GET')} ${rarely(TARGETS, '/r?key=a')} ${rarely(VERSIONS, 'HTTP/1.1')}`
  const host = random.isTrue(0.03) ? [] : [rarely(HOSTS, 'Host: x')]
  const fields = Array.from({ length: random.pick([0, 0, 1, 2, 4]) }, () => random.pick(FIELDS))
  const end = rarely(ENDS, '\r\n')
  return `${[line, ...host, ...fields].join(end)}${end}${end}${rarely(BODIES, '')}`
}
