import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ReportType } from '../contract/vocabulary.ts'
import type { ReportQuery } from '../rules/performance.ts'

/** How the rows of a report are read. `tie` orders rows with equal figures. */
interface Grouping {
  unit: RawBuilder<unknown>
  name: RawBuilder<unknown>
  key: RawBuilder<unknown>
  joins: RawBuilder<unknown>
  tie: RawBuilder<unknown>
}

const groupings: Record<ReportType | 'sub_id', Grouping> = {
  date: { unit: sql`day`, name: sql`part.unit::text`, key: sql`part.unit::text`, joins: sql``, tie: sql`unit DESC` },
  site: {
    unit: sql`group_id`,
    name: sql`coalesce(site.name, part.unit::text)`,
    key: sql`coalesce(site.key, '')`,
    joins: sql`LEFT JOIN site ON site.id = part.unit`,
    tie: sql`unit`,
  },
  advertiser: {
    unit: sql`group_id`,
    name: sql`coalesce(advertiser.name, part.unit::text)`,
    key: sql`part.unit::text`,
    joins: sql`LEFT JOIN advertiser ON advertiser.id = part.unit`,
    tie: sql`unit`,
  },
  sub_id: { unit: sql`sub_id`, name: sql`part.unit`, key: sql`part.unit`, joins: sql``, tie: sql`unit` },
}

/** Selects the roll-up rows of a report, with their grouping and the name of the roll-up's progress. */
export function selectFigures(query: ReportQuery) {
  const { publisherId, range } = query
  const inScope = sql`publisher_id = ${publisherId} AND day >= ${range.from} AND day < ${range.until}`
  if (query.type !== 'sub_id') {
    const source = sql`rollup_report WHERE ${inScope} AND type = ${query.type}`
    return { ...groupings[query.type], source, progress: 'rollups' }
  }
  const ofAdvertiser = query.advertiserId === undefined ? sql`true` : sql`advertiser_id = ${query.advertiserId}`
  const source = sql`rollup_sub_id WHERE ${inScope} AND slot = ${query.slot} AND ${ofAdvertiser}`
  return { ...groupings.sub_id, source, progress: 'sub_ids' }
}
