import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CodedError } from '#kernel/error-codes.ts'
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
}

/**
 * Prepares a request for the router: sets the default response headers, and our host when the client names none
 * (HTTP/1.0). Answers an invalid request itself and returns `false`.
 */
export function admit(request: IncomingMessage, response: ServerResponse, publicUrl: string): boolean {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
  if (publicUrl.startsWith('https:')) response.setHeader('Strict-Transport-Security', 'max-age=31536000')
  request.headers.host ??= new URL(publicUrl).host
  if (request.method === 'TRACE') return refuse(request, response, { code: 'request.method', status: 405 })
  if (!request.url?.startsWith('/')) return refuse(request, response, { code: 'request.target', status: 400 })
  if (!isHost(request.headers.host)) return refuse(request, response, { code: 'request.host', status: 400 })
  return true
}

function isHost(text: string): boolean {
  return /^[\w.\-:[\]]+$/.test(text) && URL.canParse(`http://${text}/`)
}

type EarlyRefusal = CodedError & { status: number }

function refuse(request: IncomingMessage, response: ServerResponse, refusal: EarlyRefusal): false {
  response.writeHead(refusal.status, { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' })
  response.end(JSON.stringify(describeProblem({ ...refusal, wireCode: 'bad_request' }, readLocale(request))))
  return false
}
