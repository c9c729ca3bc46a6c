import { SimpleGrid } from '@mantine/core'
import type { Route } from './+types/billing-page'
import { getOwnBillingCall } from '#domains/money/funding/contract/billing.ts'
import type { UncoveredOrderView } from '#domains/money/funding/contract/billing.ts'
import { FundingFigures, OwedAges } from '#domains/money/funding/web/funding-figures.tsx'
import { DepositTable, FundsMonths, UncoveredTable } from '#domains/money/funding/web/funds-tables.tsx'
import { HowToPay } from '#domains/money/funding/web/how-to-pay.tsx'
import { FundsWarning, LadderPanel, ShortfallWarning } from '#domains/money/funding/web/ladder-panel.tsx'
import { downloadOwnInvoiceCall, listOwnInvoicesCall, printOwnInvoiceCall } from '#domains/money/invoices/contract.ts'
import { InvoiceTable } from '#domains/money/invoices/web/invoice-table.tsx'
import { OpenInvoices } from '#domains/money/invoices/web/open-invoices.tsx'
import { listOf } from '#kernel/list-query.ts'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readList } from '#platform/web/read-list.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'

/** The newest invoices, among which the page looks for those that are not paid: the months of four years. */
const NEWEST_INVOICES = { page_size: '50' }

export async function loader({ context, request }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const { list, ...read } = readList(request, listOf(listOwnInvoicesCall, '/brand/billing'))
  const query = read.query as Record<string, string>
  const [billing, invoices, newest] = await Promise.all([
    call(getOwnBillingCall),
    call(listOwnInvoicesCall, { query }),
    call(listOwnInvoicesCall, { query: NEWEST_INVOICES }),
  ])
  const open = newest.data.invoices.filter(({ state }) => state !== 'paid')
  const page = pageInSearch(query, LIST_PAGE_SIZES[0])
  const files = { pdf: printOwnInvoiceCall.path, csv: downloadOwnInvoiceCall.path }
  const meta = getPageMeta(context, 'funding.brand.title', ['funding', 'invoices'])
  return { ...meta, billing: billing.data, open, invoices: { ...invoices.data, list, page, files } }
}

export const meta: Route.MetaFunction = titleMeta

export default function BillingPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Billing billing={loaderData.billing} open={loaderData.open} invoices={loaderData.invoices} />
    </TextsProvider>
  )
}

type Loaded = Route.ComponentProps['loaderData']

function Billing({ billing, open, invoices }: Pick<Loaded, 'billing' | 'open' | 'invoices'>) {
  const t = useTexts('funding')
  const hasOverdue = open.some(({ state }) => state === 'overdue')
  return (
    <>
      <PageHeader eyebrow={billing.advertiser_name} title={t('brand.title')} text={t('brand.text')} />
      <ShortfallWarning billing={billing} />
      <FundsWarning billing={billing} />
      <FundingFigures billing={billing} linesPath={LINES_PATH} />
      {billing.uncovered_orders > 0 && (
        <>
          <OwedAges ages={billing.owed_by_age} />
          <UncoveredTable orders={billing.uncovered} count={billing.uncovered_orders} getPath={getOrderPath} />
        </>
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <HowToPay billing={billing} />
        <LadderPanel standing={{ ...billing, hasOverdue }} />
      </SimpleGrid>
      <OpenInvoices invoices={open} />
      {(billing.mode === 'postpaid' || invoices.count > 0) && <Invoices invoices={invoices} />}
      <DepositTable deposits={billing.deposits} linesPath={LINES_PATH} />
      <FundsMonths billing={billing} linesPath={LINES_PATH} />
    </>
  )
}

/** The page with the orders behind a figure. */
const LINES_PATH = '/brand/billing/lines'

function getOrderPath({ publisher_id: publisherId, transaction_id: id }: UncoveredOrderView): string {
  return `/brand/transactions/${publisherId}/${id}`
}

function Invoices({ invoices: { invoices, count, list, page, files } }: Pick<Loaded, 'invoices'>) {
  const t = useTexts('invoices')
  return (
    <ListPanel title={t('title')} text={t('text')} list={list} page={page} sizes={LIST_PAGE_SIZES} count={count}>
      <InvoiceTable
        invoices={invoices}
        linesPath={LINES_PATH}
        files={files}
        empty={{ title: t('empty.title'), text: t('empty.text') }}
      />
    </ListPanel>
  )
}
