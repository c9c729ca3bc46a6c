import { SimpleGrid, Stack, Text } from '@mantine/core'
import type { Route } from './+types/billing-page'
import { formatReference } from '#domains/money/bank/rules/match.ts'
import { getOwnBillingCall } from '#domains/money/funding/contract/billing.ts'
import type { BillingView, UncoveredOrderView } from '#domains/money/funding/contract/billing.ts'
import { FundingFigures, OwedAges } from '#domains/money/funding/web/funding-figures.tsx'
import { DepositTable, FundsMonths, UncoveredTable } from '#domains/money/funding/web/funds-tables.tsx'
import { FundsWarning, LadderPanel, ShortfallWarning } from '#domains/money/funding/web/ladder-panel.tsx'
import { downloadOwnInvoiceCall, listOwnInvoicesCall, printOwnInvoiceCall } from '#domains/money/invoices/contract.ts'
import { formatInvoiceNumber } from '#kernel/invoice-number.ts'
import { InvoiceTable } from '#domains/money/invoices/web/invoice-table.tsx'
import { listOf } from '#kernel/list-query.ts'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readList } from '#platform/web/read-list.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { MoneyText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const { list, ...read } = readList(request, listOf(listOwnInvoicesCall, '/brand/billing'))
  const query = read.query as Record<string, string>
  const [billing, invoices] = await Promise.all([call(getOwnBillingCall), call(listOwnInvoicesCall, { query })])
  const page = pageInSearch(query, LIST_PAGE_SIZES[0])
  const files = { pdf: printOwnInvoiceCall.path, csv: downloadOwnInvoiceCall.path }
  const meta = getPageMeta(context, 'funding.brand.title', ['funding', 'invoices'])
  return { ...meta, billing: billing.data, invoices: { ...invoices.data, list, page, files } }
}

export const meta: Route.MetaFunction = titleMeta

export default function BillingPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Billing billing={loaderData.billing} invoices={loaderData.invoices} />
    </TextsProvider>
  )
}

type Loaded = Route.ComponentProps['loaderData']

function Billing({ billing, invoices }: Pick<Loaded, 'billing' | 'invoices'>) {
  const t = useTexts('funding')
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
        <LadderPanel standing={billing} />
      </SimpleGrid>
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

function HowToPay({ billing }: { billing: BillingView }) {
  const t = useTexts('funding')
  const limit = <MoneyText amount={billing.credit_limit} />
  const reference = <strong>{formatReference(billing.advertiser_id)}</strong>
  const number = <strong>{formatInvoiceNumber(1)}</strong>
  return (
    <Panel title={t('brand.how')}>
      <Stack gap="xs">
        <Text>
          {billing.mode === 'prepaid' ? t('brand.howPrepaid') : t.rich('brand.howPostpaid', { limit: () => limit })}
        </Text>
        <Text c="dimmed">
          {billing.mode === 'prepaid'
            ? t.rich('brand.howText', { reference: () => reference })
            : t.rich('brand.howInvoice', { reference: () => reference, number: () => number })}
        </Text>
      </Stack>
    </Panel>
  )
}
