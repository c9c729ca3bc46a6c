/** A request as the quick way reads it: a GET without a body, over HTTP/1.1, on a connection that stays open. */
export interface QuickRequest {
  /** The request target as it was sent: a path, perhaps with a query. */
  url: string
  /** By names in lower case; each of them was sent once. */
  headers: Record<string, string>
}

/**
 * The narrow middle of RFC 9112, sections 2 to 5: a path of visible ASCII, and at most a hundred fields of ASCII that
 * stand on one line each. Browsers send fifteen.
 */
const PLAIN_REQUEST = /^GET \/[!-~]* HTTP\/1\.1\r\n(?:[\w!#$%&'*+.^`|~-]+:[\t -~]*\r\n){1,100}\r\n$/

const METHOD_LENGTH = 'GET '.length
const VERSION_LENGTH = ' HTTP/1.1'.length

/**
 * Reads what has come in on a connection if it is one whole plain request and nothing else. Undefined when it is less,
 * or more, or has to be read with more care.
 */
export function readQuickRequest(text: string): QuickRequest | undefined {
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
    // It was there already, or every object has it.
    if (name in fields) return undefined
    fields[name] = text.slice(colonAt + 1, end).trim()
  }
  return isPlain(fields) ? fields : undefined
}

/** Whether no field says that a body follows, or that something else is to become of the connection. */
function isPlain(fields: Record<string, string>): boolean {
  const { host, connection = 'keep-alive', upgrade, expect } = fields
  const hasBody = fields['content-length'] !== undefined || fields['transfer-encoding'] !== undefined
  // node:http reads Proxy-Connection as well.
  const isLasting = connection.toLowerCase() === 'keep-alive' && fields['proxy-connection'] === undefined
  return host !== undefined && !hasBody && isLasting && upgrade === undefined && expect === undefined
}
