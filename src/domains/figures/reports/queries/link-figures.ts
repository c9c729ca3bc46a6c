import { sql } from 'kysely'
import type { Db } from '#database'
import type { PublisherScope } from '#kernel/actor-scope.ts'
import type { Figures } from '#kernel/measures.ts'

/**
 * Sums the payable clicks of some short links since a time, and the orders of those clicks that are not cancelled.
 * Reads the clicks themselves: few of a publisher are of short links, and an index holds only those.
 */
export async function readLinkFigures(
  db: Db,
  { publisherId, siteId, linkIds, from }: PublisherScope & { linkIds: readonly string[]; from: Date },
): Promise<(Figures & { linkId: bigint })[]> {
  const isOwn = sql`click.publisher_id = ${publisherId} AND click.link_id = ANY(${linkIds}::bigint[])
    AND click.clicked_at >= ${from} AND ${siteId === undefined ? sql`true` : sql`click.site_id = ${siteId}`}`
  const { rows } = await sql<Figures & { linkId: bigint }>`
    SELECT link_id, sum(clicks)::bigint AS clicks, sum(transactions)::bigint AS transactions,
      sum(commission)::bigint AS commission
    FROM (
      SELECT link_id, 1 AS clicks, 0 AS transactions, 0::bigint AS commission
      FROM click WHERE ${isOwn} AND verdict = 'payable'
      UNION ALL
      SELECT click.link_id, 0, 1, coalesce(state.commission, 0)
      FROM transaction AS sale
      JOIN transaction_state AS state ON state.publisher_id = sale.publisher_id AND state.transaction_id = sale.id
      JOIN click ON click.publisher_id = sale.publisher_id AND click.id = sale.click_id
        AND click.clicked_at = sale.clicked_at
      WHERE sale.publisher_id = ${publisherId} AND sale.clicked_at >= ${from} AND state.status <> 'CANCELLED'
        AND ${isOwn}
    ) AS figure GROUP BY link_id`.execute(db)
  return rows
}
