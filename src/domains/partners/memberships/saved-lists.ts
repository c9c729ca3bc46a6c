import { getAdvertiserId } from '#kernel/actor-scope.ts'
import { writeMeasure } from '#domains/figures/reports/mails.ts'
import { findProgress } from '#domains/figures/reports/queries/rollup-progress.ts'
import { viewMeasures } from '#domains/figures/reports/views/advertiser.ts'
import type { ListSearch } from '#kernel/list-query.ts'
import type { FullFigures } from '#kernel/measures.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { EmailTable } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import { HEAD_ROWS, MAX_FILE_ROWS } from '#platform/server/saved-lists.ts'
import type { ListContent, SavedList } from '#platform/server/saved-lists.ts'
import type { Locale } from '#texts/texts.ts'
import { memberList } from './contract/lists.ts'
import { listMembersCall } from './contract/members.ts'
import { writeMemberFile } from './queries/export-members.ts'
import { countMembers, listMembers, sumMembers } from './queries/members.ts'
import type { MemberRow } from './queries/members.ts'
import { toFigureRange, toMemberFilter } from './rules/member-filter.ts'
import { MEMBER_MEASURES } from './rules/vocabulary.ts'

/** The list of the publishers of a programme. */
export const savedMemberLists: SavedList[] = [
  {
    list: memberList,
    count: async ({ db, actor, now }, query) => {
      const scope = { advertiserId: getAdvertiserId(actor), now }
      return Number(await countMembers(db, toMemberFilter(listMembersCall.query.parse(query), scope)))
    },
    read: readMembers,
  },
]

/** Reads the publishers of the programme with their figures in the days of the mail, and the sums of all. */
async function readMembers({ db, actor, now }: Ctx, { query, columns }: ListSearch): Promise<ListContent> {
  const { sort = 'order_value', ...parsed } = listMembersCall.query.parse(query)
  const scope = { advertiserId: getAdvertiserId(actor), now }
  const filter = { ...toMemberFilter(parsed, scope), range: toFigureRange(parsed, now) }
  const { count, members } = await listMembers(db, { ...filter, sort, page: { number: 1, size: MAX_FILE_ROWS } })
  const totals = await sumMembers(db, filter)
  return {
    buildTable: (locale) => buildMembers({ rows: members, totals }, locale),
    params: { ...query, ...(columns && { columns: columns.join('.') }) },
    range: filter.range,
    count,
    fileRows: members.length,
    file: await writeMemberFile(members),
    asOf: (await findProgress(db, 'rollups')) ?? null,
  }
}

interface MailedMembers {
  rows: readonly MemberRow[]
  totals: FullFigures
}

function buildMembers({ rows, totals }: MailedMembers, locale: Locale): EmailTable {
  const t = mailTexts(locale, 'memberships')
  const reports = mailTexts(locale, 'reports')
  const write = (figures: typeof totals) => {
    const values = viewMeasures(figures, MEMBER_MEASURES)
    return MEMBER_MEASURES.map((measure) => writeMeasure(measure, values[measure] ?? null, locale))
  }
  return {
    columns: [t('members.publisher'), ...MEMBER_MEASURES.map((measure) => reports(`measure.${measure}`))],
    rows: [...rows.slice(0, HEAD_ROWS).map((row) => [row.name, ...write(row)]), [reports('total'), ...write(totals)]],
  }
}
