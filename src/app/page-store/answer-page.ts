import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gzip } from 'node:zlib'
import type { KeptPage } from './kept-page.ts'

const decompress = promisify(brotliDecompress)
const compress = promisify(gzip)

type Encoding = 'br' | 'gzip' | 'identity'

/**
 * Answers with a kept page: 304 when the client has it, else the HTML in brotli, or in gzip or plain for a client that
 * does not accept brotli.
 */
export function answerPage(request: IncomingMessage, response: ServerResponse, page: KeptPage): void {
  if (hasPage(request.headers['if-none-match'], page)) {
    response.writeHead(304, page.headers).end()
    return
  }
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  if (encoding === 'br') send(response, page, { body: page.brotli, encoding })
  else {
    encode(page, encoding).then(
      (body) => send(response, page, { body, encoding }),
      () => response.destroy(),
    )
  }
}

/** Whether the header names the tag of the page. A proxy may have removed the `W/` of the tag. */
function hasPage(ifNoneMatch: string | undefined, { etag }: KeptPage): boolean {
  return ifNoneMatch !== undefined && ifNoneMatch.includes(etag.slice(2))
}

interface EncodedPage {
  body: Buffer
  encoding: Encoding
}

function send(response: ServerResponse, { headers }: KeptPage, { body, encoding }: EncodedPage): void {
  response.writeHead(200, {
    ...headers,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': body.length,
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  })
  // node:http leaves the body of an answer to HEAD out.
  response.end(body)
}

async function encode({ brotli }: KeptPage, encoding: Exclude<Encoding, 'br'>): Promise<Buffer> {
  const html = await decompress(brotli)
  return encoding === 'gzip' ? compress(html) : html
}

/** Chooses the best encoding that an Accept-Encoding header accepts (RFC 9110, 12.5.3). */
export function chooseEncoding(accepted = ''): Encoding {
  const qualities = new Map(accepted.split(',').map(readCoding))
  const isAccepted = (coding: string) => (qualities.get(coding) ?? qualities.get('*') ?? 0) > 0
  return (['br', 'gzip'] as const).find(isAccepted) ?? 'identity'
}

/** Reads `gzip;q=0.5` as a coding with its quality. */
function readCoding(text: string): [coding: string, quality: number] {
  const [coding = '', ...params] = text.split(';').map((part) => part.trim().toLowerCase())
  const quality = params.find((param) => param.startsWith('q='))
  return [coding, quality === undefined ? 1 : Number(quality.slice(2)) || 0]
}
