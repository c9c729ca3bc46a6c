import { sql } from 'kysely'
import type { Db } from '#database'
import type { ReportScope } from '../rules/performance.ts'
import { selectFigures } from './report-source.ts'

/** The number of advertisers that a filter offers. */
const MAX_ADVERTISERS = 500

/** Lists the advertisers with figures in the range, by name. */
export async function listReportedAdvertisers(db: Db, scope: ReportScope): Promise<{ id: bigint; name: string }[]> {
  const { source } = selectFigures({ ...scope, type: 'advertiser' })
  const { rows } = await sql<{ id: bigint; name: string }>`
    SELECT id, name FROM advertiser WHERE id IN (SELECT group_id FROM ${source})
    ORDER BY name LIMIT ${MAX_ADVERTISERS}`.execute(db)
  return rows
}
