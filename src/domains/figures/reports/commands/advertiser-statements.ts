import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import { ORDER_COLUMNS } from '#domains/orders/transactions/queries/order-figures.ts'
import type { Day, DayRange } from '#kernel/days.ts'
import { buildDays, buildUpdate, sumColumns } from './report-statements.ts'
import type { ChangedDay } from './report-statements.ts'

const COLUMNS = ['clicks', ...ORDER_COLUMNS]
const columns = sql.join(COLUMNS.map((column) => sql.id(column)))
const namedSums = sql.join(COLUMNS.map((column) => sql`sum(${sql.id(column)})::bigint AS ${sql.id(column)}`))

/**
 * Sums the given days over the sites of their publishers into `rollup_advertiser`, and the days of those advertisers
 * over all publishers into `rollup_advertiser_total`. Removes rows without a day. Hits without an advertiser stay out.
 */
export async function writeAdvertisers(db: Db, changed: readonly ChangedDay[]): Promise<void> {
  const part = buildDays(changed)
  const daysOfPart = sql`days.publisher_id = part.publisher_id AND days.day = part.day`
  await sql`
    INSERT INTO rollup_advertiser (publisher_id, day, advertiser_id, ${columns})
    SELECT part.publisher_id, part.day, days.advertiser_id, ${sumColumns(COLUMNS)}
    FROM ${part} JOIN rollup_day AS days ON ${daysOfPart} AND days.advertiser_id <> 0
    GROUP BY 1, 2, 3 ORDER BY 3, 2, 1
    ON CONFLICT (publisher_id, day, advertiser_id) DO UPDATE SET ${buildUpdate('rollup_advertiser', COLUMNS)}
  `.execute(db)
  const { rows: removed } = await sql<{ advertiserId: bigint; day: Day }>`
    DELETE FROM rollup_advertiser AS stored USING ${part}
    WHERE stored.publisher_id = part.publisher_id AND stored.day = part.day AND NOT EXISTS (
      SELECT FROM rollup_day AS days WHERE ${daysOfPart} AND days.advertiser_id = stored.advertiser_id
    )
    RETURNING stored.advertiser_id, stored.day`.execute(db)
  await writeTotals(
    db,
    sql`
      SELECT advertiser_id, day FROM ${part} JOIN rollup_advertiser USING (publisher_id, day)
      UNION SELECT * FROM unnest(
        ${removed.map(({ advertiserId }) => advertiserId)}::bigint[], ${removed.map(({ day }) => day)}::date[]
      )`,
  )
}

/** Sums whole days of all advertisers over their publishers again, also of days that have no publisher any more. */
export async function writeTotalsOfDays(db: Db, { from, until }: DayRange): Promise<void> {
  const isOfDays = sql`day >= ${from} AND day < ${until}`
  await writeTotals(
    db,
    sql`
      SELECT advertiser_id, day FROM rollup_advertiser WHERE ${isOfDays}
      UNION SELECT advertiser_id, day FROM rollup_advertiser_total WHERE ${isOfDays}`,
  )
}

/** Sums the days that `part` selects (advertiser, day) over all publishers, and removes rows without a publisher. */
async function writeTotals(db: Db, part: RawBuilder<unknown>): Promise<void> {
  await sql`
    WITH part AS MATERIALIZED (${part}), summed AS MATERIALIZED (
      SELECT advertiser_id, day, ${namedSums}
      FROM part JOIN rollup_advertiser USING (advertiser_id, day) GROUP BY 1, 2
    ), emptied AS (
      DELETE FROM rollup_advertiser_total AS stored USING part
      WHERE stored.advertiser_id = part.advertiser_id AND stored.day = part.day AND NOT EXISTS (
        SELECT FROM summed WHERE summed.advertiser_id = stored.advertiser_id AND summed.day = stored.day
      )
    )
    INSERT INTO rollup_advertiser_total (advertiser_id, day, ${columns})
    SELECT advertiser_id, day, ${columns} FROM summed ORDER BY 1, 2
    ON CONFLICT (advertiser_id, day) DO UPDATE SET ${buildUpdate('rollup_advertiser_total', COLUMNS)}`.execute(db)
}
