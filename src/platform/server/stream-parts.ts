import { Readable } from 'node:stream'
import type { Place } from '#kernel/cursor.ts'

/** `limit` rows of a list after the row `after`, or from its beginning. */
export interface StreamPart {
  limit: number
  after?: Place | undefined
}

/** A list that PostgreSQL writes as text, part by part. */
export interface PartedList {
  /** The text before the first row. */
  head?: string
  /** The row after which the list begins. */
  after?: Place | undefined
  writePart(part: StreamPart): Promise<string>
  /** Finds the last row of a full part; undefined if fewer rows are left. */
  findLastPlace(part: StreamPart): Promise<Place | undefined>
}

/** The first part is small, so that the text begins at once. */
const FIRST_ROWS = 200
const PART_ROWS = 5000

/** Parts that PostgreSQL writes at the same time. */
const PARTS_AT_ONCE = 2

/**
 * Streams a list of any length. PostgreSQL writes the next parts while the ones before them are sent. The process holds
 * some parts and never the whole text.
 */
export function streamParts(list: PartedList): Readable {
  return Readable.from(writeParts(list), { highWaterMark: 1 })
}

async function* writeParts({ head = '', after, ...list }: PartedList): AsyncGenerator<string> {
  const parts: Promise<string>[] = []
  let before = head
  let next: StreamPart | undefined = { limit: FIRST_ROWS, after }
  while (next !== undefined || parts.length > 0) {
    while (next !== undefined && parts.length < PARTS_AT_ONCE) {
      const part = list.writePart(next)
      // The client may leave before the part is awaited.
      part.catch(() => undefined)
      parts.push(part)
      const last: Place | undefined = await list.findLastPlace(next)
      next = last && { limit: PART_ROWS, after: last }
    }
    const text = before + ((await parts.shift()) ?? '')
    if (text !== '') yield text
    before = ''
  }
}
