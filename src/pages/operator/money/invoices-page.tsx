import { Link } from 'react-router'
import type { Route } from './+types/invoices-page'
import {
  downloadInvoiceCall,
  listInvoicesCall,
  listOverdueCall,
  printInvoiceCall,
} from '#domains/money/invoices/contract.ts'
import type { OverdueView } from '#domains/money/invoices/contract.ts'
import { INVOICE_STATES } from '#domains/money/invoices/rules.ts'
import { InvoiceTable } from '#domains/money/invoices/web/invoice-table.tsx'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { listOf } from '#kernel/list-query.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readList } from '#platform/web/read-list.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar, FilterField, FilterSelect } from '#ui/filter-bar.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { MoneyText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const { list, ...read } = readList(request, listOf(listInvoicesCall, '/operator/money/invoices'))
  const query = read.query as Record<string, string>
  const [invoices, open] = await Promise.all([call(listInvoicesCall, { query }), call(listOverdueCall)])
  const page = pageInSearch(query, LIST_PAGE_SIZES[0])
  return {
    ...getPageMeta(context, 'invoices.title', ['invoices', 'funding']),
    ...invoices.data,
    list,
    open: open.data,
    files: { pdf: printInvoiceCall.path, csv: downloadInvoiceCall.path },
    query,
    page,
  }
}

export const meta: Route.MetaFunction = titleMeta

export default function InvoicesPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Invoices data={loaderData} />
    </TextsProvider>
  )
}

function Invoices({ data }: { data: Route.ComponentProps['loaderData'] }) {
  const t = useTexts('invoices')
  const funding = useTexts('funding')
  const states = [
    { value: '', label: t('operator.anyState') },
    ...INVOICE_STATES.map((value) => ({ value, label: t(`state.${value}`) })),
  ]
  const filters = (
    <FilterBar fields={['keyword', 'state']}>
      <FilterField name="keyword" label={t('operator.keyword')} defaultValue={data.query.keyword} />
      <FilterSelect name="state" label={t('column.state')} value={data.query.state ?? ''} options={states} />
    </FilterBar>
  )
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/operator/money">{funding('operator.title')}</Link>}
        title={t('title')}
        text={t('operator.text')}
      />
      <Panel title={t('operator.openTitle')} text={t('operator.openText')} flush>
        <DataTable
          label={t('operator.openTitle')}
          columns={useOpenColumns()}
          rows={data.open.advertisers}
          rowKey={(row) => row.advertiser_id}
          empty={<EmptyState title={t('operator.emptyOpen')} text={t('operator.emptyOpenText')} />}
        />
      </Panel>
      <ListPanel list={data.list} page={data.page} sizes={LIST_PAGE_SIZES} count={data.count} filters={filters}>
        <InvoiceTable
          invoices={data.invoices}
          files={data.files}
          hasAdvertiser
          empty={{ title: t('operator.emptyTitle'), text: t('operator.emptyText') }}
        />
      </ListPanel>
    </>
  )
}

function useOpenColumns(): Column<OverdueView>[] {
  const t = useTexts('invoices')
  const figure = (key: string, header: string, read: (row: OverdueView) => string): Column<OverdueView> => ({
    key,
    header,
    align: 'end',
    cell: (row) => <MoneyText amount={read(row)} digits={2} />,
  })
  return [
    {
      key: 'advertiser',
      header: t('column.advertiser'),
      isTitle: true,
      cell: ({ advertiser_id: id, advertiser_name: name }) => (
        <Link to={`/operator/money/advertisers/${id}`}>{name}</Link>
      ),
    },
    { ...figure('open', t('column.open'), ({ open }) => open), place: 'figure' },
    figure('not_due', t('column.notDue'), (row) => row.not_due),
    figure('up_to_30', t('column.upTo30'), (row) => row.up_to_30),
    { ...figure('up_to_60', t('column.upTo60'), (row) => row.up_to_60), place: 'more' },
    { ...figure('over_60', t('column.over60'), (row) => row.over_60), place: 'more' },
  ]
}
