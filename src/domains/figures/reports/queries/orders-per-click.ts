import type { Db } from '#database'
import { addDays } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { JUDGED_DAYS, USUAL_DAYS, joinDays, judgeOrdersPerClick } from '../rules/orders-per-click.ts'
import type { OrdersPerClick } from '../rules/orders-per-click.ts'
import { listClickDays } from './advertiser-figures.ts'
import { listOrderDays } from './anomaly-figures.ts'

/** Judges whether the last orders of an advertiser are as many as its clicks lead one to expect. */
export async function readOrdersPerClick(
  db: Db,
  { advertiserId, today }: { advertiserId: bigint; today: Day },
): Promise<OrdersPerClick> {
  const from = addDays(today, 1 - JUDGED_DAYS - USUAL_DAYS)
  const clicks = await listClickDays(db, { advertiserId, range: { from, until: addDays(today, 1) } })
  const orders = await listOrderDays(db, { advertiserId, from })
  return judgeOrdersPerClick(joinDays(clicks, orders), today)
}
