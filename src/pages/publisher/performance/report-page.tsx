import { Button } from '@mantine/core'
import { Link, useLocation, useNavigate, useNavigation } from 'react-router'
import { REPORT_PAGE_SIZES } from '#kernel/paging.ts'
import { useFilterTime } from '#platform/web/filter-time.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { DateRange } from '#ui/date-range.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { MoneyText, NumberText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { PageSizeSelect } from '#ui/page-size-select.tsx'
import { Panel } from '#ui/panel.tsx'
import { SortSelect } from '#ui/sort-select.tsx'
import { StatCard, StatRow } from '#ui/stat-card.tsx'
import { DEFAULT_REPORT_SIZE, REPORT_SORTS } from '#domains/reports/contract/vocabulary.ts'
import type { Performance } from '#domains/reports/contract/calls.ts'
import type { ReportType } from '#domains/reports/contract/vocabulary.ts'
import type { ReportData } from './load-report.ts'
import { AsOf } from '#domains/reports/web/as-of.tsx'
import { ReportChart } from '#domains/reports/web/report-chart.tsx'
import { ReportTable } from '#domains/reports/web/report-table.tsx'
import type { ReportPaging } from '#domains/reports/web/report-table.tsx'

/** One of the three performance reports. */
export function ReportPage({ type, loaded }: { type: ReportType; loaded: ReportData }) {
  const { report, problem } = loaded
  const t = useTexts('reports')
  useFilterTime(report)
  return (
    <>
      <PageHeader
        eyebrow={t('eyebrow')}
        title={t(`${type}.title`)}
        text={t(`${type}.text`)}
        actions={report && <DateRange begin={report.begin} end={report.end} today={report.today} />}
      />
      {report ? <Report report={report} /> : <Problem message={problem} />}
    </>
  )
}

function Report({ report }: { report: Performance }) {
  const isEmpty = report.totals.click_count === 0 && report.totals.total_transactions === 0
  const paging = usePaging(report)
  return (
    <>
      <Totals report={report} />
      {isEmpty ? (
        <Nothing />
      ) : (
        <>
          <ReportChart report={report} sortSelect={report.type === 'date' ? undefined : <SortBy report={report} />} />
          <ReportTable report={report} paging={paging} pageSizeSelect={pageSizeSelect(report, paging)} />
        </>
      )}
      <AsOf report={report} />
    </>
  )
}

function SortBy({ report }: { report: Performance }) {
  const t = useTexts('reports')
  return (
    <SortSelect options={REPORT_SORTS.map((sort) => ({ value: sort, label: t(`sort.${sort}`) }))} value={report.sort} />
  )
}

function pageSizeSelect({ type }: Performance, { pageSize }: ReportPaging) {
  return type === 'advertiser' ? <PageSizeSelect sizes={REPORT_PAGE_SIZES} value={pageSize} /> : undefined
}

/** Reads the paging from the address, which the report's call has already validated. */
function usePaging(report: Performance): ReportPaging {
  const search = new URLSearchParams(useLocation().search)
  return {
    page: Number(search.get('page_number') || 1),
    pageSize: Number(search.get('page_size') || DEFAULT_REPORT_SIZE),
    count: report.count,
    isLoading: useNavigation().state === 'loading',
  }
}

function Totals({ report }: { report: Performance }) {
  const t = useTexts('reports')
  const { totals, currency } = report
  return (
    <StatRow>
      <StatCard label={t('clicks')} value={<NumberText value={totals.click_count} />} hint={t('clicksHint')} />
      <StatCard
        label={t('transactions')}
        value={<NumberText value={totals.total_transactions} />}
        hint={t('transactionsHint')}
      />
      <StatCard
        label={t('commission')}
        value={<MoneyText amount={totals.commission} currency={currency} />}
        hint={t('commissionHint')}
      />
      <StatCard label={t('epc')} value={<MoneyText amount={totals.epc} currency={currency} />} hint={t('epcHint')} />
    </StatRow>
  )
}

function Nothing() {
  const t = useTexts('reports')
  return (
    <Panel>
      <EmptyState
        art="link"
        title={t('empty.title')}
        text={t('empty.text')}
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
