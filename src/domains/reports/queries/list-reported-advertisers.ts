import type { Db } from '#database'
import type { ReportScope } from '../rules/performance.ts'

/** The number of advertisers that a filter offers. */
const MAX_ADVERTISERS = 500

/** Lists the advertisers with figures in the range, by name. */
export function listReportedAdvertisers(db: Db, { publisherId, range }: ReportScope) {
  return db
    .selectFrom('rollupReport as report')
    .innerJoin('advertiser', 'advertiser.id', 'report.groupId')
    .select(['advertiser.id', 'advertiser.name'])
    .distinct()
    .where('report.publisherId', '=', publisherId)
    .where('report.type', '=', 'advertiser')
    .where('report.day', '>=', range.from)
    .where('report.day', '<', range.until)
    .orderBy('advertiser.name')
    .limit(MAX_ADVERTISERS)
    .execute()
}
