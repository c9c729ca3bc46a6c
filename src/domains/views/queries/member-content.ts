import type { Db } from '#database'
import { memberList } from '#domains/memberships/contract/lists.ts'
import { listMembersCall } from '#domains/memberships/contract/members.ts'
import { writeMemberFile } from '#domains/memberships/queries/export-members.ts'
import { listMembers, sumMembers } from '#domains/memberships/queries/members.ts'
import type { MemberRow } from '#domains/memberships/queries/members.ts'
import { toFigureRange, toMemberFilter } from '#domains/memberships/rules/member-filter.ts'
import { findProgress } from '#domains/reports/queries/rollup-progress.ts'
import type { FullFigures } from '#kernel/measures.ts'
import { MAX_FILE_ROWS, addDaysOfMail, readSearch, writeSearch } from '../rules/mailed-search.ts'
import type { ContentQuery, ListContent } from './list-content.ts'

/** Publishers of the programme with their figures, in the order of the view, and the sums of all. */
export interface MailedMembers {
  kind: 'members'
  rows: readonly MemberRow[]
  totals: FullFigures
}

/** Reads the publishers of a view with their figures in the days of the mail. */
export async function readMembers(
  db: Db,
  { advertiserId, now, ...asked }: ContentQuery,
): Promise<ListContent<MailedMembers>> {
  const { query, columns } = readSearch(memberList, asked.query)
  const params = addDaysOfMail(query, asked.days)
  const { sort = 'order_value', ...parsed } = listMembersCall.query.parse(params)
  const filter = { ...toMemberFilter(parsed, { advertiserId, now }), range: toFigureRange(parsed, now) }
  const { count, members } = await listMembers(db, { ...filter, sort, page: { number: 1, size: MAX_FILE_ROWS } })
  return {
    data: { kind: 'members', rows: members, totals: await sumMembers(db, filter) },
    search: writeSearch({ ...params, ...(columns && { columns: columns.join('.') }) }),
    range: filter.range,
    count,
    fileRows: members.length,
    file: await writeMemberFile(members),
    asOf: (await findProgress(db, 'rollups')) ?? null,
  }
}
