import { STATUS_CODES } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CodedError } from '#kernel/error-codes.ts'
import type { RefusalDetails } from '#kernel/errors.ts'
import type { Locale } from '#texts/texts.ts'
import { isHost } from './host-header.ts'
import type { PreRouterRequest, PreRouterResponse } from './pre-router.ts'
import { describeProblem } from './problem.ts'
import { readLocale } from './request-locale.ts'

/**
 * Turns a request target in absolute form (RFC 9112, 3.2.2) into a path, and its host into the Host header. It must be
 * cheap, because every click passes it.
 */
export function straightenTarget(request: IncomingMessage): void {
  const target = request.url ?? ''
  if (target.startsWith('/')) return
  const [, host, path = ''] = /^https?:\/\/([^/?#]+)([^#]*)/i.exec(target) ?? []
  if (host === undefined) return
  request.headers.host = host
  request.url = path.startsWith('/') ? path : `/${path}`
}

/** Default headers of every response behind the router. A page replaces the content security policy with its own. */
const HEADERS = {
  'Content-Security-Policy': "script-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

/**
 * Refuses a message that another server may understand otherwise: of another major version, with several hosts or an
 * invalid one, or in a transfer coding besides `chunked`. Answers it, closes the connection and returns `false`. Every
 * request that `node:http` reads passes it.
 */
export function admitMessage(request: IncomingMessage, response: ServerResponse): boolean {
  const refusal = findFault(request)
  if (refusal === undefined) return true
  response.shouldKeepAlive = false
  refuse(request, response, refusal)
  return false
}

function findFault(request: IncomingMessage): EarlyRefusal | undefined {
  const { httpVersionMajor, httpVersionMinor, rawHeaders, headers } = request
  if (httpVersionMajor !== 1) return { code: 'request.version', status: 400 }
  const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host')
  // HTTP/1.0 knows no Host. The target may name another one, which `straightenTarget` has read.
  const isNamed = hosts.length === 1 || (hosts.length === 0 && httpVersionMinor === 0)
  if (!isNamed || ![...hosts, headers.host ?? 'none'].every(isHost)) return { code: 'request.host', status: 400 }
  const coding = headers['transfer-encoding']?.toLowerCase() ?? 'chunked'
  return coding === 'chunked' ? undefined : { code: 'request.coding', status: 400 }
}

/**
 * Prepares a request for the router: sets the default response headers, and our host when the client names none
 * (HTTP/1.0). Answers an invalid request itself and returns `false`.
 */
export function admit(request: IncomingMessage, response: ServerResponse, publicUrl: string): boolean {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
  request.headers.host ??= new URL(publicUrl).host
  const refusal = findUnroutable(request)
  if (refusal !== undefined) refuse(request, response, refusal)
  return refusal === undefined
}

function findUnroutable({ method, url }: IncomingMessage): EarlyRefusal | undefined {
  if (method === 'TRACE') return { code: 'request.method', status: 405 }
  return url?.startsWith('/') ? undefined : { code: 'request.target', status: 400 }
}

type EarlyRefusal = CodedError & Pick<RefusalDetails, 'status' | 'wireCode' | 'retryAfterSeconds'>

/** Answers a request with a problem document, on the fast path as well. */
export function refuse(request: PreRouterRequest, response: PreRouterResponse, refusal: EarlyRefusal): void {
  const body = describe(refusal, readLocale(request))
  const headers = { ...HEADERS, ...PROBLEM_HEADERS, 'Content-Length': String(Buffer.byteLength(body)) }
  response.writeHead(refusal.status, Object.entries(headers).flat())
  response.end(request.method === 'HEAD' ? undefined : body)
}

const PROBLEM_HEADERS = { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' }

function describe(refusal: EarlyRefusal, locale: Locale): string {
  return JSON.stringify(describeProblem({ wireCode: 'bad_request', ...refusal }, locale))
}

/** The answers to bytes that are no request, by the code of the error in `node:http` or a `ByteRefusal`. */
const BYTE_FAULTS: Record<string, EarlyRefusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request.slow', status: 408 },
  HPE_HEADER_OVERFLOW: { code: 'request.head_large', status: 431 },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { code: 'request.too_large', status: 413 },
  ERR_BODIES_TOO_LARGE: { code: 'unavailable', status: 503, wireCode: 'unavailable', retryAfterSeconds: 2 },
}

/** Writes the response (Latin-1) to bytes that `node:http` could not read as a request. */
export function writeByteRefusal(error: { code?: string }): string {
  const refusal = BYTE_FAULTS[error.code ?? ''] ?? { code: 'request.bytes', status: 400 }
  const body = describe(refusal, 'en')
  const { retryAfterSeconds } = refusal
  const retry = retryAfterSeconds === undefined ? {} : { 'Retry-After': retryAfterSeconds }
  const headers = { ...HEADERS, ...PROBLEM_HEADERS, ...retry, 'Content-Length': body.length, Connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`
}
