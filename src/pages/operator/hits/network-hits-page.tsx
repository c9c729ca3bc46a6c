import { Text } from '@mantine/core'
import { data, useNavigate } from 'react-router'
import { useLocale } from 'use-intl'
import type { Route } from './+types/network-hits-page'
import { toDay } from '#kernel/days.ts'
import { PageRefusal, callContext } from '#platform/web/call-context.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { readSearch } from '#platform/web/search.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DateRange } from '#ui/date-range.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { DateText, NumberText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { Reloading } from '#ui/reloading.tsx'
import { StatCard, StatRow } from '#ui/stat-card.tsx'
import { countNetworkHitsCall } from '#domains/figures/reports/contract/network-hits.ts'
import type { NetworkHitCounts } from '#domains/figures/reports/contract/network-hits.ts'
import { VERDICTS } from '#domains/tracking/tracking/rules/verdict.ts'
import type { Verdict } from '#domains/tracking/tracking/rules/verdict.ts'
import { VerdictBadge } from '#domains/tracking/tracking/web/verdict-badge.tsx'

/** Counts the hits of the days in the address. A range that is too long shows a message on this page. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const common = { ...getPageMeta(context, 'hits.title', ['hits']), today: toDay(new Date()) }
  try {
    const { data: found } = await context.get(callContext)(countNetworkHitsCall, { query: readSearch(request) })
    return data({ ...common, found, problem: undefined })
  } catch (error) {
    if (!(error instanceof PageRefusal) || error.details.status !== 422) throw error
    return data({ ...common, found: undefined, problem: error.details.message }, { status: 422 })
  }
}

export const meta: Route.MetaFunction = titleMeta

export default function NetworkHitsPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <NetworkHits {...loaderData} />
    </TextsProvider>
  )
}

/** The hits of the whole network with the reasons why they count or not. */
function NetworkHits({ found, today, problem = '' }: Route.ComponentProps['loaderData']) {
  const t = useTexts('hits')
  const navigate = useNavigate()
  if (found === undefined) {
    return (
      <>
        <PageHeader title={t('title')} text={t('network.text')} />
        <ErrorPanel title={t('problem')} message={problem} onRetry={() => void navigate('/operator/hits')} />
      </>
    )
  }
  const { begin, end, as_of: asOf, count, counts } = found
  const clicks = counts.payable ?? 0
  return (
    <>
      <PageHeader title={t('title')} text={t('network.text')} />
      <Reloading>
        <StatRow>
          <StatCard label={t('count')} value={<NumberText value={count} />} />
          <StatCard label={t('counted')} value={<NumberText value={clicks} />} />
          <StatCard label={t('notCounted')} value={<NumberText value={count - clicks} />} />
        </StatRow>
      </Reloading>
      <Panel flush title={t('byVerdict')} actions={<DateRange begin={begin} end={end} today={today} />}>
        <VerdictTable found={found} />
      </Panel>
      {asOf !== null && (
        <Text size="sm" c="dimmed">
          {t('network.asOf')} <DateText value={asOf} withTime /> UTC
        </Text>
      )}
    </>
  )
}

function VerdictTable({ found }: { found: NetworkHitCounts }) {
  const t = useTexts('hits')
  return (
    <DataTable
      label={t('byVerdict')}
      columns={useColumns(found)}
      rows={VERDICTS.filter((verdict) => found.counts[verdict] !== undefined)}
      rowKey={(verdict) => verdict}
      empty={<EmptyState art="search" title={t('empty')} text={t('network.emptyText')} />}
    />
  )
}

function useColumns({ counts, count, overflow }: NetworkHitCounts): Column<Verdict>[] {
  const t = useTexts('hits')
  return [
    {
      key: 'verdict',
      header: t('column.verdict'),
      isTitle: true,
      place: 'title',
      cell: (verdict) => {
        const isOverflown = verdict === 'unknown_site' && overflow > 0
        return (
          <CellText details={[t(`network.why.${verdict}`), isOverflown && t('network.overflow', { count: overflow })]}>
            <VerdictBadge verdict={verdict} />
          </CellText>
        )
      },
    },
    {
      key: 'hits',
      header: t('count'),
      align: 'end',
      place: 'figure',
      cell: (verdict) => <NumberText value={counts[verdict] ?? 0} />,
    },
    {
      key: 'share',
      header: t('network.share'),
      align: 'end',
      place: 'measure',
      cell: (verdict) => <Share value={(counts[verdict] ?? 0) / count} />,
    },
  ]
}

function Share({ value }: { value: number }) {
  const locale = useLocale()
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  return <span className="tabular">{format.format(value)}</span>
}
