import { Anchor, Stack, Text } from '@mantine/core'
import { Link, data, useNavigate, useSearchParams } from 'react-router'
import type { Route } from './+types/reports-page'
import { PLACE_PARAMS, REPORT_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import type { Call } from '#kernel/endpoint.ts'
import type { ListParams } from '#kernel/list-query.ts'
import { PageRefusal, callContext } from '#platform/web/call-context.ts'
import { buildAddress } from '#platform/web/call.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { ROW_PARAMS, searchWith } from '#platform/web/search.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { ColumnMenu, pickColumns } from '#ui/column-menu.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { DateRange } from '#ui/date-range.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FilterBar, FilterSelect } from '#ui/filter-bar.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { useDayText } from '#ui/month-text.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { Reloading } from '#ui/reloading.tsx'
import {
  downloadAdvertiserReportCall,
  getAdvertiserReportCall,
  listCohortsCall,
  listReportDaysCall,
} from '#domains/figures/reports/contract/advertiser-report.ts'
import type { AdvertiserReport } from '#domains/figures/reports/contract/advertiser-report.ts'
import { advertiserReportList } from '#domains/figures/reports/contract/lists.ts'
import {
  ADVERTISER_REPORT_GROUPS,
  DEFAULT_REPORT_SIZE,
  SUB_ID_SLOTS,
} from '#domains/figures/reports/contract/vocabulary.ts'
import { hasDateTypes, isOfOrders } from '#domains/figures/reports/rules/advertiser-report.ts'
import { AsOf } from '#domains/figures/reports/web/as-of.tsx'
import { OrderDaysText } from '#domains/figures/reports/web/order-days-text.tsx'
import { PeriodFigures } from '#domains/figures/reports/web/period-figures.tsx'
import { TrendPanel } from '#domains/figures/reports/web/trend-panel.tsx'
import { DownloadButton } from '#ui/download-button.tsx'
import { ListViews } from '#domains/desk/saved-views/web/list-views.tsx'
import { loadList } from '#domains/desk/saved-views/web/load-list.ts'
import { ClickMonthTable } from './click-month-table.tsx'
import { CohortTable } from './cohort-table.tsx'
import { Figure, useReportColumns } from './report-rows.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { query, list, views } = await loadList({ context, request }, advertiserReportList)
  const call = context.get(callContext)
  const [answer, { data: months }] = await Promise.all([loadReport(call, query), call(listCohortsCall)])
  const trend = answer.report && !isOfOrders(answer.report.group) ? await loadTrend(call, answer.report) : undefined
  const shared = { list, views, months, trend, page: pageInSearch(query, DEFAULT_REPORT_SIZE) }
  const download = buildAddress(downloadAdvertiserReportCall.path, { query: { ...query, bom: '1' } })
  const meta = getPageMeta(context, 'reports.brand.title', ['reports', 'saved-views', 'order-parts'])
  return data({ ...meta, ...shared, ...answer, download }, { status: answer.problem === undefined ? 200 : 422 })
}

/** Reads the report, or the message about days that no report covers. */
async function loadReport(call: Call, query: ListParams) {
  try {
    return { report: (await call(getAdvertiserReportCall, { query })).data, problem: undefined }
  } catch (error) {
    if (!(error instanceof PageRefusal) || error.details.status !== 422) throw error
    return { report: undefined, problem: error.details.message }
  }
}

/** Reads the measure that orders the rows by day; of rows in another order, the order value. */
async function loadTrend(call: Call, { begin, end, sort, publisher, measures, date_type }: AdvertiserReport) {
  const measure = measures.find((each) => each === sort)
  const query = {
    begin,
    end,
    date_type,
    ...(publisher ? { publisher_id: String(publisher.id) } : {}),
    ...(measure ? { measure } : {}),
  }
  return (await call(listReportDaysCall, { query })).data
}

export const meta: Route.MetaFunction = titleMeta

export default function ReportsPage({ loaderData }: Route.ComponentProps) {
  const { texts, report, problem, months } = loaderData
  return (
    <TextsProvider texts={texts}>
      <Header />
      {report === undefined ? (
        <Problem message={problem} path={loaderData.list.path} />
      ) : (
        <Report {...loaderData} report={report} />
      )}
      <ClickMonthTable months={months.click_months} currency={months.currency} />
      <CohortTable {...months} />
    </TextsProvider>
  )
}

function Header() {
  const t = useTexts('reports')
  return <PageHeader title={t('brand.title')} />
}

function Problem({ message, path }: { message: string; path: string }) {
  const t = useTexts('reports')
  const navigate = useNavigate()
  const onRetry = () => void navigate(path)
  return <ErrorPanel title={t('problem.title')} message={message} onRetry={onRetry} />
}

type Loaded = Route.ComponentProps['loaderData']

function Report({
  report,
  list,
  views,
  page,
  download,
  trend,
}: Pick<Loaded, 'list' | 'views' | 'page' | 'download' | 'trend'> & { report: AdvertiserReport }) {
  const t = useTexts('reports')
  const dayText = useDayText()
  const columns = useReportColumns(report)
  const totals = report.measures.map((measure) => [measure, <Figure key={measure} report={report} measure={measure} />])
  return (
    <>
      <Reloading foreignParams={ROW_PARAMS}>
        <Stack gap="lg">
          <PeriodFigures now={report.totals} before={report.previous.totals} {...report} />
          <OrderDaysText report={report} />
        </Stack>
      </Reloading>
      {trend && report.count > 0 && trend.days.length > 1 && (
        <Reloading foreignParams={[...PLACE_PARAMS, 'page_size', 'columns']}>
          <TrendPanel trend={trend} dateType={report.date_type} today={report.today} />
        </Reloading>
      )}
      <ListPanel
        list={list}
        above={<ListViews list={list} views={views} />}
        filters={<Filters report={report} />}
        tools={
          <>
            <ColumnMenu list={list} columns={columns} />
            <DownloadButton isTool href={download} rows={report.count} label={t('download')} />
          </>
        }
        page={page}
        sizes={REPORT_PAGE_SIZES}
        count={report.count}
      >
        <DataTable
          label={t('brand.table', { begin: dayText(report.begin), end: dayText(report.end) })}
          columns={pickColumns(columns, list)}
          rows={report.rows}
          rowKey={({ unit }) => unit}
          sort={report.sort}
          totals={{ unit: t('total'), ...Object.fromEntries(totals) }}
          empty={<EmptyState art="chart" title={t('brand.empty.title')} text={t('brand.empty.text')} />}
        />
      </ListPanel>
      {report.group === 'group' && <Text c="dimmed">{t('brand.severalGroups')}</Text>}
      {isOfOrders(report.group) && <Text c="dimmed">{t('brand.ofOrders')}</Text>}
      {hasDash(report) && <Text c="dimmed">{t('brand.dash')}</Text>}
      <AsOf report={report} dateType={report.date_type} />
    </>
  )
}

/** Whether a row or the totals have a quotient without a divisor. */
function hasDash({ rows, totals, measures, count }: AdvertiserReport): boolean {
  const lacksOne = (figures: AdvertiserReport['totals']) =>
    measures.some((measure) => (figures[measure] ?? null) === null)
  return count > 0 && [totals, ...rows.map(({ figures }) => figures)].some(lacksOne)
}

function Filters({ report }: { report: AdvertiserReport }) {
  const t = useTexts('reports')
  const { group, date_type: dateType, publisher, slot } = report
  const isOfAll = (each: AdvertiserReport['group']) => isOfOrders(each) || each === 'group'
  const groups = ADVERTISER_REPORT_GROUPS.filter((each) => (publisher === null ? each !== 'sub_id' : !isOfAll(each)))
  const isFree = hasDateTypes(group)
  const isCompared = useSearchParams()[0].get('compare') === '1'
  const dateTypes = [
    { value: '', label: t('brand.dateTypes.click_date') },
    { value: 'transaction_date', label: t('brand.dateTypes.transaction_date') },
  ]
  const comparisons = [
    { value: '', label: t('brand.compareOff') },
    { value: '1', label: t('brand.compareOn') },
  ]
  return (
    <>
      <FilterBar
        fields={['group', ...(group === 'sub_id' ? ['slot'] : []), ...(isFree ? ['date_type'] : []), 'compare']}
      >
        <FilterSelect
          name="group"
          label={t('brand.groupBy')}
          value={group}
          options={groups.map((each) => ({ value: each, label: t(`brand.group.${each}`) }))}
        />
        {group === 'sub_id' && (
          <FilterSelect
            name="slot"
            label={t('brand.slot')}
            value={String(slot)}
            options={SUB_ID_SLOTS.map((each) => ({ value: String(each), label: t('sub_id.slot', { slot: each }) }))}
          />
        )}
        {isFree && (
          <FilterSelect
            name="date_type"
            label={t('brand.dateType')}
            value={dateType === 'click_date' ? '' : dateType}
            options={dateTypes}
          />
        )}
        <FilterSelect name="compare" label={t('brand.compare')} value={isCompared ? '1' : ''} options={comparisons} />
      </FilterBar>
      <DateRange begin={report.begin} end={report.end} today={report.today} />
      {publisher && <OfPublisher name={publisher.name} group={group} />}
    </>
  )
}

/** Says that the report counts one publisher alone, with the way back to all. */
function OfPublisher({ name, group }: { name: string; group: AdvertiserReport['group'] }) {
  const t = useTexts('reports')
  const [search] = useSearchParams()
  const ofAll = { publisher_id: undefined, page_number: undefined, ...(group === 'sub_id' ? { group: undefined } : {}) }
  return (
    <Text size="sm" py={8}>
      {t('brand.ofPublisher', { name })} ·{' '}
      <Anchor component={Link} to={searchWith(search, ofAll)}>
        {t('brand.allPublishers')}
      </Anchor>
    </Text>
  )
}
