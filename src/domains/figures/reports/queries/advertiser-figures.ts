import { sql } from 'kysely'
import type { Db } from '#database'
import type { Day, DayRange } from '#kernel/days.ts'
import { FIGURE_NAMES, NO_FIGURES } from '#kernel/measures.ts'
import type { FullFigures } from '#kernel/measures.ts'

const sums = sql.join(FIGURE_NAMES.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint AS ${sql.ref(name)}`))

/** An advertiser and the days of the clicks. */
export interface AdvertiserScope {
  advertiserId: bigint
  range: DayRange
}

/** Sums up the clicks and transactions of an advertiser. */
export async function sumAdvertiserFigures(db: Db, { advertiserId, range }: AdvertiserScope): Promise<FullFigures> {
  const { rows } = await sql<FullFigures>`
    SELECT ${sums} FROM rollup_advertiser_total
    WHERE advertiser_id = ${advertiserId} AND day >= ${range.from} AND day < ${range.until}`.execute(db)
  return rows[0] ?? NO_FIGURES
}

/** Lists the clicks of an advertiser by day, in order. Days without a hit are missing. */
export async function listClickDays(db: Db, { advertiserId, range }: AdvertiserScope) {
  const { rows } = await sql<{ day: Day; clicks: bigint }>`
    SELECT day, clicks FROM rollup_advertiser_total
    WHERE advertiser_id = ${advertiserId} AND day >= ${range.from} AND day < ${range.until} ORDER BY day`.execute(db)
  return rows
}
