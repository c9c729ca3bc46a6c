import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { Link, redirect, useLocation } from 'react-router'
import type { Route } from './+types/orders-page'
import type { InputOf } from '#kernel/endpoint.ts'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { readText, runIntent } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { ClearFilters } from '#ui/clear-filters.tsx'
import { DrawerOutlet, keepRows, openEdge } from '#ui/drawer-rows.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar, FilterField, FilterSelect } from '#ui/filter-bar.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { NumberText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { StatCard, StatRow } from '#ui/stat-card.tsx'
import { ToastCard } from '#ui/toast-card.tsx'
import { orderList } from '#domains/orders/transactions/contract/lists.ts'
import * as contract from '#domains/orders/transactions/contract/orders.ts'
import type { OrderSums, OrderToDecide } from '#domains/orders/transactions/contract/orders.ts'
import { DAYS_AHEAD, ORDER_QUEUES } from '#domains/orders/transactions/contract/vocabulary.ts'
import type { OrderQueue } from '#domains/orders/transactions/contract/vocabulary.ts'
import { OrderSumsText, OrderTable } from '#domains/orders/transactions/web/order-table.tsx'
import { ListViews } from '#domains/desk/saved-views/web/list-views.tsx'
import { loadList } from '#domains/desk/saved-views/web/load-list.ts'

const LIST_PATH = '/brand/orders'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { query, list, views } = await loadList({ context, request }, orderList)
  const call = context.get(callContext)
  const [{ data }, summary] = await Promise.all([
    call(contract.listOrdersToDecideCall, { query }),
    call(contract.summariseOrdersToDecideCall, { query }),
  ])
  openEdge(request, data.orders.map(getAddress))
  return {
    ...data,
    list,
    views,
    summary: summary.data,
    filter: {
      queue: ORDER_QUEUES.find((queue) => queue === query['queue']) ?? ('clock' as const),
      keyword: String(query['keyword'] ?? ''),
      publisherId: String(query['publisher_id'] ?? ''),
    },
    now: new Date().toISOString(),
    page: pageInSearch(query, 20),
    ...getPageMeta(context, 'orders.title', ['orders', 'transactions', 'saved-views']),
  }
}

/** Decides the selected orders by a job, and leads to its progress. */
export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  const decide = async () => {
    const { data } = await call(contract.decideOrdersCall, { body: readBulk(form) })
    throw redirect(`/brand/transactions/files/${data.id}`)
  }
  return runIntent(context, form, { confirm: decide, cancel: decide, hold: decide })
}

function readBulk(form: FormData) {
  const optional = (name: string) => readText(form, name) || undefined
  const filter = {
    queue: readText(form, 'queue'),
    keyword: optional('keyword'),
    publisher_id: optional('publisher_id'),
  }
  const chosen = form.has('matching')
    ? { mode: 'check', matching: filter }
    : { mode: 'valid', transactions: form.getAll('transaction').map(String) }
  const reasons = {
    reason_code: optional('reason_code'),
    hold_reason: optional('hold_reason'),
    file_id: optional('file_id'),
  }
  const body = { ...chosen, ...reasons, action: readText(form, 'intent'), note: readText(form, 'note') }
  return body as InputOf<typeof contract.decideOrdersCall>['body']
}

export const meta: Route.MetaFunction = titleMeta

export const shouldRevalidate = keepRows

function getAddress({ publisher_id: publisherId, transaction_id: id }: OrderToDecide): string {
  return `${LIST_PATH}/${publisherId}/${id}`
}

export default function OrdersPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Orders loaded={loaderData} answer={actionData} />
    </TextsProvider>
  )
}

interface OrdersProps {
  loaded: Route.ComponentProps['loaderData']
  answer: Route.ComponentProps['actionData']
}

function Orders({ loaded, answer }: OrdersProps) {
  const t = useTexts('orders')
  const { orders, summary, filter, next, previous } = loaded
  const isDrawerOpen = useLocation().pathname !== LIST_PATH
  return (
    <>
      <PageHeader title={t('title')} actions={<FilesLink />} />
      <StatRow>
        <SumsCard label={t('soon.label', { days: DAYS_AHEAD })} sums={summary.soon} />
        <SumsCard label={t('held')} sums={summary.held} />
        {summary.without_rate.count > 0 && (
          <StatCard
            label={t('queue.without_rate')}
            value={<NumberText value={summary.without_rate.count} />}
            hint={t('withoutRateHint')}
          />
        )}
      </StatRow>
      <ListPanel
        list={loaded.list}
        above={<ListViews list={loaded.list} views={loaded.views} />}
        filters={<Filters {...filter} publisher={orders[0]?.publisher_name} />}
        page={loaded.page}
        sizes={LIST_PAGE_SIZES}
        cursors={{ next, previous }}
        canSelect
      >
        <OrderTable
          orders={orders}
          getHref={getAddress}
          now={loaded.now}
          filter={filter}
          matching={summary.matching}
          answer={answer}
          empty={<Empty {...filter} />}
        />
      </ListPanel>
      <DrawerOutlet addresses={orders.map(getAddress)} next={next} previous={previous} />
      {!isDrawerOpen && <ToastCard />}
    </>
  )
}

/** How many orders there are, and what they are worth. */
function SumsCard({ label, sums }: { label: string; sums: OrderSums }) {
  const hint = sums.count > 0 && <OrderSumsText sums={sums} />
  return <StatCard label={label} value={<NumberText value={sums.count} />} hint={hint} />
}

function FilesLink() {
  const t = useTexts('orders')
  return (
    <Button
      component={Link}
      to="/brand/transactions/files"
      variant="default"
      leftSection={<IconUpload size={18} aria-hidden />}
    >
      {t('files')}
    </Button>
  )
}

interface FilterProps {
  queue: OrderQueue
  keyword: string
  publisherId: string
}

function Filters({ queue, keyword, publisherId, publisher }: FilterProps & { publisher: string | undefined }) {
  const t = useTexts('orders')
  const options = ORDER_QUEUES.map((value) => ({ value, label: t(`queue.${value}`) }))
  return (
    <FilterBar fields={['queue', 'keyword', 'publisher_id']}>
      <FilterSelect name="queue" label={t('queue.label')} value={queue} options={options} />
      <FilterField
        name="keyword"
        label={t('filter.keyword')}
        placeholder={t('filter.keywordHint')}
        defaultValue={keyword}
      />
      {publisherId !== '' && (
        <FilterSelect
          name="publisher_id"
          label={t('column.publisher')}
          value={publisherId}
          options={[
            { value: '', label: t('filter.allPublishers') },
            { value: publisherId, label: publisher ?? t('filter.onePublisher') },
          ]}
        />
      )}
    </FilterBar>
  )
}

function Empty({ queue, keyword, publisherId }: FilterProps) {
  const t = useTexts('orders')
  if (keyword !== '' || publisherId !== '')
    return <EmptyState art="search" title={t('empty.match')} action={<ClearFilters />} />
  if (queue !== 'clock') return <EmptyState title={t(`empty.${queue}`)} />
  return <EmptyState title={t('empty.title')} text={t('empty.text')} />
}
