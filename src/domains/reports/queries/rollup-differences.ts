import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import { VERDICTS } from '#domains/tracking/contract.ts'
import { MAX_SUB_IDS, SUB_ID_SLOTS } from '../contract/vocabulary.ts'

/** A group whose roll-up differs from its clicks and transactions. */
export interface RollupDifference {
  grain: 'hour' | 'day' | 'report' | 'sub id'
  publisherId: bigint
  at: string
  /** Null in a difference of a report by advertiser or date. */
  siteId: bigint | null
  /** Null in a difference of a report by site or date. */
  advertiserId: bigint | null
}

/** Compares every roll-up with its source and lists the differences. It reads all clicks and transactions. */
export async function listRollupDifferences(db: Db): Promise<RollupDifference[]> {
  return [...(await listReportDifferences(db)), ...(await listSubIdDifferences(db))]
}

async function listReportDifferences(db: Db): Promise<RollupDifference[]> {
  const { rows } = await sql<RollupDifference>`
    WITH hit AS (
      SELECT publisher_id, date_trunc('hour', clicked_at, 'UTC') AS hour, site_id, advertiser_id, count(*) AS hits,
        ${sql.join(VERDICTS.map((verdict) => sql`count(*) FILTER (WHERE verdict = ${verdict}) AS ${sql.id(verdict)}`))}
      FROM click GROUP BY 1, 2, 3, 4
    ), sale AS (
      SELECT sold.publisher_id, date_trunc('hour', clicked_at, 'UTC') AS hour, site_id, sold.advertiser_id,
        count(*) FILTER (WHERE status <> 'CANCELLED') AS transactions,
        count(*) FILTER (WHERE status = 'CANCELLED') AS cancelled_transactions,
        sum(state.order_value) FILTER (WHERE status <> 'CANCELLED') AS order_value,
        sum(state.commission) FILTER (WHERE status <> 'CANCELLED') AS commission
      FROM transaction AS sold JOIN transaction_state AS state
        ON state.publisher_id = sold.publisher_id AND state.transaction_id = sold.id
      GROUP BY 1, 2, 3, 4
    ), wanted AS (
      SELECT publisher_id, hour, site_id, advertiser_id, ${sql.join(summedColumns.map(coalesceColumn))}
      FROM hit FULL JOIN sale USING (publisher_id, hour, site_id, advertiser_id)
    ), wanted_day AS (
      SELECT publisher_id, (hour AT TIME ZONE 'UTC')::date AS day, site_id, advertiser_id, sum(hits)::bigint AS hits,
        sum(payable)::bigint AS clicks, ${sql.join(transactionColumns.map(sumColumn))}
      FROM wanted GROUP BY 1, 2, 3, 4
    ), wanted_report AS (
      SELECT publisher_id, (CASE WHEN grouping(site_id) = 0 THEN 'site' WHEN grouping(advertiser_id) = 0
          THEN 'advertiser' ELSE 'date' END)::report_type AS type, day, coalesce(site_id, advertiser_id, 0) AS group_id,
        ${sql.join(['clicks', 'transactions', 'commission'].map(sumColumn))}
      FROM wanted_day GROUP BY publisher_id, day, GROUPING SETS ((site_id), (advertiser_id), ())
    )
    SELECT DISTINCT 'hour' AS grain, publisher_id, hour::text AS at, site_id, advertiser_id FROM (
      (TABLE wanted EXCEPT ALL TABLE rollup_hour) UNION ALL (TABLE rollup_hour EXCEPT ALL TABLE wanted)
    ) AS different
    UNION ALL
    SELECT DISTINCT 'day', publisher_id, day::text, site_id, advertiser_id FROM (
      (TABLE wanted_day EXCEPT ALL TABLE rollup_day) UNION ALL (TABLE rollup_day EXCEPT ALL TABLE wanted_day)
    ) AS different
    UNION ALL
    SELECT DISTINCT 'report', publisher_id, day::text, CASE type WHEN 'site' THEN group_id END,
      CASE type WHEN 'advertiser' THEN group_id END
    FROM (
      (TABLE wanted_report EXCEPT ALL TABLE rollup_report) UNION ALL
      (TABLE rollup_report EXCEPT ALL TABLE wanted_report)
    ) AS different`.execute(db)
  return rows
}

const transactionColumns = ['transactions', 'cancelled_transactions', 'order_value', 'commission']
const summedColumns = ['hits', ...VERDICTS, ...transactionColumns]

function coalesceColumn(column: string): RawBuilder<unknown> {
  return sql`coalesce(${sql.id(column)}, 0)::bigint AS ${sql.id(column)}`
}

function sumColumn(column: string): RawBuilder<unknown> {
  return sql`sum(${sql.id(column)})::bigint AS ${sql.id(column)}`
}

/** Counts each slot by itself and ranks its sub ids by the clicks of the day. */
async function listSubIdDifferences(db: Db): Promise<RollupDifference[]> {
  const slots = SUB_ID_SLOTS.map(
    (slot) => sql`
      SELECT publisher_id, ${sql.lit(slot)}::smallint AS slot, (clicked_at AT TIME ZONE 'UTC')::date AS day,
        advertiser_id, ${sql.ref(`sub${slot}`)} AS sub_id, clicks, transactions, commission, site_id
      FROM source WHERE ${sql.ref(`sub${slot}`)} IS NOT NULL`,
  )
  const { rows } = await sql<RollupDifference>`
    WITH source AS (
      SELECT publisher_id, clicked_at, advertiser_id, site_id, sub1, sub2, sub3, sub4, sub5,
        1 AS clicks, 0 AS transactions, 0 AS commission
      FROM click WHERE verdict = 'payable'
      UNION ALL
      SELECT sale.publisher_id, clicked_at, sale.advertiser_id, site_id, sub1, sub2, sub3, sub4, sub5,
        0, 1, state.commission
      FROM transaction AS sale JOIN transaction_state AS state
        ON state.publisher_id = sale.publisher_id AND state.transaction_id = sale.id AND status <> 'CANCELLED'
    ), tagged AS (${sql.join(slots, sql` UNION ALL `)}), counted AS (
      SELECT publisher_id, slot, day, advertiser_id, sub_id,
        ${sql.join(['clicks', 'transactions', 'commission'].map(sumColumn))}, site_id,
        sum(sum(clicks)) OVER (PARTITION BY publisher_id, slot, day, sub_id) AS weight
      FROM tagged GROUP BY 1, 2, 3, 4, 5, site_id
    ), ranked AS (
      SELECT *, dense_rank() OVER (PARTITION BY publisher_id, slot, day ORDER BY weight DESC, sub_id) AS place
      FROM counted
    ), wanted AS (
      SELECT publisher_id, slot, day, advertiser_id,
        CASE WHEN place <= ${MAX_SUB_IDS} THEN sub_id ELSE '' END AS sub_id,
        ${sql.join(['clicks', 'transactions', 'commission'].map(sumColumn))}, site_id
      FROM ranked GROUP BY 1, 2, 3, 4, 5, site_id
    )
    SELECT DISTINCT 'sub id' AS grain, publisher_id, day::text AS at, site_id, advertiser_id FROM (
      (TABLE wanted EXCEPT ALL TABLE rollup_sub_id) UNION ALL (TABLE rollup_sub_id EXCEPT ALL TABLE wanted)
    ) AS different`.execute(db)
  return rows
}
