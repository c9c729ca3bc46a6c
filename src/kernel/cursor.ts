import { z } from 'zod'
import { coded } from './error-codes.ts'

/** The position of a row in a list that is sorted by time, newest first, and then by id. */
export interface Place {
  at: Date
  id: string
}

/** A position as an opaque cursor of 44 characters, for addresses. */
const Cursor = z
  .string()
  .regex(/^[0-9a-f]{44}$/, coded('input.cursor'))
  .transform(readCursor)

/**
 * The cursors of a list query: the page after a row or the page before it. At most one may be given. Unlike an offset,
 * a cursor is fast on every page, and new rows do not shift the page.
 */
export const cursorQuery = { after: Cursor.optional(), before: Cursor.optional() }

/** The cursors of the next and the previous page; null where there is none. */
export const cursorReply = { next: z.string().nullable(), previous: z.string().nullable() }

/** Returns whether a query has at most one cursor. */
export function hasOneCursor({ after, before }: { after?: unknown; before?: unknown }): boolean {
  return after === undefined || before === undefined
}

/** Encodes a position as a cursor: the millisecond and the id, in hexadecimal digits. */
export function writeCursor({ at, id }: Place): string {
  return at.getTime().toString(16).padStart(TIME_DIGITS, '0') + id.replaceAll('-', '')
}

const TIME_DIGITS = 12

function readCursor(text: string): Place {
  const at = new Date(Number.parseInt(text.slice(0, TIME_DIGITS), 16))
  return { at, id: text.slice(TIME_DIGITS).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') }
}
