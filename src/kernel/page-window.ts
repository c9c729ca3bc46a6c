// Beside paging.ts, not in it: public pages show page numbers and must not load zod for them.

/** How many page numbers stand around the present one (specification 2, section 9). */
const WINDOW = 5

/** Which page numbers a paginator shows, and whether more lie before or after them. */
export function pageWindow(list: { page: number; pageSize: number; count: number }) {
  const last = Math.max(1, Math.ceil(list.count / list.pageSize))
  const size = Math.min(WINDOW, last)
  const first = Math.max(1, Math.min(list.page - Math.floor(WINDOW / 2), last - size + 1))
  const numbers = Array.from({ length: size }, (_, index) => first + index)
  return { numbers, last, hasMoreBefore: first > 1, hasMoreAfter: first + size - 1 < last }
}
