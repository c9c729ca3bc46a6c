import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import { toItemRows } from '../rules/order-items.ts'
import type { OrderItem } from '../rules/order-items.ts'

/** A decision with its order before it. */
interface ItemDecision {
  decision: { items?: readonly OrderItem[] | undefined }
  order: { publisherId: bigint; transactionId: string; sequence: number }
}

/** Writes the items that amendments name. */
export async function writeItems(tx: Ctx, made: readonly ItemDecision[]): Promise<void> {
  const rows = made.flatMap(({ decision, order }) => {
    const { publisherId, transactionId, sequence } = order
    const key = { publisher_id: `${publisherId}`, transaction_id: transactionId, sequence: sequence + 1 }
    return toItemRows(decision.items ?? []).map((item) => ({ ...key, ...item }))
  })
  if (rows.length === 0) return
  await sql`
    INSERT INTO transaction_item (publisher_id, transaction_id, sequence, line_no, "group", sku, quantity, amount)
    SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS given (publisher_id bigint, transaction_id uuid,
      sequence int, line_no smallint, "group" text, sku text, quantity int, amount bigint)`.execute(tx.db)
}
