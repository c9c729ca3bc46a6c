import type { IncomingMessage, ServerResponse } from 'node:http'
import { problemOf } from './problem.ts'

/**
 * Makes every request target a path: one in absolute form (RFC 9112, 3.2.2) names the host as well, which then counts
 * instead of the Host header. Cheap, because the click path goes through it.
 */
export function straightenTarget(request: IncomingMessage): void {
  const target = request.url ?? ''
  if (target.startsWith('/')) return
  const [, host, path = ''] = /^https?:\/\/([^/?#]+)([^#]*)/i.exec(target) ?? []
  if (host === undefined) return
  request.headers.host = host
  request.url = path.startsWith('/') ? path : `/${path}`
}

/** Headers of every answer but a redirect's; a page replaces the policy by its own. */
const HEADERS = {
  'Content-Security-Policy': "script-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

/**
 * Prepares a request for the router: its answer gets the headers that all answers have, and a client that names no host
 * (HTTP/1.0) gets ours. Answers by itself, and says `false`, what no handler could make a URL of.
 */
export function admit(request: IncomingMessage, response: ServerResponse, publicUrl: string): boolean {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
  if (publicUrl.startsWith('https:')) response.setHeader('Strict-Transport-Security', 'max-age=31536000')
  request.headers.host ??= new URL(publicUrl).host
  if (request.method === 'TRACE') return refuse(response, 405, 'This method is not served.')
  if (!request.url?.startsWith('/')) return refuse(response, 400, 'The address of the request is not a path.')
  if (!isHost(request.headers.host)) return refuse(response, 400, 'The Host header names no host.')
  return true
}

function isHost(text: string): boolean {
  return /^[\w.\-:[\]]+$/.test(text) && URL.canParse(`http://${text}/`)
}

function refuse(response: ServerResponse, status: number, message: string): false {
  response.writeHead(status, { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' })
  response.end(JSON.stringify(problemOf({ code: 'bad_request', status, message })))
  return false
}
