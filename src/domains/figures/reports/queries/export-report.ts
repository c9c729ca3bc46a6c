import type { Readable } from 'node:stream'
import type { Db } from '#database'
import { writeCsv } from '#platform/server/files/csv.ts'
import type { ReportSort } from '../contract/vocabulary.ts'
import type { PerformanceGroup, ReportQuery, ReportSelection } from '../rules/performance.ts'
import { viewFigures } from '../views/performance.ts'
import { listGroupsByUnit, readPerformance } from './performance.ts'

/** The rows that are read at once. */
const PART_ROWS = 20_000

/**
 * Exports the rows of a report as CSV. It reads parts, so the process never holds the whole file. A report of one part
 * keeps its order. A longer one is ordered by its units, because figures that change while the file is written would
 * move rows from one part to another.
 */
export async function exportReport(
  db: Db,
  query: ReportQuery & { sort: ReportSort },
  options: { hasByteOrderMark: boolean },
): Promise<Readable> {
  const first = await readPerformance(db, { ...query, page: { number: 1, size: PART_ROWS } })
  const columns = [...files[query.type].columns, 'click_count', 'total_transactions', 'epc', 'commission']
  const lines = first.count > PART_ROWS ? readLines(db, query) : toLines(query, first.groups)
  return writeCsv(lines, { columns, ...options })
}

async function* readLines(db: Db, query: ReportQuery): AsyncGenerator<string[]> {
  let after: string | undefined
  do {
    const groups = await listGroupsByUnit(db, query, { after, limit: PART_ROWS })
    yield* toLines(query, groups)
    after = groups.length < PART_ROWS ? undefined : groups.at(-1)?.unit
  } while (after !== undefined)
}

function toLines({ type }: ReportQuery, groups: readonly PerformanceGroup[]): string[][] {
  return groups.map((group) => [...files[type].cells(group), ...Object.values(viewFigures(group)).map(String)])
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
