import { z } from 'zod'
import { coded } from './error-codes.ts'

/** Builds the schema of `page_number` and `page_size` of a list. `sizes` are the allowed page sizes. */
export function pageQuery(sizes: readonly [number, ...number[]], defaultSize: number) {
  const pageNumber = coded('input.page_number')
  const pageSize = coded('input.one_of', { name: 'page_size', values: sizes.join(', ') })
  return {
    // No upper bound: a page beyond the end is the last one.
    page_number: z.coerce.number<string | number>(pageNumber).int(pageNumber).min(1, pageNumber).default(1),
    page_size: z.coerce
      .number<string | number>(pageSize)
      .refine((size) => sizes.includes(size), pageSize)
      .default(defaultSize)
      .meta({ enum: [...sizes] }),
  }
}
