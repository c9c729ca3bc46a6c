import { z } from 'zod'
import { coded } from './error-codes.ts'

/** Where a row stands in a list that is sorted by time, newest first, and then by id. */
export interface Place {
  at: Date
  id: string
}

/** A place as it stands in an address: 44 characters that only the list that gave them has to understand. */
const Cursor = z
  .string()
  .regex(/^[0-9a-f]{44}$/, coded('input.cursor'))
  .transform(readCursor)

/**
 * The cursors of a list: the page behind a row or the one before it, at most one of the two. Such a page is found as
 * fast as the first one, however deep it lies, and new rows do not shift it.
 */
export const cursorQuery = { after: Cursor.optional(), before: Cursor.optional() }

/** The cursors of the neighbours of a page; null where there is none. */
export const cursorReply = { next: z.string().nullable(), previous: z.string().nullable() }

/** Whether a query names at most one cursor. */
export function hasOneCursor({ after, before }: { after?: unknown; before?: unknown }): boolean {
  return after === undefined || before === undefined
}

/** Writes a place as a cursor: the millisecond and the id, in hexadecimal digits. */
export function writeCursor({ at, id }: Place): string {
  return at.getTime().toString(16).padStart(TIME_DIGITS, '0') + id.replaceAll('-', '')
}

const TIME_DIGITS = 12

function readCursor(text: string): Place {
  const at = new Date(Number.parseInt(text.slice(0, TIME_DIGITS), 16))
  return { at, id: text.slice(TIME_DIGITS).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') }
}
