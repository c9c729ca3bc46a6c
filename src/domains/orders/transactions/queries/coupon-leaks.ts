import { sql } from 'kysely'
import type { Db } from '#database'
import { listCouponOwners } from '#domains/tracking/promotions/queries/coupon-owners.ts'
import type { Amount } from '#kernel/money.ts'
import { LEAK_DAYS } from '../contract/vocabulary.ts'
import type { TransactionStatus } from '../contract/vocabulary.ts'

const DAY_MS = 86_400_000
/** The leaked orders of a code that are listed. */
const MAX_LISTED = 50

/** Codes of an advertiser, in the form of `foldCode`. */
interface Codes {
  advertiserId: bigint
  codes: readonly string[]
  now: Date
}

/** How often a code was used while a site owned it. */
export interface CouponUseRow {
  code: string
  orders: bigint
  byOthers: bigint
  withoutClick: bigint
}

/** Counts the orders of the last `LEAK_DAYS` days with codes while sites owned them. A code without any is left out. */
export async function countCouponUse(db: Db, given: Codes): Promise<CouponUseRow[]> {
  const { rows } = await sql<CouponUseRow>`
    SELECT owned.code, count(*) AS orders,
      count(*) FILTER (WHERE sold.click_id IS NOT NULL AND sold.publisher_id <> owned.publisher_id) AS by_others,
      count(*) FILTER (WHERE sold.click_id IS NULL) AS without_click
    FROM ${await selectOrders(db, given)}
    GROUP BY owned.code`.execute(db)
  return rows
}

/** An order with a code and without a click of its owner. */
export interface LeakedOrderRow {
  publisherId: bigint
  publisherName: string
  transactionId: string
  orderRef: string
  transactionAt: Date
  isWithoutClick: boolean
  status: TransactionStatus
  commission: Amount | null
}

/** Lists the newest orders with codes and without a click of their owners. */
export async function listLeakedOrders(db: Db, given: Codes): Promise<LeakedOrderRow[]> {
  const { rows } = await sql<LeakedOrderRow>`
    SELECT sold.publisher_id, publisher.name AS publisher_name, sold.id AS transaction_id, sold.order_ref,
      sold.transaction_at, sold.click_id IS NULL AS is_without_click, state.status, state.commission
    FROM ${await selectOrders(db, given)}
    JOIN transaction_state AS state ON state.publisher_id = sold.publisher_id AND state.transaction_id = sold.id
    JOIN publisher ON publisher.id = sold.publisher_id
    WHERE sold.click_id IS NULL OR sold.publisher_id <> owned.publisher_id
    ORDER BY sold.transaction_at DESC, sold.id
    LIMIT ${MAX_LISTED}`.execute(db)
  return rows
}

/** The orders with codes while sites owned them, beside the owners. The index of coupons leads to them. */
async function selectOrders(db: Db, { advertiserId, codes, now }: Codes) {
  const since = new Date(now.getTime() - LEAK_DAYS * DAY_MS)
  const owners = await listCouponOwners(db, { advertiserId, codes, since })
  const owned = owners.map(({ code, publisherId, assignedAt, releasedAt }) => ({
    code,
    publisher_id: String(publisherId),
    since: assignedAt > since ? assignedAt : since,
    until: releasedAt ?? 'infinity',
  }))
  return sql`json_to_recordset(${JSON.stringify(owned)}::json)
      AS owned (code text, publisher_id bigint, since timestamptz, until timestamptz)
    JOIN transaction AS sold ON sold.advertiser_id = ${advertiserId} AND sold.coupon IS NOT NULL
      AND upper(sold.coupon) = owned.code AND sold.transaction_at >= owned.since
      AND sold.transaction_at < owned.until`
}
