import { getAdvertiserId } from '#kernel/actor-scope.ts'
import { regionName } from '#kernel/regions.ts'
import { writePartName } from '#domains/orders/transactions/rules/part-name.ts'
import type { ListSearch } from '#kernel/list-query.ts'
import type { FullFigures, Measure } from '#kernel/measures.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { EmailTable } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import { HEAD_ROWS, MAX_FILE_ROWS } from '#platform/server/saved-lists.ts'
import type { ListContent, SavedList } from '#platform/server/saved-lists.ts'
import type { Locale } from '#texts/texts.ts'
import { advertiserReportQuery } from './contract/advertiser-report.ts'
import { advertiserReportList } from './contract/lists.ts'
import type { ReportGroup } from './contract/vocabulary.ts'
import { writeMeasure } from './mails.ts'
import { findReportProgress, toAdvertiserQuery } from './queries/advertiser-query.ts'
import { readAdvertiserReport } from './queries/advertiser-report.ts'
import type { ReportGroupRow } from './queries/advertiser-report.ts'
import { writeReportFile } from './queries/export-advertiser-report.ts'
import { isOfOrders, listMeasures } from './rules/advertiser-report.ts'
import type { ReportKind } from './rules/advertiser-report.ts'
import { viewMeasures } from './views/advertiser.ts'

/** The report of an advertiser. */
export const savedReportLists: SavedList[] = [{ list: advertiserReportList, read: readReport }]

/** Reads a report of the advertiser, with the measures that the view shows. */
async function readReport({ db, actor, now }: Ctx, { query, columns }: ListSearch): Promise<ListContent> {
  const report = await toAdvertiserQuery(db, advertiserReportQuery.parse(query), {
    advertiserId: getAdvertiserId(actor),
    now,
  })
  const page = await readAdvertiserReport(db, { ...report, page: { number: 1, size: MAX_FILE_ROWS } })
  const known = listMeasures(report)
  const measures = (columns ?? advertiserReportList.defaultColumns ?? []).flatMap(
    (each) => known.find((measure) => measure === each) ?? [],
  )
  return {
    buildTable: (locale) => buildReport({ ...report, measures, ...page }, locale),
    params: { ...query, ...(columns && { columns: columns.join('.') }) },
    range: report.range,
    count: page.count,
    fileRows: page.rows.length,
    file: await writeReportFile(report, page.rows),
    asOf: (await findReportProgress(db, report)) ?? null,
  }
}

/** The most measures that the table of a mail shows. */
const SHOWN_MEASURES = 5

interface MailedReport extends ReportKind {
  measures: readonly Measure[]
  rows: readonly ReportGroupRow[]
  totals: FullFigures
}

function buildReport({ group, dateType, rows, totals, measures }: MailedReport, locale: Locale): EmailTable {
  const t = mailTexts(locale, 'reports')
  const shown = measures.slice(0, SHOWN_MEASURES)
  const write = (figures: typeof totals) => {
    const values = viewMeasures(figures, shown)
    return shown.map((measure) => writeMeasure(measure, values[measure] ?? null, locale))
  }
  const name = buildNamer(group, locale)
  return {
    columns: [
      `${t(`brand.unit.${group}`)} (${t(`brand.by.${dateType}`)})`,
      ...shown.map((measure) => t(`measure.${measure}`)),
    ],
    rows: [...rows.slice(0, HEAD_ROWS).map((row) => [name(row), ...write(row)]), [t('total'), ...write(totals)]],
  }
}

function buildNamer(group: ReportGroup, locale: Locale): (row: ReportGroupRow) => string {
  const parts = mailTexts(locale, 'order-parts')
  if (isOfOrders(group) || group === 'group') {
    const write = (key: string, values?: Record<string, string>) =>
      parts(key as 'rule.numbered', values as { version: string; number: string })
    const nameValue = ({ unit, name }: ReportGroupRow) => (group === 'country' ? regionName(unit, locale) : name)
    return (row) =>
      writePartName(write, { dimension: group, value: row.unit, name: row.unit === '' ? null : nameValue(row) })
  }
  if (group === 'month') {
    const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
    return ({ unit }) => month.format(new Date(unit))
  }
  if (group === 'sub_id') return ({ unit }) => (unit === '' ? parts('none.subId') : unit)
  return ({ name }) => name
}
