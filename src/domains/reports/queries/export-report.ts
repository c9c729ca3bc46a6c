import type { Readable } from 'node:stream'
import type { Db } from '#database'
import { writeCsv } from '#platform/server/csv.ts'
import { MAX_DOWNLOAD_ROWS } from '../contract/vocabulary.ts'
import type { ReportSort } from '../contract/vocabulary.ts'
import type { PerformanceGroup, ReportQuery, ReportSelection } from '../rules/performance.ts'
import { viewFigures } from '../views.ts'
import { readPerformance } from './performance.ts'

/** Exports the rows of a report as CSV, in its order. */
export async function exportReport(
  db: Db,
  query: ReportQuery & { sort: ReportSort },
  options: { hasByteOrderMark: boolean },
): Promise<Readable> {
  const { groups } = await readPerformance(db, { ...query, page: { number: 1, size: MAX_DOWNLOAD_ROWS } })
  const { columns, cells } = files[query.type]
  const lines = groups.map((group) => [...cells(group), ...Object.values(viewFigures(group)).map(String)])
  return writeCsv(lines, {
    columns: [...columns, 'click_count', 'total_transactions', 'epc', 'commission'],
    ...options,
  })
}

interface FileLayout {
  columns: readonly string[]
  cells: (group: PerformanceGroup) => string[]
}

const files: Record<ReportSelection['type'], FileLayout> = {
  date: { columns: ['date'], cells: ({ name }) => [name] },
  site: { columns: ['site', 'key'], cells: ({ name, key }) => [name, key] },
  advertiser: { columns: ['advertiser', 'advertiser_id'], cells: ({ name, key }) => [name, key] },
  sub_id: { columns: ['sub_id'], cells: ({ unit }) => [unit === '' ? '(other)' : unit] },
}
