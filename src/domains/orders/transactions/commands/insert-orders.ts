import { CompiledQuery } from 'kysely'
import type { Db } from '#database'
import type { Attribution, CustomerStatus, PostbackChannel, RecordedRemark } from '../contract/vocabulary.ts'
import type { ItemRow } from '../rules/order-items.ts'

/**
 * An order that counts, as the statement that records it reads it: names of columns, numbers as text. Its postback is
 * stored with it. Its id tells when it was received, and the id of its click when that was, both to the millisecond. A
 * field that is absent costs the database no time, and means what most orders have.
 */
export interface CountingOrder {
  attribution: Exclude<Attribution, 'claim'>
  publisher_id: string
  /** The click that has to exist; absent by coupon. */
  click_id?: string
  /** The site of the coupon's owner; absent by click, because the click names its site. */
  site_id?: string
  advertiser_id: string
  terms_id: string
  /** The rule of the terms that decided the rate; absent for the rate of the event itself. */
  rule_no?: number
  transaction_id: string
  order_ref: string
  event: string
  order_value: string
  commission: string
  currency: string
  /** Absent if it is that of the order. */
  commission_currency?: string
  /** Absent for an order in USD, and while the currency has no rate; so are `usd_commission` and `rate_id`. */
  usd_order_value?: string
  usd_commission?: string
  rate_id?: string
  coupon?: string
  customer_status?: CustomerStatus
  /** The regions of the domain to which the click led; absent without any. */
  regions?: readonly string[]
  /** Whether it is not known to which domain the click led. */
  has_unknown_regions?: true
  postback_id: string
  channel: PostbackChannel
  parameters: Record<string, string>
  /** What most orders do not have: items, or a remark of what they are recorded without. */
  extra?: { remark: RecordedRemark | null; items: readonly ItemRow[] }
}

/** Whether an order was recorded (`fresh`), was there already (`known`), or names no payable click (`uncredited`). */
export type Insertion = 'fresh' | 'known' | 'uncredited'

/** Writes an order, alone or together with others. Its answer is committed, unless the caller's transaction is open. */
export type InsertOrder = (order: CountingOrder) => Promise<Insertion>

type PlainColumn = Exclude<keyof CountingOrder, 'extra'>

/** The columns of an order as it is sent, in the order of the parameters. */
export const COLUMNS: Record<PlainColumn, string> = {
  attribution: 'text',
  publisher_id: 'bigint',
  click_id: 'uuid',
  site_id: 'bigint',
  advertiser_id: 'bigint',
  terms_id: 'bigint',
  rule_no: 'int',
  transaction_id: 'uuid',
  order_ref: 'text',
  event: 'text',
  order_value: 'bigint',
  commission: 'bigint',
  currency: 'text',
  commission_currency: 'text',
  usd_order_value: 'bigint',
  usd_commission: 'bigint',
  rate_id: 'bigint',
  coupon: 'text',
  customer_status: 'text',
  regions: 'text[]',
  has_unknown_regions: 'boolean',
  postback_id: 'uuid',
  channel: 'text',
  parameters: 'jsonb',
}
const NAMES = Object.keys(COLUMNS) as PlainColumn[]

/** What the absence of a field means. */
const MEANINGS: Partial<Record<PlainColumn, string>> = {
  rule_no: 'coalesce(rule_no, 0)',
  commission_currency: 'coalesce(commission_currency, currency)',
  usd_order_value: "CASE currency WHEN 'USD' THEN order_value ELSE usd_order_value END",
  usd_commission: "CASE currency WHEN 'USD' THEN commission ELSE usd_commission END",
  regions: "CASE WHEN has_unknown_regions THEN NULL ELSE coalesce(regions, '{}') END",
}
const SELECTED = [
  ...NAMES.map((name) => (MEANINGS[name] === undefined ? name : `${MEANINGS[name]} AS ${name}`)),
  'uuid_extract_timestamp(transaction_id) AS received_at',
  'uuid_extract_timestamp(coalesce(click_id, transaction_id)) AS clicked_at',
].join(', ')

/** A lonely order comes as one parameter for each column, which takes PostgreSQL a tenth less time than JSON. */
const ONE = `SELECT ${SELECTED} FROM (${selectParameters(NAMES.map((name) => [name, COLUMNS[name]]))}) AS sent`
const SENT = NAMES.map((name) => `${name} ${COLUMNS[name]}`).join(', ')
const MANY = `SELECT ${SELECTED} FROM json_to_recordset($1::json) AS sent (${SENT})`
const MANY_WITH_EXTRA = `SELECT ${SELECTED}, extra FROM json_to_recordset($1::json) AS sent (${SENT}, extra jsonb)`

/** Why an order is recorded with a reason. */
const WITHOUT_RATE = "CASE WHEN usd_order_value IS NULL THEN 'no_rate' END"
const NO_EXTRA = { reason: WITHOUT_RATE, items: '' }

/** The parts of the statement that depend on who reports the order. */
const BY_POSTBACK = {
  columns: 'coupon, customer_status',
  channel: "CASE channel WHEN 'pixel' THEN channel ELSE 'server' END",
  orderedAt: 'received_at',
}

/** The end of a statement that records orders: one row for each credited order. */
export const ANSWER =
  'SELECT transaction_id, transaction_id IN (SELECT transaction_id FROM claimed) AS is_fresh FROM credited'

/** Builds the selection of the parameters of a statement, as columns of their types. */
export function selectParameters(columns: readonly (readonly [name: string, type: string])[]): string {
  return `SELECT ${columns.map(([name, type], index) => `$${index + 1}::${type} AS ${name}`).join(', ')}`
}

const ITEMS = `, itemised AS (
    INSERT INTO transaction_item (publisher_id, transaction_id, sequence, line_no, "group", sku, quantity, amount)
    SELECT publisher_id, transaction_id, 0, item.*
    FROM fresh CROSS JOIN jsonb_to_recordset(extra -> 'items')
      AS item (line_no smallint, "group" text, sku text, quantity int, amount bigint)
  )`

/**
 * The payable clicks of the orders by click. The comparison of `attribution` makes PostgreSQL expect few orders, so it
 * looks each click up by its key, however small the table is when the statement is planned.
 */
const BY_CLICK = `SELECT given.*, click.site_id AS credited_site_id, sub1, sub2, sub3, sub4, sub5, promotion_id,
      coalesce(referrer, destination) AS page
    FROM given JOIN click ON click.publisher_id = given.publisher_id AND click.id = given.click_id
      AND click.clicked_at = given.clicked_at AND click.advertiser_id = given.advertiser_id
      AND click.terms_id = given.terms_id AND click.verdict = 'payable'
    WHERE given.attribution = 'click'`

/** An order by coupon is credited to its site without a click. */
const BY_COUPON = `SELECT given.*, given.site_id AS credited_site_id, NULL::text AS sub1, NULL::text AS sub2,
      NULL::text AS sub3, NULL::text AS sub4, NULL::text AS sub5, NULL::bigint AS promotion_id, NULL::text AS page
    FROM given WHERE given.attribution = 'coupon'`

const BY_EITHER = `${BY_CLICK} UNION ALL ${BY_COUPON}`
const RECORD_MANY = buildStatement(MANY, BY_EITHER)
/** A statement of its own, so that an order without items pays nothing for those of others. */
const RECORD_WITH_EXTRA = buildStatement(MANY_WITH_EXTRA, BY_EITHER, {
  reason: `coalesce(extra ->> 'remark', ${WITHOUT_RATE})`,
  items: ITEMS,
})
const PREVIEW_ONE = { click: buildPreview(BY_CLICK), coupon: buildPreview(BY_COUPON) }
const RECORD_ONE = { click: buildStatement(ONE, BY_CLICK), coupon: buildStatement(ONE, BY_COUPON) }

/**
 * Builds the statement that writes everything for the given orders, so in one database transaction. The postback that
 * inserts the key records the order; of orders with the same key one does. The keys come first and in one order
 * everywhere, so concurrent statements may wait for each other, but never deadlock. The statement answers one row for
 * each credited order.
 */
function buildStatement(given: string, credited: string, extra = NO_EXTRA): string {
  const { reason, items } = extra
  return `${buildRecord(given, credited, BY_POSTBACK)}, reported AS (
    INSERT INTO postback (
      publisher_id, advertiser_id, transaction_id, received_at, id, channel, result, reason, order_ref, amount,
      currency
    )
    SELECT publisher_id, advertiser_id, transaction_id, received_at, postback_id, channel, 'recorded', ${reason},
      order_ref, order_value, currency
    FROM fresh
  ), sent AS (
    INSERT INTO postback_parameters (advertiser_id, postback_id, received_at, parameters)
    SELECT advertiser_id, postback_id, received_at, parameters FROM fresh
  )${items}
  ${ANSWER}`
}

/** Builds the part of the statement that claims the key and writes the order with its state. */
export function buildRecord(
  given: string,
  credited: string,
  { columns, channel, orderedAt }: typeof BY_POSTBACK,
): string {
  return `WITH given AS (
    ${given}
  ), credited AS (
    ${credited}
  ), claimed AS (
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
      commission, currency, commission_currency, ${columns}, regions, channel, transaction_at, recorded_at, site_id,
      sub1, sub2, sub3, sub4, sub5, promotion_id, source_page
    )
    SELECT publisher_id, click_id, clicked_at, advertiser_id, terms_id, rule_no, transaction_id, order_ref, event,
      order_value, commission, currency, commission_currency, ${columns}, regions, ${channel}, ${orderedAt},
      received_at, credited_site_id, sub1, sub2, sub3, sub4, sub5, promotion_id, page
    FROM fresh
  ), stated AS (
    INSERT INTO transaction_state (
      publisher_id, transaction_id, advertiser_id, transaction_at, changed_at, order_value, commission, sequence,
      status, currency, own_order_value, own_commission, rate_id
    )
    SELECT publisher_id, transaction_id, advertiser_id, ${orderedAt}, received_at, usd_order_value, usd_commission, 0,
      'PENDING', currency, CASE WHEN currency <> 'USD' THEN order_value END,
      CASE WHEN currency <> 'USD' THEN commission END, rate_id
    FROM fresh
  )`
}

/** Builds the statement that says what recording an order would answer, and writes nothing. */
function buildPreview(credited: string): string {
  return `WITH given AS (${ONE}), credited AS (${credited})
  SELECT transaction_id, NOT EXISTS (
    SELECT FROM transaction_key AS key WHERE key.advertiser_id = credited.advertiser_id
      AND key.order_ref = credited.order_ref AND key.event = credited.event
  ) AS is_fresh, credited_site_id AS site_id FROM credited`
}

/** Tells what recording an order would answer now, and for which site. */
export async function previewOrder(db: Db, order: CountingOrder): Promise<{ insertion: Insertion; siteId?: bigint }> {
  const values = NAMES.map((name) => order[name])
  const query = CompiledQuery.raw(PREVIEW_ONE[order.attribution], values)
  const { rows } = await db.executeQuery<{ siteId: bigint; isFresh: boolean }>(query)
  const [found] = rows
  if (!found) return { insertion: 'uncredited' }
  return { insertion: found.isFresh ? 'fresh' : 'known', siteId: found.siteId }
}

/** Records the orders whose click or owner exists, and answers for each by its transaction id. */
export async function insertOrders(db: Db, orders: readonly CountingOrder[]): Promise<ReadonlyMap<string, Insertion>> {
  const { rows } = await db.executeQuery<{ transactionId: string; isFresh: boolean }>(buildQuery(orders))
  return new Map(rows.map(({ transactionId, isFresh }) => [transactionId, isFresh ? 'fresh' : 'known']))
}

function buildQuery(orders: readonly CountingOrder[]): CompiledQuery {
  const [order, ...others] = orders
  if (orders.some(({ extra }) => extra)) return CompiledQuery.raw(RECORD_WITH_EXTRA, [JSON.stringify(orders)])
  if (order === undefined || others.length > 0) return CompiledQuery.raw(RECORD_MANY, [JSON.stringify(orders)])
  return CompiledQuery.raw(
    RECORD_ONE[order.attribution],
    NAMES.map((name) => order[name]),
  )
}
