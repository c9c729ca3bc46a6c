import { CallRefusal } from '#kernel/errors.ts'
import { toRefusal } from './call.ts'

const LINE_END = 10

/** How much of a file has arrived. `rows` are its lines without the header. */
export interface Received {
  rows: number
  bytes: number
}

interface FetchOptions {
  /** The CSRF token of the page, which names the brand whose file it wants. */
  csrfToken: string
  signal: AbortSignal
  onProgress: (received: Received) => void
}

/**
 * Fetches a file of rows. It throws a `CallRefusal` like `browserCall`, also when the connection breaks in the middle,
 * and the reason of the signal when that aborts.
 */
export async function fetchFile(href: string, { csrfToken, signal, onProgress }: FetchOptions): Promise<File> {
  try {
    const headers = { Accept: 'application/json, */*', 'X-CSRFToken': csrfToken }
    const response = await fetch(href, { signal, headers })
    if (!response.ok || response.body === null) {
      throw toRefusal(response.status, await response.json().catch(() => undefined))
    }
    const blob = await new Response(response.body.pipeThrough(countRows(onProgress))).blob()
    const type = response.headers.get('Content-Type') ?? ''
    return new File([blob], readName(response.headers), { type })
  } catch (error) {
    if (signal.aborted || error instanceof CallRefusal) throw error
    throw new CallRefusal({ code: 'offline', status: 503, message: '' })
  }
}

function countRows(onProgress: FetchOptions['onProgress']) {
  const received = { rows: -1, bytes: 0 }
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      received.bytes += chunk.byteLength
      for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, at + 1)) received.rows += 1
      onProgress({ ...received, rows: Math.max(0, received.rows) })
      controller.enqueue(chunk)
    },
  })
}

function readName(headers: Headers): string {
  const [, name = 'download.csv'] = /filename="?([^";]+)/.exec(headers.get('Content-Disposition') ?? '') ?? []
  return name
}

/** Long enough for the browser to begin reading the file. */
const KEPT_MS = 60_000

/** Hands a file to the browser, which saves it like a download. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
