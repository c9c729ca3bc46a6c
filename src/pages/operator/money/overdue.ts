import { listOverdueCall } from '#domains/money/invoices/contract.ts'
import type { Call } from '#kernel/endpoint.ts'

/** Lists the ids of the advertisers with an overdue invoice. */
export async function listOverdueAdvertisers(call: Call): Promise<number[]> {
  const { data } = await call(listOverdueCall)
  return data.advertisers.flatMap(({ advertiser_id: id, up_to_30: few, up_to_60: more, over_60: most }) =>
    [few, more, most].some((amount) => Number(amount) > 0) ? [id] : [],
  )
}
