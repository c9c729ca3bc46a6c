import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * Selects the id of an earlier order that looks like the same sale as the order of an alias: of the same click, event
 * and amount, within a minute, under another id. A shop whose pixel and server name one order differently reports it
 * twice. Null for most orders; the index by click time leads to the few orders of a click.
 */
export function sameSale(alias: string): RawBuilder<string | null> {
  const order = sql.ref(alias)
  return sql<string | null>`(
    SELECT earlier.order_ref FROM transaction AS earlier
    WHERE earlier.publisher_id = ${order}.publisher_id AND earlier.clicked_at = ${order}.clicked_at
      AND earlier.click_id = ${order}.click_id AND earlier.event = ${order}.event
      AND earlier.order_value = ${order}.order_value AND earlier.currency = ${order}.currency
      AND earlier.order_ref <> ${order}.order_ref
      AND earlier.transaction_at > ${order}.transaction_at - interval '1 minute'
      AND (earlier.transaction_at, earlier.id) < (${order}.transaction_at, ${order}.id)
    ORDER BY earlier.transaction_at, earlier.id LIMIT 1
  )`
}
