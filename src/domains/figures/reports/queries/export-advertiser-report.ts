import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Db } from '#database'
import { writeCsv } from '#platform/server/files/csv.ts'
import { listMeasures } from '../rules/advertiser-report.ts'
import type { ReportGroup } from '../contract/vocabulary.ts'
import type { AdvertiserReportSort, ReportKind } from '../rules/advertiser-report.ts'
import { viewMeasures } from '../views/advertiser.ts'
import { readAdvertiserReport } from './advertiser-report.ts'
import type { ReportGroupRow, AdvertiserReportQuery } from './advertiser-report.ts'

/** The rows that are read at once. */
const PART_ROWS = 20_000

/** Exports the rows of a report of a brand as CSV in its order. It reads parts, so it never holds the whole file. */
export function exportAdvertiserReport(
  db: Db,
  query: AdvertiserReportQuery & { sort: AdvertiserReportSort },
  { hasByteOrderMark }: { hasByteOrderMark: boolean },
): Readable {
  return writeCsv(readLines(db, query), { columns: listColumns(query), hasByteOrderMark })
}

/** Writes rows of a report as its export does, for a file in a mail: with a byte order mark. */
export async function writeReportFile(kind: ReportKind, rows: readonly ReportGroupRow[]): Promise<string> {
  const lines = rows.map((row) => toLine(kind, row))
  return text(writeCsv(lines, { columns: listColumns(kind), hasByteOrderMark: true }))
}

function listColumns(kind: ReportKind): string[] {
  return [...(unitColumns[kind.group] ?? [kind.group]), ...listMeasures(kind)]
}

async function* readLines(
  db: Db,
  query: AdvertiserReportQuery & { sort: AdvertiserReportSort },
): AsyncGenerator<string[]> {
  for (let number = 1; ; number++) {
    const { count, rows } = await readAdvertiserReport(db, { ...query, page: { number, size: PART_ROWS } })
    for (const row of rows) yield toLine(query, row)
    if (count <= number * PART_ROWS) return
  }
}

const unitColumns: Partial<Record<ReportGroup, readonly string[]>> = {
  publisher: ['publisher', 'publisher_id'],
  group: ['group', 'group_id'],
  site: ['site', 'site_id', 'publisher'],
  promotion: ['promotion', 'promotion_id'],
  rule: ['terms_version', 'rule'],
}

function toLine(kind: ReportKind, row: ReportGroupRow): string[] {
  const { name, unit } = row
  const units: Partial<Record<ReportGroup, readonly string[]>> = {
    month: [unit.slice(0, 7)],
    publisher: [name, unit],
    group: [name, unit],
    site: [name, unit, row.publisherName ?? ''],
    promotion: [name, unit],
    rule: readRule(name),
    sub_id: [unit === '' ? '(other)' : unit],
  }
  const known = listMeasures(kind)
  const figures = viewMeasures(row, known)
  return [...(units[kind.group] ?? [unit]), ...known.map((measure) => String(figures[measure] ?? ''))]
}

/** Reads version and rule: the rate of the event has no number, and an order can have several rules. */
function readRule(name: string): string[] {
  const [version = '', number = ''] = name.split(':')
  return [version, number === '0' ? '(rate of the event)' : number === '-1' ? '(several)' : number]
}
