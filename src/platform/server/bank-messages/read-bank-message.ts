import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { listMessageParts } from './list-message-parts.ts'
import type { BankMessagePart } from './list-message-parts.ts'
import { UnreadableXml } from './xml.ts'
import type { XmlFault } from './xml.ts'

/** What the thread that reads a message says when it is asked for more. */
export type MessageReply = { part: BankMessagePart } | { fault: XmlFault } | 'end'

/** The largest message that is read, in bytes: it becomes a tree in memory. */
export const MAX_XML_BYTES = 8 * 1024 * 1024
/** Smaller messages are read at once: at worst that takes less than the start of a thread. */
const SMALL_BYTES = 8 * 1024
const TIMEOUT_MS = 10_000

/** A process reads one large message at a time: its tree needs up to 500 MB. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Reads a message of a bank (camt.053, camt.054, pain.002) part by part: at least one part, or none for other XML. A
 * thread of its own reads a large one, so that requests go on, and its time and memory are bounded. Throws
 * `UnreadableXml` before the first part.
 */
export async function* readBankMessage(
  chunks: AsyncIterable<Uint8Array>,
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): AsyncGenerator<BankMessagePart> {
  const bytes = await collect(chunks)
  yield* bytes.length < SMALL_BYTES ? listMessageParts(bytes) : readInThread(bytes, timeoutMs)
}

async function* readInThread(bytes: Uint8Array<ArrayBuffer>, timeoutMs: number): AsyncGenerator<BankMessagePart> {
  const { promise: done, resolve: finish } = Promise.withResolvers<void>()
  const before = last
  last = done
  await before
  const worker = new Worker(new URL('./message-worker.ts', import.meta.url), {
    workerData: bytes,
    transferList: [bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  try {
    for (;;) {
      const reply = await askFor(worker, timeoutMs)
      if (reply === 'end') return
      if ('fault' in reply) throw new UnreadableXml(reply.fault)
      yield reply.part
    }
  } finally {
    await worker.terminate()
    finish()
  }
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length > MAX_XML_BYTES) throw new UnreadableXml('too_large')
    parts.push(chunk)
  }
  const bytes = new Uint8Array(length)
  let start = 0
  for (const part of parts) {
    bytes.set(part, start)
    start += part.length
  }
  return bytes
}

async function askFor(worker: Worker, timeoutMs: number): Promise<MessageReply> {
  worker.postMessage('next', [])
  try {
    const [reply] = await once(worker, 'message', { signal: AbortSignal.timeout(timeoutMs) })
    return reply as MessageReply
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (error.name === 'AbortError') throw new UnreadableXml('too_slow')
    throw 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new UnreadableXml('too_complex') : error
  }
}
