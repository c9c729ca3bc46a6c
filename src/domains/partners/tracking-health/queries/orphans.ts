import { sql } from 'kysely'
import type { Db } from '#database'
import { ORPHAN_REASONS } from '#domains/orders/transactions/contract/vocabulary.ts'
import { sameSale } from '#domains/orders/transactions/queries/same-sale.ts'
import { readParameter } from '#domains/orders/transactions/rules/read-order.ts'
import { COVERED_ORDERS } from '../rules/coverage.ts'
import type { CoveredOrder } from '../rules/coverage.ts'
import type { DismissalReason } from '../rules/dismissal.ts'

/** The last postbacks without a click that are looked at. */
const MAX_ORPHANS = 1000

/** The postback that reported an order last, which matched no click. */
export interface OrphanRow {
  id: string
  orderRef: string
  receivedAt: Date
  reason: (typeof ORPHAN_REASONS)[number]
  /** How many postbacks reported it. */
  tries: number
  parameters: Record<string, string>
  /** Set once the advertiser has put it aside. */
  dismissal: { reason: DismissalReason; dismissedAt: Date } | undefined
}

/**
 * Lists the orders among an advertiser's last postbacks that matched no click, newest first. Left out are orders that
 * were recorded otherwise, and postbacks whose parameters retention has removed.
 */
export async function listOrphans(db: Db, own: { advertiserId: bigint }): Promise<OrphanRow[]> {
  return (await readOrphans(db, own)).filter(({ isRecorded }) => !isRecorded)
}

/**
 * Finds one of the orders that `listOrphans` lists by any postback that reported it, so that one more does not end a
 * page, also once it was recorded otherwise (`isRecorded`).
 */
export async function findOrphan(
  db: Db,
  { advertiserId, postbackId }: { advertiserId: bigint; postbackId: string },
): Promise<FoundOrphan | undefined> {
  return (await readOrphans(db, { advertiserId })).find(({ postbackIds }) => postbackIds.includes(postbackId))
}

/** An order that matched no click, all postbacks that reported it, and whether it was recorded otherwise. */
export type FoundOrphan = OrphanRow & { postbackIds: string[]; isRecorded: boolean }

async function readOrphans(db: Db, { advertiserId }: { advertiserId: bigint }): Promise<FoundOrphan[]> {
  // As literals, so that the index of these reasons serves the query.
  const reasons = sql.join(ORPHAN_REASONS.map((each) => sql.lit(each)))
  const { rows } = await sql<Omit<OrphanRow, 'orderRef' | 'tries' | 'dismissal'>>`
    SELECT last.id, last.received_at, last.reason, sent.parameters
    FROM (
      SELECT id, received_at, reason FROM postback
      WHERE advertiser_id = ${advertiserId} AND result = 'rejected' AND reason IN (${reasons})
      ORDER BY id DESC LIMIT ${MAX_ORPHANS}
    ) AS last JOIN postback_parameters AS sent
      ON sent.advertiser_id = ${advertiserId} AND sent.postback_id = last.id AND sent.received_at = last.received_at
    ORDER BY last.id DESC`.execute(db)
  const named = rows.flatMap((row) => {
    const orderRef = readParameter(row.parameters, 'orderId')
    return orderRef === undefined ? [] : [{ ...row, orderRef }]
  })
  const byOrder = Map.groupBy(named, ({ orderRef }) => orderRef)
  const orders = [...byOrder.keys()]
  const known = await listKnownOrders(db, { advertiserId, orders })
  const dismissals = await listDismissals(db, { advertiserId, orders })
  return [...byOrder.values()].flatMap(([newest, ...others]) =>
    newest === undefined
      ? []
      : [
          {
            ...newest,
            tries: others.length + 1,
            postbackIds: [newest, ...others].map(({ id }) => id),
            dismissal: dismissals.get(newest.orderRef),
            isRecorded: known.has(newest.orderRef),
          },
        ],
  )
}

async function listDismissals(db: Db, { advertiserId, orders }: { advertiserId: bigint; orders: string[] }) {
  const rows = await db
    .selectFrom('orphanDismissal')
    .select(['orderRef', 'reason', 'dismissedAt'])
    .where('advertiserId', '=', advertiserId)
    .where('orderRef', '=', sql<string>`ANY (${orders}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.orderRef, row]))
}

/** Finds which of some order ids an advertiser has orders for. */
async function listKnownOrders(db: Db, { advertiserId, orders }: { advertiserId: bigint; orders: string[] }) {
  const { rows } = await sql<{ orderRef: string }>`
    SELECT DISTINCT order_ref FROM transaction_key
    WHERE advertiser_id = ${advertiserId} AND order_ref = ANY (${orders}::text[])`.execute(db)
  return new Set(rows.map(({ orderRef }) => orderRef))
}

/** The transaction by which an advertiser credited an order. */
export interface CreditedOrder {
  publisher_id: number
  transaction_id: string
}

/** Finds which of some order ids an advertiser has credited to a publisher, by the order id. */
export async function listCreditedOrders(db: Db, { advertiserId, orders }: { advertiserId: bigint; orders: string[] }) {
  if (orders.length === 0) return new Map<string, CreditedOrder>()
  const { rows } = await sql<{ orderRef: string; publisherId: bigint; transactionId: string }>`
    SELECT order_ref, publisher_id, transaction_id FROM claim
    WHERE advertiser_id = ${advertiserId} AND order_ref = ANY (${orders}::text[])
      AND origin = 'advertiser' AND status = 'accepted'`.execute(db)
  return new Map(
    rows.map(({ orderRef, publisherId, transactionId }) => [
      orderRef,
      { publisher_id: Number(publisherId), transaction_id: transactionId },
    ]),
  )
}

/** Lists the claims for orders of an advertiser that were not refused or withdrawn. */
export async function listClaimsFor(db: Db, { advertiserId, orders }: { advertiserId: bigint; orders: string[] }) {
  const { rows } = await sql<{ id: string; publisherId: bigint; orderRef: string }>`
    SELECT id, publisher_id, order_ref FROM claim
    WHERE advertiser_id = ${advertiserId} AND order_ref = ANY (${orders}::text[])
      AND status IN ('answered', 'waiting', 'accepted')
    ORDER BY filed_at`.execute(db)
  return Map.groupBy(rows, ({ orderRef }) => orderRef)
}

/** Lists the clicks on days and the days before them, by the day (UTC) and publisher, the most first. */
export async function listClicksAround(db: Db, { advertiserId, days }: { advertiserId: bigint; days: string[] }) {
  const { rows } = await sql<{ day: string; publisherId: bigint; clicks: number }>`
    SELECT asked.day::text AS day, rolled.publisher_id, sum(rolled.clicks)::int AS clicks
    FROM unnest(${days}::date[]) AS asked (day) JOIN rollup_advertiser AS rolled
      ON rolled.advertiser_id = ${advertiserId} AND rolled.day BETWEEN asked.day - 1 AND asked.day
    GROUP BY asked.day, rolled.publisher_id HAVING sum(rolled.clicks) > 0
    ORDER BY asked.day, clicks DESC, rolled.publisher_id`.execute(db)
  return Map.groupBy(rows, ({ day }) => day)
}

/** Names publishers by id. */
export async function namePublishers(db: Db, publisherIds: readonly bigint[]): Promise<Map<bigint, string>> {
  if (publisherIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('publisher')
    .select(['id', 'name'])
    .where('id', 'in', [...publisherIds])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Lists how the last orders of an advertiser came, newest first. */
export async function listCoveredOrders(db: Db, { advertiserId }: { advertiserId: bigint }): Promise<CoveredOrder[]> {
  const { rows: last } = await sql<
    Pick<CoveredOrder, 'at' | 'isSameSale'> & { id: string; channel: string; attribution: string }
  >`
    SELECT sold.id, sold.transaction_at AS at, sold.channel, sold.attribution,
      ${sameSale('sold')} IS NOT NULL AS is_same_sale
    FROM (
      SELECT newest.* FROM unnest(enum_range(NULL::transaction_status)) AS each (status)
      CROSS JOIN LATERAL (
        SELECT publisher_id, transaction_id, transaction_at FROM transaction_state
        WHERE advertiser_id = ${advertiserId} AND status = each.status
        ORDER BY transaction_at DESC, transaction_id DESC LIMIT ${COVERED_ORDERS}
      ) AS newest
      ORDER BY transaction_at DESC, transaction_id DESC LIMIT ${COVERED_ORDERS}
    ) AS newest
    JOIN transaction AS sold ON sold.publisher_id = newest.publisher_id AND sold.id = newest.transaction_id
    ORDER BY sold.transaction_at DESC, sold.id DESC`.execute(db)
  const { rows } = await sql<{ transactionId: string; byServer: boolean; byPixel: boolean }>`
    SELECT transaction_id, bool_or(channel <> 'pixel') AS by_server, bool_or(channel = 'pixel') AS by_pixel
    FROM postback
    WHERE advertiser_id = ${advertiserId} AND transaction_id = ANY (${last.map(({ id }) => id)}::uuid[])
      AND result IN ('recorded', 'duplicate')
    GROUP BY transaction_id`.execute(db)
  const reported = new Map(rows.map((row) => [row.transactionId, row]))
  return last.map(({ id, at, channel, attribution, isSameSale }) => ({
    at,
    isSameSale,
    byServer: channel === 'server' || reported.get(id)?.byServer === true,
    byPixel: channel === 'pixel' || reported.get(id)?.byPixel === true,
    byCoupon: attribution === 'coupon',
  }))
}
