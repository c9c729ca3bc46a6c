import type { DayRange } from '#kernel/days.ts'

/** What is mailed of a view of one list. */
export interface ListContent<Data> {
  data: Data
  /** The search of the list that shows the same, with its days. */
  search: string
  range: DayRange
  /** Rows of all pages, and how many of them the file has. */
  count: number
  fileRows: number
  file: string | undefined
  /** The figures count everything before this time; null while days are missing. */
  asOf: Date | null
}

/** What is read: the search of a view for the days of a mail, and for whom. */
export interface ContentQuery {
  advertiserId: bigint
  query: string
  days: DayRange
  now: Date
}
