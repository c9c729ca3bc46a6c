import { Readable } from 'node:stream'
import { STREAM_TYPES } from '#kernel/stream-query.ts'
import { writeCsv, writeNdjson } from '../files/answer-rows.ts'
import type { Row } from '../files/answer-rows.ts'
import { FileReply } from './route.ts'

/** A list whose rows a program reads in the order of their places. */
interface RowList<T, P, R extends Row> {
  /** The columns of the CSV. */
  columns: readonly string[]
  /** Lists the rows after a place. */
  list: (part: { after: P | undefined; limit: number }) => Promise<T[]>
  /** Gets the place of a row; its text is a cursor. */
  getPlace: (row: T) => P
  view: (row: T) => R
  headers?: Record<string, string>
}

/** What a request asks of a list. */
interface RowQuery<P> {
  limit: number
  format: 'json' | keyof typeof STREAM_TYPES
  cursor?: P | undefined
}

/**
 * Replies one page of a list as `data` and `next_cursor`, or all its rows from the cursor on as NDJSON or CSV. A stream
 * reads the next rows when the client has taken the last ones.
 */
export async function replyRows<T, P, R extends Row>({ limit, format, cursor }: RowQuery<P>, list: RowList<T, P, R>) {
  if (format !== 'json') {
    const batches = readBatches(list, cursor)
    const body = Readable.from(format === 'csv' ? writeCsvBatches(list, batches) : writeNdjsonBatches(list, batches))
    return new FileReply({ contentType: STREAM_TYPES[format], body, ...(list.headers && { headers: list.headers }) })
  }
  const rows = await list.list({ after: cursor, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { data: page.map(list.view), next_cursor: last === undefined ? null : String(list.getPlace(last)) }
}

const BATCH_ROWS = 500

async function* readBatches<T, P, R extends Row>(list: RowList<T, P, R>, cursor: P | undefined): AsyncGenerator<T[]> {
  let after = cursor
  for (;;) {
    const rows = await list.list({ after, limit: BATCH_ROWS })
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < BATCH_ROWS) return
    after = list.getPlace(last)
  }
}

type Written<T> = Pick<RowList<T, never, Row>, 'columns' | 'view'>

async function* writeCsvBatches<T>({ columns, view }: Written<T>, batches: AsyncIterable<T[]>): AsyncGenerator<string> {
  yield writeCsv([], { columns, hasHeader: true })
  for await (const rows of batches) yield writeCsv(rows.map(view), { columns, hasHeader: false })
}

async function* writeNdjsonBatches<T>({ view }: Written<T>, batches: AsyncIterable<T[]>): AsyncGenerator<string> {
  for await (const rows of batches) yield writeNdjson(rows.map(view))
}
