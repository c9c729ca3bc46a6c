import { isHost } from './host-header.ts'

/** A request that the fast path serves: an HTTP/1.1 GET without a body on a keep-alive connection. */
export interface FastPathRequest {
  /** The request target as received: a path with an optional query. */
  url: string
  /** Keyed by lower-case name; each header was sent once. */
  headers: Record<string, string>
}

/**
 * A strict subset of RFC 9112, sections 2 to 5: a target of visible ASCII and at most a hundred single-line ASCII
 * header fields. Browsers send about fifteen.
 */
const PLAIN_REQUEST = /^GET \/[!-~]* HTTP\/1\.1\r\n(?:[\w!#$%&'*+.^`|~-]+:[\t -~]*\r\n){1,100}\r\n$/

const METHOD_LENGTH = 'GET '.length
const VERSION_LENGTH = ' HTTP/1.1'.length

/**
 * Parses the received text if it is exactly one complete plain request. Returns `undefined` for a part of a request,
 * for more than one request, and for every request that needs a full HTTP parser.
 */
export function parseFastPathRequest(text: string): FastPathRequest | undefined {
  if (!PLAIN_REQUEST.test(text)) return undefined
  const lineEnd = text.indexOf('\r\n')
  const headers = readFields(text, lineEnd + 2)
  return headers && { url: text.slice(METHOD_LENGTH, lineEnd - VERSION_LENGTH), headers }
}

function readFields(text: string, from: number): Record<string, string> | undefined {
  const fields: Record<string, string> = {}
  for (let at = from, end = text.indexOf('\r\n', at); end > at; at = end + 2, end = text.indexOf('\r\n', at)) {
    const colonAt = text.indexOf(':', at)
    const name = text.slice(at, colonAt).toLowerCase()
    // A repeated field, or a name such as `constructor` that every object has.
    if (name in fields) return undefined
    fields[name] = text.slice(colonAt + 1, end).trim()
  }
  return isPlain(fields) ? fields : undefined
}

/** Returns whether the request has a valid host and no body, and keeps the connection open and on HTTP/1.1. */
function isPlain(fields: Record<string, string>): boolean {
  const { host, connection = 'keep-alive', upgrade, expect } = fields
  const hasBody = fields['content-length'] !== undefined || fields['transfer-encoding'] !== undefined
  // node:http reads Proxy-Connection as well.
  const isKeptAlive = connection.toLowerCase() === 'keep-alive' && fields['proxy-connection'] === undefined
  const isOther = hasBody || !isKeptAlive || upgrade !== undefined || expect !== undefined
  return host !== undefined && !isOther && isHost(host)
}
