import { sql } from 'kysely'
import type { Db } from '#database'
import type { OrderItem } from '../rules/order-items.ts'

/** A decision, as far as it names items. */
interface ItemDecision {
  publisherId: bigint
  transactionId: string
  items?: readonly OrderItem[] | undefined
}

/**
 * Adds to items that are named by their SKU alone the group that the order was reported with, because groups choose
 * rates.
 */
export async function nameGroups<D extends ItemDecision>(db: Db, decisions: readonly D[]): Promise<readonly D[]> {
  const open = decisions.filter(({ items = [] }) => items.some(({ group }) => group === null))
  if (open.length === 0) return decisions
  const { rows } = await sql<{ transactionId: string; sku: string; group: string }>`
    SELECT transaction_id, sku, min("group") AS "group" FROM transaction_item
    WHERE sequence = 0 AND sku IS NOT NULL AND "group" IS NOT NULL AND (publisher_id, transaction_id) IN (
      SELECT * FROM unnest(${open.map(({ publisherId }) => publisherId)}::bigint[],
        ${open.map(({ transactionId }) => transactionId)}::uuid[]))
    GROUP BY transaction_id, sku HAVING count(DISTINCT "group") = 1`.execute(db)
  const groups = new Map(rows.map(({ transactionId, sku, group }) => [`${transactionId} ${sku}`, group]))
  const named = (id: string, item: OrderItem) => item.group ?? groups.get(`${id} ${item.sku ?? ''}`) ?? null
  return decisions.map(({ items, ...decision }) => {
    if (items === undefined) return decision as D
    const id = decision.transactionId
    return { ...decision, items: items.map((item) => ({ ...item, group: named(id, item) })) } as unknown as D
  })
}
