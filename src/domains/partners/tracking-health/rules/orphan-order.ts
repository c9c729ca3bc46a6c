import { readOrder, readParameter } from '#domains/orders/transactions/rules/read-order.ts'
import type { Order } from '#domains/orders/transactions/rules/read-order.ts'

/** Names a click, so that a postback without one is read like the others. */
const UNKNOWN_CLICK = 'unknown'

/**
 * Reads what was ordered from a postback that matched no click; `undefined` if it says too little, or that its order is
 * a test or was cancelled.
 */
export function readOrphanOrder(
  parameters: Readonly<Record<string, string>>,
): Pick<Order, 'orderRef' | 'event' | 'amount' | 'currency'> | undefined {
  const click = readParameter(parameters, 'clickId') ?? UNKNOWN_CLICK
  const read = readOrder({ ...parameters, click_id: click })
  return 'order' in read && !read.order.isTest ? read.order : undefined
}
