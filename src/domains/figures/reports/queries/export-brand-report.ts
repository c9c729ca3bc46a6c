import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Db } from '#database'
import { writeCsv } from '#platform/server/files/csv.ts'
import { listMeasures } from '../rules/brand-report.ts'
import type { BrandGroup } from '../contract/vocabulary.ts'
import type { BrandSort } from '../rules/brand-report.ts'
import { viewMeasures } from '../views.ts'
import { readBrandReport } from './brand-report.ts'
import type { BrandGroupRow, BrandReportQuery } from './brand-report.ts'

/** The rows that are read at once. */
const PART_ROWS = 20_000

/** Exports the rows of a report of a brand as CSV in its order. It reads parts, so it never holds the whole file. */
export function exportBrandReport(
  db: Db,
  query: BrandReportQuery & { sort: BrandSort },
  { hasByteOrderMark }: { hasByteOrderMark: boolean },
): Readable {
  return writeCsv(readLines(db, query), { columns: listColumns(query.group), hasByteOrderMark })
}

/** Writes rows of a report as its export does, for a file in a mail: with a byte order mark. */
export async function writeReportFile(group: BrandGroup, rows: readonly BrandGroupRow[]): Promise<string> {
  const lines = rows.map((row) => toLine(group, row))
  return text(writeCsv(lines, { columns: listColumns(group), hasByteOrderMark: true }))
}

function listColumns(group: BrandGroup): string[] {
  return [...(unitColumns[group] ?? [group]), ...listMeasures(group)]
}

async function* readLines(db: Db, query: BrandReportQuery & { sort: BrandSort }): AsyncGenerator<string[]> {
  for (let number = 1; ; number++) {
    const { count, rows } = await readBrandReport(db, { ...query, page: { number, size: PART_ROWS } })
    for (const row of rows) yield toLine(query.group, row)
    if (count <= number * PART_ROWS) return
  }
}

const unitColumns: Partial<Record<BrandGroup, readonly string[]>> = {
  publisher: ['publisher', 'publisher_id'],
  group: ['group', 'group_id'],
  site: ['site', 'site_id', 'publisher'],
  promotion: ['promotion', 'promotion_id'],
  rule: ['terms_version', 'rule'],
}

function toLine(group: BrandGroup, row: BrandGroupRow): string[] {
  const { name, unit } = row
  const units: Partial<Record<BrandGroup, readonly string[]>> = {
    month: [unit.slice(0, 7)],
    publisher: [name, unit],
    group: [name, unit],
    site: [name, unit, row.publisherName ?? ''],
    promotion: [name, unit],
    rule: readRule(name),
    sub_id: [unit === '' ? '(other)' : unit],
  }
  const known = listMeasures(group)
  const figures = viewMeasures(row, known)
  return [...(units[group] ?? [unit]), ...known.map((measure) => String(figures[measure] ?? ''))]
}

/** Reads version and rule: the rate of the event has no number, and an order can have several rules. */
function readRule(name: string): string[] {
  const [version = '', number = ''] = name.split(':')
  return [version, number === '0' ? '(rate of the event)' : number === '-1' ? '(several)' : number]
}
