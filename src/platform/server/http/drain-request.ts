import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The largest file that any call takes. */
const MAX_BYTES = 32 * 1024 * 1024
const MAX_MS = 10_000
/** A client that sends nothing for so long waits for the answer. */
const IDLE_MS = 1000

/**
 * Reads and drops the rest of a request that is answered before it ends, mostly refused: a client whose connection is
 * closed while it sends never reads the answer. Closes the connection of a client that sends much more.
 */
export async function drainRequest({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
  // A test that injects a request has all of it.
  const isUnfinished = () => 'complete' in raw && !raw.complete && !raw.destroyed
  if (!isUnfinished()) return
  if (Number(raw.headers['content-length'] ?? 0) <= MAX_BYTES) await drain(raw)
  if (isUnfinished()) reply.header('Connection', 'close')
}

async function drain(request: IncomingMessage): Promise<void> {
  const { promise: isDone, resolve: finish } = Promise.withResolvers<void>()
  const [end, idle] = [setTimeout(finish, MAX_MS), setTimeout(finish, IDLE_MS)]
  let bytes = 0
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    idle.refresh()
    if (bytes > MAX_BYTES) finish()
  }
  request.on('data', count).once('end', finish).once('close', finish).resume()
  await isDone
  request.off('data', count).off('end', finish).off('close', finish).pause()
  clearTimeout(end)
  clearTimeout(idle)
}
