import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Db } from '#database'
import type { DayRange } from '#kernel/days.ts'
import { viewMeasures } from '#domains/figures/reports/views/advertiser.ts'
import { writeCsv } from '#platform/server/files/csv.ts'
import { MEMBER_MEASURES } from '../rules/vocabulary.ts'
import type { MemberSort } from '../rules/vocabulary.ts'
import { listMembers } from './members.ts'
import type { MemberFilter, MemberRow } from './members.ts'

/** The rows that are read at once. */
const PART_ROWS = 2000

const COLUMNS = ['publisher_id', 'publisher', 'status', 'joined_at', ...MEMBER_MEASURES, 'last_order_on'].concat(
  'groups',
  'tags',
)

/** Exports the publishers of a filter as CSV in the order of the list. It reads parts. */
export function exportMembers(
  db: Db,
  query: MemberFilter & { range: DayRange; sort: MemberSort },
  { hasByteOrderMark }: { hasByteOrderMark: boolean },
): Readable {
  return writeCsv(readLines(db, query), { columns: COLUMNS, hasByteOrderMark })
}

/** Writes publishers as the export does, for a file in a mail: with a byte order mark. */
export function writeMemberFile(members: readonly MemberRow[]): Promise<string> {
  return text(writeCsv(members.map(toLine), { columns: COLUMNS, hasByteOrderMark: true }))
}

async function* readLines(db: Db, query: MemberFilter & { range: DayRange; sort: MemberSort }) {
  for (let number = 1; ; number++) {
    const { count, members } = await listMembers(db, { ...query, page: { number, size: PART_ROWS } })
    for (const row of members) yield toLine(row)
    if (count <= number * PART_ROWS) return
  }
}

function toLine(row: MemberRow): string[] {
  const figures = viewMeasures(row, MEMBER_MEASURES)
  return [
    String(row.publisherId),
    row.name,
    row.status,
    row.decidedAt?.toISOString() ?? '',
    ...MEMBER_MEASURES.map((measure) => String(figures[measure] ?? '')),
    row.lastOrderOn ?? '',
    row.groups.map(({ name }) => name).join('; '),
    row.tags.join('; '),
  ]
}
