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

/** The column of rollup_day that each type of report groups by besides the day. */
const groupIds: Record<ReportType, RawBuilder<unknown>> = {
  date: sql`0`,
  site: sql`site_id`,
  advertiser: sql`advertiser_id`,
}

/**
 * Selects the roll-up rows of a report, with their grouping and the name of the roll-up's progress. One site's figures
 * come from its days, because the sums have no site beside an advertiser or a day.
 */
export function selectFigures(query: ReportQuery) {
  const { publisherId, siteId, range } = query
  const inScope = sql`publisher_id = ${publisherId} AND day >= ${range.from} AND day < ${range.until}`
  if (query.type !== 'sub_id') {
    const source =
      siteId === undefined
        ? sql`rollup_report WHERE ${inScope} AND type = ${query.type}`
        : sql`(SELECT *, ${groupIds[query.type]} AS group_id FROM rollup_day
            WHERE ${inScope} AND site_id = ${siteId}) AS of_site`
    return { ...groupings[query.type], source, progress: 'rollups' }
  }
  const { slot, advertiserId } = query
  const ofAdvertiser = advertiserId === undefined ? sql`true` : sql`advertiser_id = ${advertiserId}`
  const ofSite = siteId === undefined ? sql`true` : sql`site_id = ${siteId}`
  const source = sql`rollup_sub_id WHERE ${inScope} AND slot = ${slot} AND ${ofAdvertiser} AND ${ofSite}`
  return { ...groupings.sub_id, source, progress: 'sub_ids' }
}
