import type { FastifyReply, FastifyRequest } from 'fastify'

/** A request as the router wants it. Its body has been read already; its signal says when the visitor has left. */
export function pageRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const visit = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) visit.abort()
  })
  return new Request(`${request.protocol}://${request.host}${request.url}`, {
    method: request.method,
    headers: toHeaders(request),
    body: Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null,
    signal: visit.signal,
  })
}

function toHeaders(request: FastifyRequest): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one)
  }
  return headers
}
