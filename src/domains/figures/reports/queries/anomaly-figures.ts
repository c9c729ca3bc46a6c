import { sql } from 'kysely'
import type { Db } from '#database'
import { addDays } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { BASE_DAYS, SILENT_DAYS, TOP_PUBLISHERS, WEEK_DAYS } from '../rules/anomalies.ts'
import type { DecidedSums, PublisherSums } from '../rules/anomalies.ts'
import type { AnomalyFigures } from '../rules/find-anomalies.ts'
import { listClickDays } from './advertiser-figures.ts'

/** The day that is not over yet, and the advertiser. */
interface AnomalyScope {
  advertiserId: bigint
  today: Day
}

/** Reads clicks, orders and publishers of the last five weeks of an advertiser, and decisions of the last eight. */
export async function readAnomalyFigures(db: Db, { advertiserId, today }: AnomalyScope): Promise<AnomalyFigures> {
  const from = addDays(today, -WEEK_DAYS - BASE_DAYS)
  const [clickDays, orderDays, decided, decidedBefore, publishers] = await Promise.all([
    listClickDays(db, { advertiserId, range: { from, until: addDays(today, 1) } }),
    listOrderDays(db, { advertiserId, from }),
    sumDecided(db, { advertiserId, from: addDays(today, -BASE_DAYS), until: today }),
    sumDecided(db, { advertiserId, from: addDays(today, -2 * BASE_DAYS), until: addDays(today, -BASE_DAYS) }),
    listTopPublishers(db, { advertiserId, today }),
  ])
  return { clickDays, orderDays, decided, decidedBefore, publishers }
}

/** Lists all orders of an advertiser by the day of the order, whatever became of them. */
export async function listOrderDays(db: Db, { advertiserId, from }: { advertiserId: bigint; from: Day }) {
  const { rows } = await sql<{ day: Day; orders: bigint; orderValue: bigint }>`
    SELECT day, sum(transactions)::bigint AS orders, sum(order_value)::bigint AS order_value FROM rollup_status
    WHERE advertiser_id = ${advertiserId} AND day >= ${from} GROUP BY day`.execute(db)
  return rows
}

/** Sums the orders that were decided in a range of days. No decision is older than its order. */
async function sumDecided(
  db: Db,
  { advertiserId, from, until }: { advertiserId: bigint; from: Day; until: Day },
): Promise<DecidedSums> {
  const { rows } = await sql<DecidedSums>`
    SELECT coalesce(sum(transactions) FILTER (WHERE status = 'CONFIRMED'), 0)::bigint AS confirmed,
      coalesce(sum(transactions) FILTER (WHERE status = 'CANCELLED'), 0)::bigint AS cancelled,
      coalesce(sum(order_value) FILTER (WHERE status = 'CANCELLED'), 0)::bigint AS cancelled_value
    FROM rollup_cohort
    WHERE advertiser_id = ${advertiserId} AND day < ${until} AND decided_on >= ${from} AND decided_on < ${until}
  `.execute(db)
  return rows[0] ?? { confirmed: 0n, cancelled: 0n, cancelledValue: 0n }
}

/** Lists the publishers with the largest order value in the days before the last, and their clicks in both. */
async function listTopPublishers(db: Db, { advertiserId, today }: AnomalyScope): Promise<PublisherSums[]> {
  const since = addDays(today, -SILENT_DAYS)
  const { rows } = await sql<PublisherSums>`
    SELECT top.id, publisher.name, clicks, clicks_before, order_value_before
    FROM (
      SELECT publisher_id AS id, coalesce(sum(clicks) FILTER (WHERE day >= ${since}), 0)::bigint AS clicks,
        coalesce(sum(clicks) FILTER (WHERE day < ${since}), 0)::bigint AS clicks_before,
        coalesce(sum(order_value) FILTER (WHERE day < ${since}), 0)::bigint AS order_value_before
      FROM rollup_advertiser
      WHERE advertiser_id = ${advertiserId} AND day >= ${addDays(since, -BASE_DAYS)}
      GROUP BY 1 ORDER BY order_value_before DESC, 1 LIMIT ${TOP_PUBLISHERS}
    ) AS top JOIN publisher ON publisher.id = top.id
    ORDER BY order_value_before DESC, top.id`.execute(db)
  return rows
}
