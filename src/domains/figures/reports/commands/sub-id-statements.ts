import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import type { DayRange } from '#kernel/days.ts'
import { startOfDay } from '#kernel/days.ts'
import { MAX_SUB_IDS } from '../contract/vocabulary.ts'
import type { ChangedDay } from './report-statements.ts'
import type { TimeRange } from './rollup-statements.ts'

/** Whole days of some publishers, or of all. */
export interface SubIdScope {
  days: DayRange
  publisherIds?: readonly bigint[]
}

/** The five sub ids of a click or transaction as rows `tag (slot, sub_id)`. */
const tags = sql`
  CROSS JOIN LATERAL (VALUES (1, sub1), (2, sub2), (3, sub3), (4, sub4), (5, sub5)) AS tag (slot, sub_id)`

const isTagged = sql`coalesce(sub1, sub2, sub3, sub4, sub5) IS NOT NULL`

/**
 * Counts the sub ids of whole days again, from clicks and transactions, and removes rows without a source. Keeps the
 * `MAX_SUB_IDS` sub ids with the most clicks of each publisher, slot and day; the others share the empty sub id. Call
 * it in a transaction. No step joins two large sets, because the planner knows too little about their sizes.
 */
export async function writeSubIds(tx: Db, scope: SubIdScope): Promise<void> {
  const inScope = buildScope(scope)
  await sql`
    WITH figure AS (
      SELECT publisher_id, slot, (clicked_at AT TIME ZONE 'UTC')::date AS day, advertiser_id, site_id, sub_id,
        1 AS clicks, 0 AS transactions, 0::bigint AS commission
      FROM click ${tags} WHERE verdict = 'payable' AND sub_id IS NOT NULL AND ${inScope.clicked}
      UNION ALL
      SELECT sale.publisher_id, slot, (clicked_at AT TIME ZONE 'UTC')::date, sale.advertiser_id, sale.site_id, sub_id,
        0, 1, coalesce(state.commission, 0)
      FROM (SELECT * FROM transaction WHERE ${inScope.clicked}) AS sale
      JOIN transaction_state AS state ON state.publisher_id = sale.publisher_id AND state.transaction_id = sale.id
      ${tags} WHERE state.status <> 'CANCELLED' AND sub_id IS NOT NULL
    ), counted AS (
      SELECT publisher_id, slot, day, advertiser_id, site_id, sub_id, sum(clicks) AS clicks,
        sum(transactions) AS transactions, sum(commission) AS commission,
        sum(sum(clicks)) OVER (PARTITION BY publisher_id, slot, day, sub_id) AS weight
      FROM figure GROUP BY 1, 2, 3, 4, 5, 6
    ), ranked AS (
      SELECT *, dense_rank() OVER (PARTITION BY publisher_id, slot, day ORDER BY weight DESC, sub_id) AS place
      FROM counted
    ), written AS (
      SELECT publisher_id, slot, day, advertiser_id, site_id,
        CASE WHEN place <= ${MAX_SUB_IDS} THEN sub_id ELSE '' END AS sub_id,
        clicks, transactions, commission
      FROM ranked
      UNION ALL
      -- A stored row without a source becomes zero and is deleted below.
      SELECT publisher_id, slot, day, advertiser_id, site_id, sub_id, 0, 0, 0
      FROM rollup_sub_id WHERE ${inScope.stored}
    )
    INSERT INTO rollup_sub_id AS old
      (publisher_id, slot, day, advertiser_id, site_id, sub_id, clicks, transactions, commission)
    SELECT publisher_id, slot, day, advertiser_id, site_id, sub_id, sum(clicks), sum(transactions), sum(commission)
    FROM written GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (publisher_id, slot, day, advertiser_id, site_id, sub_id) DO UPDATE
    SET clicks = excluded.clicks, transactions = excluded.transactions, commission = excluded.commission
    WHERE (old.clicks, old.transactions, old.commission)
      IS DISTINCT FROM (excluded.clicks, excluded.transactions, excluded.commission)`.execute(tx)
  await sql`DELETE FROM rollup_sub_id WHERE clicks = 0 AND transactions = 0 AND ${inScope.stored}`.execute(tx)
}

function buildScope({ days, publisherIds }: SubIdScope): Record<'clicked' | 'stored', RawBuilder<unknown>> {
  const ofPublishers = publisherIds === undefined ? sql`true` : sql`publisher_id = ANY(${publisherIds}::bigint[])`
  const [from, until] = [startOfDay(days.from), startOfDay(days.until)]
  return {
    clicked: sql`clicked_at >= ${from} AND clicked_at < ${until} AND ${ofPublishers}`,
    stored: sql`day >= ${days.from} AND day < ${days.until} AND ${ofPublishers}`,
  }
}

/** Lists the days on which clicks of the range or transactions recorded or decided in it carry a sub id. */
export async function listTaggedDays(db: Db, range: TimeRange): Promise<ChangedDay[]> {
  const { rows } = await sql<ChangedDay>`
    SELECT publisher_id, (clicked_at AT TIME ZONE 'UTC')::date AS day FROM click
    WHERE clicked_at >= ${range.from} AND clicked_at < ${range.until} AND verdict = 'payable' AND ${isTagged}
    UNION
    SELECT sale.publisher_id, (sale.clicked_at AT TIME ZONE 'UTC')::date FROM transaction_state AS state
    JOIN transaction AS sale ON sale.publisher_id = state.publisher_id AND sale.id = state.transaction_id
    WHERE state.changed_at >= ${range.from} AND state.changed_at < ${range.until} AND ${isTagged}`.execute(db)
  return rows
}
