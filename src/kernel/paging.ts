import { z } from 'zod'
import { coded } from './error-codes.ts'

/** One page of a list: rows `offset` until `offset + size`. */
export interface Page {
  number: number
  size: number
}

/** The `page_number` and `page_size` of a list; the sizes are a closed list and the first is not always the default. */
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
      .default(defaultSize),
  }
}

/** The page that a parsed query asks for. */
export function toPage(query: { page_number: number; page_size: number }): Page {
  return { number: query.page_number, size: query.page_size }
}

/** The page that an address names, for a list that refuses a number it cannot use before this one is shown. */
export function pageInSearch(search: Readonly<Record<string, unknown>>, defaultSize: number): Page {
  return { number: Number(search['page_number'] ?? 1), size: Number(search['page_size'] ?? defaultSize) }
}

/** How many rows come before a page. */
export function getOffset(page: Page): number {
  return (page.number - 1) * page.size
}

/** Sizes of the advertiser, transaction and promotion lists (specification 2, section 9). */
export const LIST_PAGE_SIZES = [10, 20, 30, 50] as const

/** Sizes of the performance reports (specification 2, section 9). */
export const REPORT_PAGE_SIZES = [20, 30, 50] as const
