import { sql } from 'kysely'
import type { Db } from '#database'
import { addDays, countDays, listDays } from '#kernel/days.ts'
import type { Day, DayRange } from '#kernel/days.ts'
import { FIGURE_NAMES, NO_FIGURES } from '#kernel/measures.ts'
import type { FullFigures } from '#kernel/measures.ts'
import type { DateType } from '../contract/vocabulary.ts'
import type { AdvertiserScope } from './advertiser-figures.ts'
import { selectOrderDays } from './order-days.ts'

const sums = sql.join(FIGURE_NAMES.map((name) => sql`sum(${sql.ref(name)})::bigint AS ${sql.ref(name)}`))

interface DaysQuery extends AdvertiserScope {
  dateType: DateType
  before: DayRange
  publisherId?: bigint | undefined
}

/** Lists all days of a range, each with the figures of the day as many days earlier as the range has. */
export async function listReportDays(db: Db, query: DaysQuery) {
  const { range, before } = query
  const source = selectSource({ ...query, range: { from: before.from, until: range.until } })
  const { rows } = await sql<FullFigures & { day: Day }>`
    SELECT day, ${sums} FROM ${source} GROUP BY day`.execute(db)
  const found = new Map(rows.map((row) => [row.day, row]))
  const length = countDays(range)
  return listDays(range).map((day) => ({
    day,
    now: found.get(day) ?? NO_FIGURES,
    before: found.get(addDays(day, -length)) ?? NO_FIGURES,
  }))
}

function selectSource({ dateType, advertiserId, publisherId, range }: DaysQuery) {
  if (dateType === 'transaction_date') {
    return sql`${selectOrderDays({ group: 'day', advertiserId, publisherId, range })} AS counted`
  }
  const ofDays = sql`advertiser_id = ${advertiserId} AND day >= ${range.from} AND day < ${range.until}`
  return publisherId === undefined
    ? sql`rollup_advertiser_total WHERE ${ofDays}`
    : sql`rollup_advertiser WHERE publisher_id = ${publisherId} AND ${ofDays}`
}
