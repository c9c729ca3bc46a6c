import type { DayRange } from '#kernel/days.ts'
import type { List, ListParams, ListSearch } from '#kernel/list-query.ts'
import type { Locale } from '#texts/texts.ts'
import type { Ctx } from './context.ts'
import type { EmailTable } from './mail/email-layout.ts'

/** The most rows that the table of a mail shows: the file has all. */
export const HEAD_ROWS = 10

/** The most rows of a file in a mail. */
export const MAX_FILE_ROWS = 2000

/** The longest file in a mail; a longer one is left out, and the mail leads to the list. */
export const MAX_FILE_BYTES = 500_000

/** A list whose searches can be saved. */
export interface SavedList {
  list: List
  /** Counts the rows that the actor finds, up to a limit; absent for a list without a count. */
  count?: (ctx: Ctx, query: ListParams, limit: number) => Promise<number>
  /** Reads what is mailed to the actor; absent for a list that is not mailed. Refuses what the list itself refuses. */
  read?: (ctx: Ctx, search: ListSearch) => Promise<ListContent>
}

/** A list that is mailed. */
export type MailedList = SavedList & Required<Pick<SavedList, 'read'>>

/** Tells whether a list is mailed. */
export function isMailed(saved: SavedList): saved is MailedList {
  return saved.read !== undefined
}

/** What is mailed of a list. */
export interface ListContent {
  /** Builds a table of the first rows, with the totals in its last row. */
  buildTable: (locale: Locale) => EmailTable
  /** The parameters of the list that show the same, with its days. */
  params: ListParams
  range: DayRange
  /** Rows of all pages, and how many of them the file has. */
  count: number
  fileRows: number
  file: string | undefined
  /** The figures count everything before this time; null while days are missing. */
  asOf: Date | null
}
