import { countViewsCall } from '#domains/desk/saved-views/contract.ts'
import { browserCall } from '#platform/web/call.ts'

/**
 * Reads the numbers of rows of the pinned views. The token of the page names its brand: a page of another brand than
 * the account acts for now is refused.
 */
export async function countViews(csrfToken: string): Promise<ReadonlyMap<number, number>> {
  const { data } = await browserCall(csrfToken)(countViewsCall)
  return new Map(data.counts.map(({ view_id: id, count }) => [id, count]))
}
