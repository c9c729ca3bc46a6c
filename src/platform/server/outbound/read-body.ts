import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createInflate, createUnzip } from 'node:zlib'

const DECODERS: Record<string, () => NodeJS.ReadWriteStream & Readable> = {
  br: createBrotliDecompress,
  deflate: createInflate,
  gzip: createUnzip,
}

/**
 * Reads the beginning of a body and decompresses it; at most `maxBytes` count, decompressed. Returns one character per
 * byte, which suffices for searching ASCII in a page of any encoding. Destroys the response.
 */
export async function readBody(
  response: IncomingMessage,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  const stream = decode(response)
  const stop = () => stream.destroy(signal.reason as Error)
  signal.addEventListener('abort', stop, { once: true })
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, maxBytes - bytes))
      bytes += chunk.length
      if (bytes >= maxBytes) break
    }
  } finally {
    signal.removeEventListener('abort', stop)
    response.destroy()
  }
  return Buffer.concat(chunks).toString('latin1')
}

/** Decompresses a body that the server compressed although we did not ask for it. */
function decode(response: IncomingMessage): Readable {
  const decoder = DECODERS[response.headers['content-encoding']?.trim().toLowerCase() ?? '']?.()
  if (decoder === undefined) return response
  response.on('error', (error) => decoder.destroy(error)).pipe(decoder)
  return decoder
}
