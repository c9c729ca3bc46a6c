import { Readable } from 'node:stream'
import type { Place } from '#kernel/cursor.ts'

/**
 * The rows of a list after the row `after`, up to and including the row `last`. Without `after` from the beginning of
 * the list, without `last` to its end.
 */
export interface StreamPart {
  after: Place | undefined
  last: Place | undefined
}

/**
 * A list whose lines PostgreSQL writes, part by part. A part is a row for each line: as one text of megabytes it would
 * make Node collect garbage for each part, because such a text does not lie in the small heap.
 */
export interface PartedList {
  /** The text before the first row. */
  head?: string
  /** The row after which the list begins. */
  after?: Place | undefined
  /** Finds the last of `limit` rows after the row `after`; undefined if fewer rows are left. */
  findLastPlace(next: { after: Place | undefined; limit: number }): Promise<Place | undefined>
  writePart(part: StreamPart): Promise<string>
}

/** The first part is small, so that the text begins at once. */
const FIRST_ROWS = 200
const PART_ROWS = 5000

/** Parts that PostgreSQL writes at the same time. */
const PARTS_AT_ONCE = 2

/**
 * Streams a list of any length. PostgreSQL writes the next parts while the ones before them are sent. The process holds
 * some parts and never the whole text. Each part has its place before it is written, so rows that come or go meanwhile
 * neither repeat nor omit another row.
 */
export function streamParts(list: PartedList): Readable {
  return Readable.from(writeParts(list), { highWaterMark: 1 })
}

async function* writeParts({ head = '', after, ...list }: PartedList): AsyncGenerator<string> {
  const parts: Promise<string>[] = []
  let before = head
  let next: Parameters<PartedList['findLastPlace']>[0] | undefined = { after, limit: FIRST_ROWS }
  while (next !== undefined || parts.length > 0) {
    while (next !== undefined && parts.length < PARTS_AT_ONCE) {
      const last: Place | undefined = await list.findLastPlace(next)
      const part = list.writePart({ after: next.after, last })
      // The client may leave before the part is awaited.
      part.catch(() => undefined)
      parts.push(part)
      next = last && { after: last, limit: PART_ROWS }
    }
    const text = before + ((await parts.shift()) ?? '')
    if (text !== '') yield text
    before = ''
  }
}
