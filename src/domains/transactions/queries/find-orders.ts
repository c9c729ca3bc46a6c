import { sql } from 'kysely'
import type { Db } from '#database'
import type { Amount } from '#kernel/money.ts'
import type { HoldReason, TransactionStatus } from '../contract/vocabulary.ts'

/** Names an order of an advertiser: by the transaction, or by the order id and, if it has several, the event. */
export interface OrderName {
  transactionId: string | null
  orderRef: string | null
  event: string | null
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
}

/** Finds the orders of an advertiser by their names. A name can have none, or several by different events. */
export async function findOrders(
  db: Db,
  { advertiserId, names }: { advertiserId: bigint; names: readonly OrderName[] },
): Promise<NamedOrder[]> {
  const { rows } = await sql<NamedOrder>`
    WITH named AS (
      SELECT * FROM unnest(${names.map((each) => each.transactionId)}::uuid[],
        ${names.map((each) => each.orderRef)}::text[], ${names.map((each) => each.event)}::text[])
        WITH ORDINALITY AS named (transaction_id, order_ref, event, number)
    ), found AS (
      SELECT number, key.publisher_id, key.transaction_id
      FROM named JOIN transaction_key AS key ON key.advertiser_id = ${advertiserId} AND key.order_ref = named.order_ref
      WHERE named.transaction_id IS NULL AND (named.event IS NULL OR key.event = named.event)
      UNION ALL
      -- The postback that recorded an order leads from its id to its publisher, the first part of its key.
      SELECT number, sold.publisher_id, sold.id
      FROM named
      JOIN postback ON postback.advertiser_id = ${advertiserId} AND postback.transaction_id = named.transaction_id
        AND postback.result = 'recorded'
      JOIN transaction AS sold ON sold.publisher_id = postback.publisher_id AND sold.id = postback.transaction_id
      WHERE (named.order_ref IS NULL OR sold.order_ref = named.order_ref)
        AND (named.event IS NULL OR sold.event = named.event)
    )
    SELECT (found.number - 1)::int AS place, state.publisher_id, state.transaction_id, state.status,
      coalesce(state.own_order_value, state.order_value) AS order_value, state.currency, state.hold_reason
    FROM found JOIN transaction_state AS state
      ON state.publisher_id = found.publisher_id AND state.transaction_id = found.transaction_id`.execute(db)
  return rows
}
