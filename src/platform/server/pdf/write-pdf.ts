import { Worker } from 'node:worker_threads'
import { MAX_PDF_ROWS } from './content.ts'
import type { PdfContent } from './content.ts'

/** A process writes one document at a time: each needs some 100 MB while it is written, because of its fonts. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Writes a document as PDF (A4), with embedded fonts of which it keeps the used characters. A thread of its own does
 * the work, so that requests go on, and its memory is bounded. Refuses more than `MAX_PDF_ROWS` rows.
 */
export function writePdf(content: PdfContent): Promise<Buffer> {
  const rows = content.tables.reduce((sum, table) => sum + table.rows.length, 0)
  if (rows > MAX_PDF_ROWS) throw new Error(`A document has ${rows} rows, and at most ${MAX_PDF_ROWS} are written.`)
  const written = last.then(() => runWorker(content))
  last = written.catch(() => undefined)
  return written
}

function runWorker(content: PdfContent): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      workerData: content,
      resourceLimits: { maxOldGenerationSizeMb: 192 },
    })
    worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)))
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The thread that writes a document ended without one.')))
  })
}
