import type { Locale } from '#texts/texts.ts'

/** A column of a table. */
export interface PdfColumn {
  header: string
  /** The part of the page's width; the columns share it in these proportions. */
  share: number
  /** `end` for figures. */
  align?: 'start' | 'end'
}

/** A table; a cell that is too long for its column is shortened. */
export interface PdfTable {
  title: string
  columns: readonly PdfColumn[]
  rows: readonly (readonly string[])[]
  /** A last row in bold. */
  totals?: readonly string[]
}

/** The text of a business letter: letterhead, recipient, heading, facts, tables and remarks. */
export interface PdfContent {
  locale: Locale
  title: string
  /** The first line is the name. */
  sender: readonly string[]
  recipient: readonly string[]
  /** A strong one is what the document is about. */
  facts: readonly (readonly [name: string, value: string, isStrong?: boolean])[]
  tables: readonly PdfTable[]
  remarks: readonly string[]
  /** Stands at the foot of each page, before its number. */
  footer: string
  createdAt: Date
}

/** The most rows that the tables of a document have in all, which bounds its memory and time. */
export const MAX_PDF_ROWS = 500
