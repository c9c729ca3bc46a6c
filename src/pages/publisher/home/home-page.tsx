import { Anchor, SimpleGrid, Title } from '@mantine/core'
import { Link } from 'react-router'
import { addDays, toDay } from '#kernel/days.ts'
import type { Call } from '#kernel/endpoint.ts'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { useSession } from '#platform/web/session.tsx'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { getChecklistCall } from '#domains/partners/applications/contract/calls.ts'
import { getOwnStatesCall } from '#domains/people/account-states/contract.ts'
import { StateNotice } from '#domains/people/account-states/web/state-notice.tsx'
import { getBalanceCall } from '#domains/money/payouts/contract/balance.ts'
import { explainNextPaymentCall } from '#domains/money/payouts/contract/explanation.ts'
import { BalanceCards } from '#domains/money/payouts/web/balance-cards.tsx'
import { NextPaymentPanel } from '#domains/money/payouts/web/next-payment-panel.tsx'
import { getOwnPublisherCall } from '#domains/people/publishers/contract.ts'
import { countMissingFields } from '#domains/people/publishers/rules.ts'
import { getAttentionCall, getPerformanceCall } from '#domains/figures/reports/contract/calls.ts'
import { AsOf } from '#domains/figures/reports/web/as-of.tsx'
import { ReportChart } from '#domains/figures/reports/web/report-chart.tsx'
import { ReportTotals } from '#domains/figures/reports/web/report-totals.tsx'
import { listOwnInvitationsCall } from '#domains/partners/invitations/contract/publisher.ts'
import { listRateChangesCall } from '#domains/partners/terms/contract/notices.ts'
import { DataTable } from '#ui/data-table.tsx'
import { Panel } from '#ui/panel.tsx'
import type { Performance } from '#domains/figures/reports/contract/calls.ts'
import { useReportColumns } from '#domains/figures/reports/web/report-table.tsx'
import { useRowLabel } from '#domains/figures/reports/web/row-label.ts'
import type { Route } from './+types/home-page'
import { AttentionPanel } from './attention-panel.tsx'
import { Checklist } from './checklist.tsx'
import { listSteps } from './steps.ts'

/** The days of the figures on this page. */
const DAYS = 30

export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const end = toDay(new Date())
  const query = { begin: addDays(end, 1 - DAYS), end, sort: 'commission', compare: '1' } as const
  const { actor } = context.get(sessionContext)
  const isOwner = actor?.subAccount === undefined
  const [own, byDate, bySite, byAdvertiser] = await Promise.all([
    isOwner ? loadOwn(call) : undefined,
    call(getPerformanceCall, { query: { ...query, type: 'date' } }),
    call(getPerformanceCall, { query: { ...query, type: 'site' } }),
    call(getPerformanceCall, { query: { ...query, type: 'advertiser' } }),
  ])
  return {
    ...getPageMeta(context, 'dashboard.title', ['dashboard', 'payouts', 'reports', 'statements', 'account-states']),
    own,
    byDate: byDate.data,
    bySite: bySite.data,
    byAdvertiser: byAdvertiser.data,
  }
}

/** Loads what concerns the whole publisher, which a sub-account does not see. */
async function loadOwn(call: Call) {
  const [states, balance, next, checklist, attention, { message: profile }, changes, invited] = await Promise.all([
    call(getOwnStatesCall),
    call(getBalanceCall),
    call(explainNextPaymentCall),
    call(getChecklistCall),
    call(getAttentionCall),
    call(getOwnPublisherCall),
    call(listRateChangesCall),
    call(listOwnInvitationsCall, { query: { filter: 'open', page_size: 10 } }),
  ])
  const steps = listSteps({
    done: checklist.data,
    sites: profile.sites,
    missingFields: countMissingFields(profile),
    conditions: next.data.conditions,
  })
  return {
    states: states.data,
    balance: balance.data,
    next: next.data,
    steps,
    hasTransactions: checklist.data.has_transactions,
    attention: { ...attention.data, rateChanges: changes.data, invited: invited.data },
  }
}

export const meta: Route.MetaFunction = titleMeta

export default function HomePage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Home {...loaderData} />
    </TextsProvider>
  )
}

function Home({ own, byDate, bySite, byAdvertiser }: Route.ComponentProps['loaderData']) {
  const t = useTexts('dashboard')
  const { actor } = useSession()
  const hasFigures = byDate.totals.click_count > 0 || byDate.totals.total_transactions > 0
  return (
    <>
      <PageHeader title={t('hello', { name: actor?.displayName ?? '' })} text={t('text')} />
      {own && <OwnPanels own={own} />}
      <Title order={2}>{t('last30')}</Title>
      <ReportTotals report={byDate} />
      {hasFigures && (
        <>
          <ReportChart report={byDate} isCompared sortSelect={undefined} />
          <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
            <BestPanel report={bySite} to="/performance/site_report" />
            <BestPanel report={byAdvertiser} to="/performance/advertiser_report" />
          </SimpleGrid>
        </>
      )}
      {own?.hasTransactions && <Checklist steps={own.steps} />}
      <AsOf report={byDate} />
    </>
  )
}

/** What concerns the whole publisher, before its figures. */
function OwnPanels({ own }: { own: Awaited<ReturnType<typeof loadOwn>> }) {
  const { states, steps, hasTransactions, attention, balance, next } = own
  return (
    <>
      <StateNotice states={states} />
      {!hasTransactions && <Checklist steps={steps} />}
      <AttentionPanel attention={attention} />
      <BalanceCards balance={balance} />
      {hasTransactions && <NextPaymentPanel next={next} />}
    </>
  )
}

const ROWS = 5

/** The sites or advertisers with the most commission, with a link to the whole report. */
function BestPanel({ report, to }: { report: Performance; to: string }) {
  const t = useTexts('dashboard')
  const getLabel = useRowLabel()
  const columns = useReportColumns(report)
    .filter(({ key }) => key === 'unit' || key === 'clicks' || key === 'commission')
    .map(({ sortKey: _sortKey, ...column }) => column)
  const title = report.type === 'site' ? t('bestSites') : t('bestAdvertisers')
  return (
    <Panel
      title={title}
      flush
      actions={
        <Anchor component={Link} to={`${to}?begin=${report.begin}&end=${report.end}&sort=commission`} size="sm">
          {t('wholeReport')}
        </Anchor>
      }
    >
      <DataTable
        label={title}
        columns={columns}
        rows={report.transactions.slice(0, ROWS)}
        rowKey={(row) => row.key ?? row.advertiser_id ?? getLabel(row)}
      />
    </Panel>
  )
}
