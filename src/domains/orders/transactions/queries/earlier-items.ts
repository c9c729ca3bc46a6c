import { sql } from 'kysely'
import type { Db } from '#database'
import type { OrderItem } from '../rules/order-items.ts'

interface DecisionKey {
  publisherId: bigint
  transactionId: string
  sequence: number
}

/**
 * Reads the items that orders had before decisions, by transaction id: those of the last amendment before, or else
 * those of the report. An order whose last amendment named none has none.
 */
export async function readEarlierItems(db: Db, decisions: readonly DecisionKey[]): Promise<Map<string, OrderItem[]>> {
  const { rows } = await sql<OrderItem & { transactionId: string }>`
    SELECT item.transaction_id, item."group", item.sku, item.quantity, item.amount
    FROM unnest(
      ${decisions.map(({ publisherId }) => publisherId)}::bigint[],
      ${decisions.map(({ transactionId }) => transactionId)}::uuid[],
      ${decisions.map(({ sequence }) => sequence)}::int[]
    ) AS made (publisher_id, transaction_id, sequence)
    CROSS JOIN LATERAL (
      SELECT coalesce(max(d.sequence), 0) AS sequence FROM transaction_decision AS d
      WHERE d.publisher_id = made.publisher_id AND d.transaction_id = made.transaction_id
        AND d.sequence < made.sequence AND d.action = 'amend'
    ) AS last
    JOIN transaction_item AS item ON item.publisher_id = made.publisher_id
      AND item.transaction_id = made.transaction_id AND item.sequence = last.sequence
    ORDER BY item.transaction_id, item.line_no`.execute(db)
  return Map.groupBy(rows, ({ transactionId }) => transactionId)
}
