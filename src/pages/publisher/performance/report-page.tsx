import { Button } from '@mantine/core'
import { IconArrowsLeftRight } from '@tabler/icons-react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { REPORT_PAGE_SIZES } from '#kernel/paging.ts'
import { useFilterTime } from '#platform/web/filter-time.ts'
import { ROW_PARAMS, searchWith } from '#platform/web/search.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { DateRange } from '#ui/date-range.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FilterFold } from '#ui/filter-fold.tsx'
import { IgnoredParameters } from '#ui/ignored-parameters.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { PageSizeSelect } from '#ui/page-size-select.tsx'
import { Panel } from '#ui/panel.tsx'
import { Reloading } from '#ui/reloading.tsx'
import { SortSelect } from '#ui/sort-select.tsx'
import type { Performance } from '#domains/figures/reports/contract/calls.ts'
import { DEFAULT_REPORT_SIZE, REPORT_SORTS, SUB_ID_SLOTS } from '#domains/figures/reports/contract/vocabulary.ts'
import { AsOf } from '#domains/figures/reports/web/as-of.tsx'
import { ReportChart } from '#domains/figures/reports/web/report-chart.tsx'
import { ReportTable } from '#domains/figures/reports/web/report-table.tsx'
import type { ReportPaging } from '#domains/figures/reports/web/report-table.tsx'
import { ReportTotals } from '#domains/figures/reports/web/report-totals.tsx'
import { DownloadButton } from '#ui/download-button.tsx'
import { FilterBar, FilterSelect } from '#ui/filter-bar.tsx'
import { FilterName } from '#ui/filter-name.tsx'
import { getMaxDays } from './stored-range.ts'
import type { ReportData, SubIdReport } from './load-report.ts'

type Report = Performance | SubIdReport

/** One of the performance reports. */
export function ReportPage({ type, loaded }: { type: Report['type']; loaded: ReportData<Report> }) {
  const { list, report, download, problem } = loaded
  const t = useTexts('reports')
  useFilterTime(report, getMaxDays(type))
  return (
    <>
      <PageHeader
        title={t(`${type}.title`)}
        text={t(`${type}.text`)}
        actions={report && <Actions report={report} download={download} />}
      />
      <IgnoredParameters list={list} />
      {report ? <ReportBody report={report} /> : <Problem message={problem} />}
    </>
  )
}

function Actions({ report, download }: { report: Report; download: string }) {
  const t = useTexts('reports')
  return (
    <>
      <FilterFold>
        {report.type === 'sub_id' && <SubIdFilter report={report} />}
        <DateRange begin={report.begin} end={report.end} today={report.today} />
        <CompareSwitch />
      </FilterFold>
      <DownloadButton href={download} rows={report.count} label={t('download')} />
    </>
  )
}

/** Switches the comparison with the period before on and off, in the address. */
function CompareSwitch() {
  const t = useTexts('reports')
  const [search] = useSearchParams()
  const isOn = search.get('compare') === '1'
  return (
    <Button
      component={Link}
      to={searchWith(search, { compare: isOn ? undefined : '1' })}
      preventScrollReset
      size="sm"
      variant={isOn ? 'light' : 'default'}
      leftSection={<IconArrowsLeftRight size={18} aria-hidden />}
    >
      {isOn ? t('compare.off') : t('compare.on')}
    </Button>
  )
}

function ReportBody({ report }: { report: Report }) {
  const isEmpty = report.totals.click_count === 0 && report.totals.total_transactions === 0
  const paging = usePaging(report)
  const isCompared = useSearchParams()[0].get('compare') === '1'
  return (
    <>
      <Reloading foreignParams={ROW_PARAMS}>
        <ReportTotals report={report} />
      </Reloading>
      {isEmpty ? (
        <Nothing type={report.type} />
      ) : (
        <>
          <Reloading>
            <ReportChart report={report} isCompared={isCompared} sortSelect={<SortBy report={report} />} />
          </Reloading>
          <ReportTable report={report} paging={paging} pageSizeSelect={pageSizeSelect(report, paging)} />
        </>
      )}
      <AsOf report={report} />
    </>
  )
}

function SortBy({ report }: { report: Report }) {
  const t = useTexts('reports')
  return (
    <SortSelect options={REPORT_SORTS.map((sort) => ({ value: sort, label: t(`sort.${sort}`) }))} value={report.sort} />
  )
}

function pageSizeSelect({ type }: Report, { pageSize }: ReportPaging) {
  const hasSizes = type === 'advertiser' || type === 'sub_id'
  return hasSizes ? <PageSizeSelect sizes={REPORT_PAGE_SIZES} value={pageSize} /> : undefined
}

/** Reads the paging from the address, which the report's call has already validated. */
function usePaging(report: Report): ReportPaging {
  const search = new URLSearchParams(useLocation().search)
  return {
    page: Number(search.get('page_number') || 1),
    pageSize: Number(search.get('page_size') || DEFAULT_REPORT_SIZE),
    count: report.count,
  }
}

function Nothing({ type }: { type: Report['type'] }) {
  const t = useTexts('reports')
  const texts = type === 'sub_id' ? 'sub_id.empty' : 'empty'
  return (
    <Panel>
      <EmptyState
        art="link"
        title={t(`${texts}.title`)}
        text={t(`${texts}.text`)}
        action={
          <Button component={Link} to="/custom_link">
            {t('empty.action')}
          </Button>
        }
      />
    </Panel>
  )
}

function Problem({ message }: { message: string | undefined }) {
  const t = useTexts('reports')
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return <ErrorPanel title={t('problem.title')} message={message ?? ''} onRetry={() => void navigate(pathname)} />
}

/** Chooses which of the five sub ids the report counts, and to which advertiser. */
function SubIdFilter({ report }: { report: SubIdReport }) {
  const t = useTexts('reports')
  const slots = SUB_ID_SLOTS.map((slot) => ({ value: String(slot), label: t('sub_id.slot', { slot }) }))
  return (
    <FilterBar fields={['slot', 'advertiser_id']}>
      <FilterSelect name="slot" label={t('sub_id.unit')} value={String(report.slot)} options={slots} />
      <FilterName
        kind="advertisers"
        name="advertiser_id"
        label={t('advertiser.unit')}
        chosen={report.advertiser}
        anyLabel={t('sub_id.allAdvertisers')}
      />
    </FilterBar>
  )
}
