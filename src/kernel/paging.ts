import { lastPage } from './page-window.ts'

/** A page of a list, counted from 1. */
export interface Page {
  number: number
  size: number
}

/** The parameters that select a page of a list. A filter change removes them. */
export const PLACE_PARAMS: readonly string[] = ['page_number', 'after', 'before']

/** Returns the page of a parsed query. */
export function toPage(query: { page_number: number; page_size: number }): Page {
  return { number: query.page_number, size: query.page_size }
}

/** Reads the page from search parameters. It does not check them, because the query of the list already has. */
export function pageInSearch(search: Readonly<Record<string, unknown>>, defaultSize: number): Page {
  return { number: Number(search['page_number'] ?? 1), size: Number(search['page_size'] ?? defaultSize) }
}

/** Returns the number of rows before a page. A page beyond the end of a list of `count` rows is its last page. */
export function getOffset({ number, size }: Page, count: number | bigint): number {
  return (Math.min(number, lastPage(Number(count), size)) - 1) * size
}

/** Sizes of the advertiser, transaction and promotion lists (specification 2, section 9). */
export const LIST_PAGE_SIZES = [10, 20, 30, 50] as const

/** Sizes of the performance reports (specification 2, section 9). */
export const REPORT_PAGE_SIZES = [20, 30, 50] as const
