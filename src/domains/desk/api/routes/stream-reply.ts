import { Readable } from 'node:stream'
import { FileReply } from '#platform/server/http/route.ts'
import { STREAM_TYPES } from '../contract/v1.ts'
import { writeCsv, writeNdjson } from '../views/stream.ts'
import type { Row } from '../views/stream.ts'

interface Stream<T> {
  format: keyof typeof STREAM_TYPES
  /** The columns of the CSV. */
  columns: readonly string[]
  batches: AsyncIterable<T[]>
  view: (row: T) => Row
  headers: Record<string, string>
}

/** Replies all rows as NDJSON or CSV. Reads the next batch when the client has taken the last one. */
export function streamReply<T>({ format, headers, ...stream }: Stream<T>): FileReply {
  const body = Readable.from(format === 'csv' ? writeCsvBatches(stream) : writeNdjsonBatches(stream))
  return new FileReply({ contentType: STREAM_TYPES[format], body, headers })
}

type Batches<T> = Omit<Stream<T>, 'format' | 'headers'>

async function* writeCsvBatches<T>({ columns, batches, view }: Batches<T>): AsyncGenerator<string> {
  yield writeCsv([], { columns, hasHeader: true })
  for await (const rows of batches) yield writeCsv(rows.map(view), { columns, hasHeader: false })
}

async function* writeNdjsonBatches<T>({ batches, view }: Batches<T>): AsyncGenerator<string> {
  for await (const rows of batches) yield writeNdjson(rows.map(view))
}
