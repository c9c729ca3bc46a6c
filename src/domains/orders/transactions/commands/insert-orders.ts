import { CompiledQuery } from 'kysely'
import type { Db } from '#database'
import type { Attribution, CustomerStatus, PostbackChannel, RecordedRemark } from '../contract/vocabulary.ts'
import type { ItemRow } from '../rules/order-items.ts'

/**
 * An order that counts, as the statement that records it reads it: names of columns, ids and amounts as text. Its id
 * tells when it was received, and the id of its click when that was, both to the millisecond.
 */
export interface CountingOrder {
  attribution: Attribution
  publisher_id: string
  /** By click the one that has to exist and be payable; by claim the one that was found, if any. */
  click_id: string | null
  /** Null by click, because the click names its site. */
  site_id: string | null
  advertiser_id: string
  terms_id: string
  /** The rule of the terms that decided the rate; 0 for the rate of the event itself. */
  rule_no: number
  transaction_id: string
  order_ref: string
  event: string
  order_value: string
  commission: string
  currency: string
  commission_currency: string
  /** Null while the currency has no rate. */
  usd_order_value: string | null
  usd_commission: string | null
  /** Null for an order in USD too. */
  rate_id: string | null
  coupon: string | null
  customer_status: CustomerStatus | null
  /** The regions of the domain to which the click led; null if that is not known. */
  regions: readonly string[] | null
  channel: PostbackChannel | 'claim'
  /** By claim the time of the order, which is else the time when it was received. */
  ordered_at: string | null
  claim_id: string | null
  /** The postback that is stored with it, and what it sent; null by claim. */
  postback_id: string | null
  parameters: Record<string, string> | null
  /** What it is recorded without. */
  remark: RecordedRemark | null
  items: readonly ItemRow[]
}

/** Whether an order was recorded (`fresh`), was there already (`known`), or names no payable click (`uncredited`). */
export type Insertion = 'fresh' | 'known' | 'uncredited'

/** Writes an order, alone or together with others. Its answer is committed, unless the caller's transaction is open. */
export type InsertOrder = (order: CountingOrder) => Promise<Insertion>

/**
 * The orders that are sent, each with what its click says. One by click without such a payable click is left out. A
 * lateral look for one row makes PostgreSQL find each click by its key, however small the table is when it plans.
 */
const CREDITED = `WITH sent AS (
    SELECT *, uuid_extract_timestamp(transaction_id) AS received_at FROM json_to_recordset($1::json) AS order_sent (
      attribution text, publisher_id bigint, click_id uuid, site_id bigint, advertiser_id bigint, terms_id bigint,
      rule_no int, transaction_id uuid, order_ref text, event text, order_value bigint, commission bigint,
      currency text, commission_currency text, usd_order_value bigint, usd_commission bigint, rate_id bigint,
      coupon text, customer_status text, regions text[], channel text, ordered_at timestamptz, claim_id uuid,
      postback_id uuid, parameters jsonb, remark text, items jsonb
    )
  ), credited AS (
    SELECT sent.*, coalesce(sent.site_id, click.site_id) AS credited_site_id, sub1, sub2, sub3, sub4, sub5,
      promotion_id, coalesce(referrer, destination) AS page, coalesce(ordered_at, received_at) AS transaction_at,
      coalesce(ordered_at, click.clicked_at, received_at) AS counted_at
    FROM sent LEFT JOIN LATERAL (
      SELECT * FROM click WHERE click.publisher_id = sent.publisher_id AND click.id = sent.click_id
        AND click.clicked_at = uuid_extract_timestamp(sent.click_id)
      LIMIT 1
    ) AS click ON true
    WHERE attribution <> 'click'
      OR (click.verdict = 'payable' AND click.advertiser_id = sent.advertiser_id AND click.terms_id = sent.terms_id)
  )`

/**
 * Writes everything about the orders, so in one database transaction. Who inserts the key records the order; of orders
 * with the same key one does. The keys come first and in one order everywhere, so concurrent statements may wait for
 * each other, but never deadlock. Answers one row for each credited order.
 */
const RECORD = `${CREDITED}, claimed AS (
    INSERT INTO transaction_key (advertiser_id, order_ref, event, publisher_id, transaction_id)
    SELECT advertiser_id, order_ref, event, publisher_id, transaction_id FROM credited
    ORDER BY advertiser_id, order_ref, event
    ON CONFLICT DO NOTHING
    RETURNING transaction_id
  ), fresh AS (
    SELECT * FROM credited WHERE transaction_id IN (SELECT transaction_id FROM claimed)
  ), recorded AS (
    INSERT INTO transaction (
      publisher_id, click_id, clicked_at, advertiser_id, terms_id, rule_no, id, order_ref, event, order_value,
      commission, currency, commission_currency, coupon, customer_status, claim_id, regions, channel, transaction_at,
      recorded_at, site_id, sub1, sub2, sub3, sub4, sub5, promotion_id, source_page
    )
    SELECT publisher_id, click_id, counted_at, advertiser_id, terms_id, rule_no, transaction_id, order_ref, event,
      order_value, commission, currency, commission_currency, coupon, customer_status, claim_id, regions,
      CASE WHEN channel IN ('pixel', 'claim') THEN channel ELSE 'server' END, transaction_at, received_at,
      credited_site_id, sub1, sub2, sub3, sub4, sub5, promotion_id, page
    FROM fresh
  ), stated AS (
    INSERT INTO transaction_state (
      publisher_id, transaction_id, advertiser_id, transaction_at, changed_at, order_value, commission, sequence,
      status, currency, own_order_value, own_commission, rate_id
    )
    SELECT publisher_id, transaction_id, advertiser_id, transaction_at, received_at, usd_order_value, usd_commission, 0,
      'PENDING', currency, CASE WHEN currency <> 'USD' THEN order_value END,
      CASE WHEN currency <> 'USD' THEN commission END, rate_id
    FROM fresh
  ), itemised AS (
    INSERT INTO transaction_item (publisher_id, transaction_id, sequence, line_no, "group", sku, quantity, amount)
    SELECT publisher_id, transaction_id, 0, item.*
    FROM fresh CROSS JOIN jsonb_to_recordset(items)
      AS item (line_no smallint, "group" text, sku text, quantity int, amount bigint)
  ), reported AS (
    INSERT INTO postback (
      publisher_id, advertiser_id, transaction_id, received_at, id, channel, result, reason, order_ref, amount,
      currency
    )
    SELECT publisher_id, advertiser_id, transaction_id, received_at, postback_id, channel, 'recorded',
      coalesce(remark, CASE WHEN usd_order_value IS NULL THEN 'no_rate' END), order_ref, order_value, currency
    FROM fresh WHERE postback_id IS NOT NULL
  ), kept AS (
    INSERT INTO postback_parameters (advertiser_id, postback_id, received_at, parameters)
    SELECT advertiser_id, postback_id, received_at, parameters FROM fresh WHERE postback_id IS NOT NULL
  )
  SELECT transaction_id, transaction_id IN (SELECT transaction_id FROM claimed) AS is_fresh FROM credited`

/** Says what recording an order would answer, and writes nothing. */
const PREVIEW = `${CREDITED}
  SELECT transaction_id, NOT EXISTS (
    SELECT FROM transaction_key AS key WHERE key.advertiser_id = credited.advertiser_id
      AND key.order_ref = credited.order_ref AND key.event = credited.event
  ) AS is_fresh, credited_site_id AS site_id FROM credited`

interface Answer {
  transactionId: string
  isFresh: boolean
}

/** Records the orders that are credited, and answers for each by its transaction id. */
export async function insertOrders(db: Db, orders: readonly CountingOrder[]): Promise<ReadonlyMap<string, Insertion>> {
  const { rows } = await db.executeQuery<Answer>(CompiledQuery.raw(RECORD, [JSON.stringify(orders)]))
  return new Map(rows.map(({ transactionId, isFresh }) => [transactionId, isFresh ? 'fresh' : 'known']))
}

/** Records one order alone. */
export async function insertAlone(db: Db, order: CountingOrder): Promise<Insertion> {
  return (await insertOrders(db, [order])).get(order.transaction_id) ?? 'uncredited'
}

/** Tells what recording an order would answer now, and for which site. */
export async function previewOrder(db: Db, order: CountingOrder): Promise<{ insertion: Insertion; siteId?: bigint }> {
  const query = CompiledQuery.raw(PREVIEW, [JSON.stringify([order])])
  const [found] = (await db.executeQuery<Answer & { siteId: bigint }>(query)).rows
  if (!found) return { insertion: 'uncredited' }
  return { insertion: found.isFresh ? 'fresh' : 'known', siteId: found.siteId }
}
