import { countViewsCall } from '#domains/views/contract.ts'
import { browserCall } from '#platform/web/call.ts'

/** Reads the numbers of rows of the pinned views. */
export async function countViews(): Promise<ReadonlyMap<number, number>> {
  const { data } = await browserCall('')(countViewsCall)
  return new Map(data.counts.map(({ view_id: id, count }) => [id, count]))
}
