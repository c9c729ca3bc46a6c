import { getAdvertiserId } from '#kernel/actor-scope.ts'
import { foldCode } from '#domains/tracking/promotions/rules.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { formatAmount } from '#kernel/money.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import { countCouponUseCall, getCouponLeakCall } from '../contract/coupon-leaks.ts'
import type { CouponUse, LeakedOrder } from '../contract/coupon-leaks.ts'
import { countCouponUse, listLeakedOrders } from '../queries/coupon-leaks.ts'
import type { CouponUseRow, LeakedOrderRow } from '../queries/coupon-leaks.ts'

/** The routes about orders with coupon codes that have no click of the owner. */
export const couponLeakRoutes: Route[] = [
  route(countCouponUseCall, async ({ db, actor, now }, { query }) => {
    const codes = query.code.map(foldCode)
    const rows = await countCouponUse(db, { advertiserId: getAdvertiserId(actor), codes, now })
    return { ...SUCCESS, data: rows.map(viewUse) }
  }),
  route(getCouponLeakCall, async ({ db, actor, now }, { query }) => {
    const code = foldCode(query.code)
    const given = { advertiserId: getAdvertiserId(actor), codes: [code], now }
    const [[use], orders] = await Promise.all([countCouponUse(db, given), listLeakedOrders(db, given)])
    const counted = use ? viewUse(use) : { code, orders: 0, by_others: 0, without_click: 0 }
    return { ...SUCCESS, data: { use: counted, orders: orders.map(viewOrder) } }
  }),
]

function viewUse({ code, orders, byOthers, withoutClick }: CouponUseRow): CouponUse {
  return { code, orders: Number(orders), by_others: Number(byOthers), without_click: Number(withoutClick) }
}

function viewOrder(row: LeakedOrderRow): LeakedOrder {
  return {
    publisher_id: Number(row.publisherId),
    publisher_name: row.publisherName,
    transaction_id: row.transactionId,
    order_id: row.orderRef,
    ordered_at: row.transactionAt.toISOString(),
    is_without_click: row.isWithoutClick,
    status: row.status,
    commission: row.commission === null ? null : formatAmount(row.commission),
  }
}
