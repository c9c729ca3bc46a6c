import { z } from 'zod'
import { HISTORY_ACTIONS, HISTORY_ACTORS, HISTORY_DETAILS } from './rules.ts'

/** An act on an object, as its history names it. */
export const HistoryLine = z.object({
  id: z.number().int(),
  action: z.enum(HISTORY_ACTIONS),
  happened_at: z.iso.datetime(),
  acted_as: z.enum(HISTORY_ACTORS),
  /** The name of the account, for operators and, of its own accounts, for the reader. */
  acted_by: z.string().nullable(),
  /** What the act says, such as the version of terms or the host; absent where it says nothing. */
  details: z.partialRecord(z.enum(HISTORY_DETAILS), z.string()),
})

/** @see HistoryLine */
export type HistoryLine = z.infer<typeof HistoryLine>
