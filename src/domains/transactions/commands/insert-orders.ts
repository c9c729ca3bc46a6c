import { CompiledQuery } from 'kysely'
import type { Db } from '#database'
import type { Attribution, CustomerStatus, PostbackChannel, RecordedRemark } from '../contract/vocabulary.ts'
import type { ItemRow } from '../rules/order-items.ts'

/**
 * An order that counts, as the statement that records it reads it: names of columns, numbers as text, times as
 * `toISOString` writes them. Its postback is stored with it.
 */
export interface CountingOrder {
  attribution: Exclude<Attribution, 'claim'>
  publisher_id: string
  /** The click that has to exist; null by coupon. */
  click_id: string | null
  /** The site of the coupon's owner; null by click, because the click names its site. */
  site_id: string | null
  clicked_at: string
  advertiser_id: string
  terms_id: string
  /** The rule of the terms that decided the rate. */
  rule_no: number
  transaction_id: string
  order_ref: string
  event: string
  order_value: string
  commission: string
  currency: string
  commission_currency: string
  /** Null while the currency has no rate, and so is `rate_id`, which is also null for an order in USD. */
  usd_order_value: string | null
  usd_commission: string | null
  rate_id: string | null
  coupon: string | null
  customer_status: CustomerStatus | null
  /** The regions of the domain to which the click led; null if they are not known. */
  regions: readonly string[] | null
  received_at: string
  postback_id: string
  channel: PostbackChannel
  parameters: Record<string, string>
  /** What most orders do not have: items, or a remark of what they are recorded without. */
  extra?: { remark: RecordedRemark | null; items: readonly ItemRow[] }
}

type PostbackColumn = 'attribution' | 'coupon' | 'customer_status' | 'postback_id' | 'channel' | 'parameters' | 'extra'

/** An order by claim: `clicked_at` is its own time, `received_at` that of the decision, and no postback reports it. */
export interface ClaimedOrder extends Omit<CountingOrder, PostbackColumn> {
  claim_id: string
  site_id: string
}

/** Whether an order was recorded (`fresh`), was there already (`known`), or names no payable click (`uncredited`). */
export type Insertion = 'fresh' | 'known' | 'uncredited'

/** Writes an order, alone or together with others. Its answer is committed, unless the caller's transaction is open. */
export type InsertOrder = (order: CountingOrder) => Promise<Insertion>

type PlainColumn = Exclude<keyof CountingOrder, 'extra'>

/** The columns of `given`, in the order of the parameters. */
const COLUMNS: Record<PlainColumn, string> = {
  attribution: 'text',
  publisher_id: 'bigint',
  click_id: 'uuid',
  site_id: 'bigint',
  clicked_at: 'timestamptz',
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
  received_at: 'timestamptz',
  postback_id: 'uuid',
  channel: 'text',
  parameters: 'jsonb',
}
const NAMES = Object.keys(COLUMNS) as PlainColumn[]

/** A lonely order comes as one parameter for each column, which takes PostgreSQL a tenth less time than JSON. */
const ONE = selectParameters(NAMES.map((name) => [name, COLUMNS[name]]))
const GIVEN = NAMES.map((name) => `${name} ${COLUMNS[name]}`).join(', ')
const MANY = `SELECT * FROM json_to_recordset($1::json) AS given (${GIVEN})`
const MANY_WITH_EXTRA = `SELECT * FROM json_to_recordset($1::json) AS given (${GIVEN}, extra jsonb)`

/** Why an order is recorded with a reason. */
const WITHOUT_RATE = "CASE WHEN usd_order_value IS NULL THEN 'no_rate' END"
const NO_EXTRA = { reason: WITHOUT_RATE, items: '' }

/** The parts of the statement that depend on who reports the order. */
const BY_POSTBACK = {
  columns: 'coupon, customer_status',
  channel: "CASE channel WHEN 'pixel' THEN channel ELSE 'server' END",
  orderedAt: 'received_at',
}

const ANSWER = 'SELECT transaction_id, transaction_id IN (SELECT transaction_id FROM claimed) AS is_fresh FROM credited'

function selectParameters(columns: readonly (readonly [name: string, type: string])[]): string {
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
  return `${record(given, credited, BY_POSTBACK)}, reported AS (
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

/** The part of the statement that claims the key and writes the order with its state. */
function record(given: string, credited: string, { columns, channel, orderedAt }: typeof BY_POSTBACK): string {
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

const CLAIM_COLUMNS: Record<keyof ClaimedOrder, string> = {
  claim_id: 'uuid',
  publisher_id: COLUMNS.publisher_id,
  click_id: COLUMNS.click_id,
  site_id: COLUMNS.site_id,
  clicked_at: COLUMNS.clicked_at,
  advertiser_id: COLUMNS.advertiser_id,
  terms_id: COLUMNS.terms_id,
  rule_no: COLUMNS.rule_no,
  transaction_id: COLUMNS.transaction_id,
  order_ref: COLUMNS.order_ref,
  event: COLUMNS.event,
  order_value: COLUMNS.order_value,
  commission: COLUMNS.commission,
  currency: COLUMNS.currency,
  commission_currency: COLUMNS.commission_currency,
  usd_order_value: COLUMNS.usd_order_value,
  usd_commission: COLUMNS.usd_commission,
  rate_id: COLUMNS.rate_id,
  regions: COLUMNS.regions,
  received_at: COLUMNS.received_at,
}
const CLAIM_NAMES = Object.keys(CLAIM_COLUMNS) as (keyof ClaimedOrder)[]

/** An order by claim is credited to the site of the claim, with what its click says if that was found. */
const BY_CLAIM = `SELECT given.*, given.site_id AS credited_site_id, sub1, sub2, sub3, sub4, sub5, promotion_id,
      coalesce(referrer, destination) AS page
    FROM given LEFT JOIN click ON click.publisher_id = given.publisher_id AND click.id = given.click_id
      AND click.clicked_at = uuid_extract_timestamp(given.click_id)`

const RECORD_CLAIM = `${record(selectParameters(CLAIM_NAMES.map((name) => [name, CLAIM_COLUMNS[name]])), BY_CLAIM, {
  columns: 'claim_id',
  channel: "'claim'",
  orderedAt: 'clicked_at',
})}
  ${ANSWER}`

/** Records an order by claim, unless its key is taken. */
export async function insertClaimedOrder(db: Db, order: ClaimedOrder): Promise<'fresh' | 'known'> {
  const values = CLAIM_NAMES.map((name) => order[name])
  const { rows } = await db.executeQuery<{ isFresh: boolean }>(CompiledQuery.raw(RECORD_CLAIM, values))
  return rows[0]?.isFresh === true ? 'fresh' : 'known'
}
