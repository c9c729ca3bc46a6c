import { z } from 'zod'
import { coded } from './error-codes.ts'
import { lastPage } from './page-window.ts'

/** A page of a list, counted from 1. */
export interface Page {
  number: number
  size: number
}

/** Builds the schema of `page_number` and `page_size` of a list. `sizes` are the allowed page sizes. */
export function pageQuery(sizes: readonly [number, ...number[]], defaultSize: number) {
  const pageNumber = coded('input.page_number')
  const pageSize = coded('input.one_of', { name: 'page_size', values: sizes.join(', ') })
  return {
    page_number: z.coerce
      .number<string | number>(pageNumber)
      .int(pageNumber)
      .min(1, pageNumber)
      .max(1_000_000, pageNumber)
      .default(1),
    page_size: z.coerce
      .number<string | number>(pageSize)
      .refine((size) => sizes.includes(size), pageSize)
      .default(defaultSize)
      .meta({ enum: [...sizes] }),
  }
}

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
