// Separate from paging.ts, so that public pages with a paginator do not load zod.

/** Number of page links that a paginator shows (specification 2, section 9). */
const WINDOW = 5

/** Returns the number of the last page of a list; a list without rows has one page. */
export function lastPage(count: number, pageSize: number): number {
  return Math.max(1, Math.ceil(count / pageSize))
}

/**
 * Returns the page numbers that a paginator shows, and whether there are more before or after them. A page beyond the
 * end counts as the last page.
 */
export function pageWindow(list: { page: number; pageSize: number; count: number }) {
  const last = lastPage(list.count, list.pageSize)
  const size = Math.min(WINDOW, last)
  const page = Math.min(Math.max(1, list.page), last)
  const first = Math.max(1, Math.min(page - Math.floor(WINDOW / 2), last - size + 1))
  const numbers = Array.from({ length: size }, (_, index) => first + index)
  return { page, numbers, last, hasMoreBefore: first > 1, hasMoreAfter: first + size - 1 < last }
}
