import { sql } from 'kysely'
import type { Db } from '#database'
import type { Amount } from '#kernel/money.ts'
import type { CancelReason, HoldReason, TransactionStatus } from '../contract/vocabulary.ts'
import type { DecisionRow } from '../rules/decision-file.ts'

/** Names an order of an advertiser: by the transaction, or by the order id and, if it has several, event or click. */
export interface OrderName {
  /** Given where a list named the order, and then all that names it beside the transaction. */
  publisherId: bigint | null
  transactionId: string | null
  orderRef: string | null
  event: string | null
  clickId: string | null
}

/** An order that was found; `place` is that of its name in the list. */
export interface NamedOrder {
  place: number
  publisherId: bigint
  transactionId: string
  status: TransactionStatus
  /** In `currency`, that of the order. */
  orderValue: Amount
  currency: string
  holdReason: HoldReason | null
  /** Why it is cancelled. */
  reasonCode: CancelReason | null
  /** When it decides itself after an extension. */
  dueAt: Date | null
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A click token is base64url: a MAC of 12 bytes, the id of the publisher, and the id of the click. */
const CLICK_TOKEN = /^[A-Za-z0-9_-]{39,48}$/

/** An id that belongs to nothing, for one that is none. */
const NIL_ID = '00000000-0000-0000-0000-000000000000'

/** Reads how a row names its order. An id that is none finds nothing. */
export function readOrderName({ cells, key }: Pick<DecisionRow, 'cells' | 'key'>): OrderName {
  if (key) return { ...NO_ORDER, ...key }
  const { transaction_id: id = '', order_id: orderRef = '', event = '', click_id: click = '' } = cells
  return {
    publisherId: null,
    transactionId: id === '' ? null : readId(id),
    orderRef: orderRef || null,
    event: event || null,
    clickId: click === '' ? null : readClickId(click),
  }
}

function readId(text: string): string {
  return UUID.test(text) ? text : NIL_ID
}

/** Reads the id of a click, which shops know as a token. It only chooses among own orders, so it is not verified. */
function readClickId(text: string): string {
  if (!CLICK_TOKEN.test(text) || UUID.test(text)) return readId(text)
  const hex = Buffer.from(text, 'base64url').toString('hex').slice(-32)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The name of no order. */
export const NO_ORDER: OrderName = {
  publisherId: null,
  transactionId: NIL_ID,
  orderRef: null,
  event: null,
  clickId: null,
}

/** Finds the orders of an advertiser by their names. A name can have none, or several of different events. */
export async function findOrders(
  db: Db,
  { advertiserId, names }: { advertiserId: bigint; names: readonly OrderName[] },
): Promise<NamedOrder[]> {
  const isAsNamed = sql`(named.order_ref IS NULL OR sold.order_ref = named.order_ref)
    AND (named.event IS NULL OR sold.event = named.event)`
  const { rows } = await sql<NamedOrder>`
    WITH named AS (
      SELECT * FROM unnest(${names.map((each) => each.publisherId)}::bigint[],
        ${names.map((each) => each.transactionId)}::uuid[],
        ${names.map((each) => each.orderRef)}::text[], ${names.map((each) => each.event)}::text[],
        ${names.map((each) => each.clickId)}::uuid[])
        WITH ORDINALITY AS named (publisher_id, transaction_id, order_ref, event, click_id, number)
    ), found AS (
      SELECT number, key.publisher_id, key.transaction_id
      FROM named JOIN transaction_key AS key ON key.advertiser_id = ${advertiserId} AND key.order_ref = named.order_ref
      WHERE named.transaction_id IS NULL AND (named.event IS NULL OR key.event = named.event)
      UNION ALL
      SELECT number, sold.publisher_id, sold.id
      FROM named JOIN transaction AS sold ON sold.publisher_id = named.publisher_id AND sold.id = named.transaction_id
      WHERE sold.advertiser_id = ${advertiserId}
      UNION ALL
      -- The postback that recorded an order leads from its id to its publisher, the first part of its key.
      SELECT number, sold.publisher_id, sold.id
      FROM named
      JOIN postback ON postback.advertiser_id = ${advertiserId} AND postback.transaction_id = named.transaction_id
        AND postback.result = 'recorded' AND named.publisher_id IS NULL
      JOIN transaction AS sold ON sold.publisher_id = postback.publisher_id AND sold.id = postback.transaction_id
      WHERE ${isAsNamed}
      UNION ALL
      -- An order that a claim made has no such postback.
      SELECT number, sold.publisher_id, sold.id
      FROM named JOIN transaction AS sold ON sold.id = named.transaction_id AND sold.claim_id IS NOT NULL
      WHERE sold.advertiser_id = ${advertiserId} AND named.publisher_id IS NULL AND ${isAsNamed}
    )
    SELECT (found.number - 1)::int AS place, state.publisher_id, state.transaction_id, state.status,
      coalesce(state.own_order_value, state.order_value) AS order_value, state.currency, state.hold_reason,
      state.reason_code, state.due_at
    FROM found JOIN named USING (number)
    JOIN transaction_state AS state
      ON state.publisher_id = found.publisher_id AND state.transaction_id = found.transaction_id
    WHERE named.click_id IS NULL OR EXISTS (
      SELECT FROM transaction AS sold
      WHERE sold.publisher_id = found.publisher_id AND sold.id = found.transaction_id
        AND sold.click_id = named.click_id)`.execute(db)
  return rows
}
