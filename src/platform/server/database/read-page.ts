import type { SelectQueryBuilder } from 'kysely'
import { getOffset } from '#kernel/paging.ts'
import type { Page } from '#kernel/paging.ts'

/** Counts the rows of `matching`, and reads a page of `ordered`. A page beyond the end is the last page. */
export async function readPage<D, T extends keyof D, M, E, U extends keyof E, O>(
  page: Page,
  matching: SelectQueryBuilder<D, T, M>,
  ordered: SelectQueryBuilder<E, U, O>,
) {
  const counting = matching.clearSelect().select(({ fn }) => fn.countAll<bigint>().as('count'))
  const { count } = await counting.$castTo<{ count: bigint }>().executeTakeFirstOrThrow()
  const rows = await ordered.limit(page.size).offset(getOffset(page, count)).execute()
  return { count: Number(count), rows }
}
