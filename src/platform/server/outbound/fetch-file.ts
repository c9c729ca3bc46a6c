import { setImmediate as nextTurn } from 'node:timers/promises'
import { MINUTE_MS } from '#kernel/days.ts'
import type { Locale } from '#texts/texts.ts'
import { mailTexts } from '../mail/texts.ts'
import { OutboundError } from './outbound-client.ts'
import type { OutboundClient, OutboundFault } from './outbound-client.ts'

/** Fetches files from public servers. */
export type FileClient = Pick<OutboundClient, 'get'>

/** Fetches a file in time, by default within a minute: its body, one character per byte, or why there is none. */
export async function fetchFile(
  client: FileClient,
  url: string,
  { maxBytes, timeoutMs = MINUTE_MS }: { maxBytes: number; timeoutMs?: number },
) {
  try {
    // A longer body is cut off there.
    const { status, body } = await client.get(url, { timeoutMs, maxBytes: maxBytes + 1 })
    if (status !== 200) return { fault: `status ${status}` }
    return body.length > maxBytes ? { fault: 'too_large' } : { body }
  } catch (error) {
    if (error instanceof OutboundError) return { fault: error.fault }
    throw error
  }
}

/** Says why a server gave no file; `undefined` for a fault of the file itself. */
export function describeFetchFault(fault: string, locale: Locale): string | undefined {
  const t = mailTexts(locale, 'errors')
  const [kind, status = ''] = fault.split(' ')
  const code = `fetch.${kind as OutboundFault | 'status'}` as const
  return t.has(code) ? t(code, { status }) : undefined
}

const PART_BYTES = 65_536

/** Divides a body that was read into parts of bytes. Other work of the process goes on between them. */
export async function* divideBody(body: string): AsyncGenerator<Buffer> {
  for (let start = 0; start < body.length; start += PART_BYTES) {
    yield Buffer.from(body.slice(start, start + PART_BYTES), 'latin1')
    await nextTurn()
  }
}
