import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Converts a request of Fastify, whose body has been read, into one for React Router. Its signal aborts when the client
 * disconnects.
 */
export function pageRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const disconnected = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) disconnected.abort()
  })
  return new Request(`${request.protocol}://${request.host}${request.url}`, {
    method: request.method,
    headers: toHeaders(request),
    body: Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null,
    signal: disconnected.signal,
  })
}

function toHeaders(request: FastifyRequest): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    for (const item of [value ?? []].flat()) headers.append(name, item)
  }
  return headers
}
