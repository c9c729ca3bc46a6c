import { Link } from 'react-router'
import type { Route } from './+types/funding-page'
import { listFundingCall } from '#domains/money/funding/contract/billing.ts'
import type { FundingRow } from '#domains/money/funding/contract/billing.ts'
import { LevelBadge } from '#domains/money/funding/web/ladder-panel.tsx'
import type { Standing } from '#domains/money/funding/web/shown-level.ts'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { listOf } from '#kernel/list-query.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readList } from '#platform/web/read-list.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar, FilterField } from '#ui/filter-bar.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { MoneyText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { listOverdueAdvertisers } from './overdue.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { list, ...read } = readList(request, listOf(listFundingCall, '/operator/money/advertisers'))
  const query = read.query as Record<string, string>
  const call = context.get(callContext)
  const [{ data }, overdue] = await Promise.all([call(listFundingCall, { query }), listOverdueAdvertisers(call)])
  const page = pageInSearch(query, 20)
  return { ...getPageMeta(context, 'funding.operator.advertisers', ['funding']), ...data, overdue, list, query, page }
}

export const meta: Route.MetaFunction = titleMeta

export default function FundingPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Funding data={loaderData} />
    </TextsProvider>
  )
}

function Funding({ data }: { data: Route.ComponentProps['loaderData'] }) {
  const t = useTexts('funding')
  const filters = (
    <FilterBar fields={['keyword']}>
      <FilterField name="keyword" label={t('operator.keyword')} defaultValue={data.query.keyword} />
    </FilterBar>
  )
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/operator/money">{t('operator.title')}</Link>}
        title={t('operator.advertisers')}
        text={t('operator.advertisersText')}
      />
      <ListPanel list={data.list} page={data.page} sizes={LIST_PAGE_SIZES} count={data.count} filters={filters}>
        <DataTable
          label={t('operator.advertisers')}
          columns={useColumns(data.overdue)}
          rows={data.advertisers}
          rowKey={(row) => row.advertiser_id}
          empty={<EmptyState art="search" title={t('operator.emptyTitle')} text={t('operator.emptyText')} />}
        />
      </ListPanel>
    </>
  )
}

function useColumns(overdue: readonly number[]): Column<FundingRow>[] {
  const t = useTexts('funding')
  return [
    {
      key: 'name',
      header: t('operator.advertiser'),
      isTitle: true,
      cell: (row) => (
        <CellText mark={row.advertiser_name} details={[t(`mode.${row.mode}`)]}>
          <Link to={`/operator/money/advertisers/${row.advertiser_id}`}>{row.advertiser_name}</Link>
        </CellText>
      ),
    },
    {
      key: 'owed',
      header: t('operator.owed'),
      align: 'end',
      place: 'figure',
      cell: ({ owed }) => <MoneyText amount={owed} />,
    },
    {
      key: 'up_to_30',
      header: t('age.up_to_30'),
      align: 'end',
      place: 'more',
      cell: ({ owed_by_age: ages }) => <MoneyText amount={ages.up_to_30} />,
    },
    {
      key: 'up_to_60',
      header: t('age.up_to_60'),
      align: 'end',
      place: 'more',
      cell: ({ owed_by_age: ages }) => <MoneyText amount={ages.up_to_60} />,
    },
    {
      key: 'up_to_90',
      header: t('age.up_to_90'),
      align: 'end',
      place: 'more',
      cell: ({ owed_by_age: ages }) => <MoneyText amount={ages.up_to_90} />,
    },
    {
      key: 'over_90',
      header: t('age.over_90'),
      align: 'end',
      place: 'more',
      cell: ({ owed_by_age: ages }) => <MoneyText amount={ages.over_90} />,
    },
    { key: 'funds', header: t('operator.funds'), align: 'end', cell: (row) => <Funds row={row} /> },
    {
      key: 'state',
      header: t('operator.state'),
      place: 'status',
      cell: (row) => <LevelBadge standing={getStanding(row, overdue)} />,
    },
  ]
}

function getStanding(row: FundingRow, overdue: readonly number[]): Standing {
  const { advertiser_id: id, funds, credit_limit: limit, ladder } = row
  return { available: String(Math.max(Number(funds) + Number(limit), 0)), ladder, hasOverdue: overdue.includes(id) }
}

function Funds({ row: { mode, funds, credit_limit: amount } }: { row: FundingRow }) {
  const t = useTexts('funding')
  const limit = <MoneyText amount={amount} />
  return (
    <CellText details={[mode === 'postpaid' && t.rich('operator.limitIs', { limit: () => limit })]}>
      <MoneyText amount={funds} />
    </CellText>
  )
}
