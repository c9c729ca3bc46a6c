import { Alert, Anchor, Button } from '@mantine/core'
import { IconAlertTriangle, IconFileTypePdf } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Route } from './+types/payment-page'
import { listOf } from '#kernel/list-query.ts'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { buildAddress } from '#platform/web/call.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readList } from '#platform/web/read-list.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { Facts } from '#ui/facts.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import {
  downloadStatementCall,
  getStatementCall,
  printStatementCall,
} from '#domains/money/payouts/contract/statements.ts'
import type { PayoutView, StatementLineView } from '#domains/money/payouts/contract/statements.ts'
import { useMonthName } from '#ui/month-text.ts'
import { PayoutStatusBadge } from '#domains/money/payouts/web/payout-status.tsx'
import { DownloadButton } from '#ui/download-button.tsx'

const DEFAULT_SIZE = 20

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { list, ...read } = readList(request, listOf(getStatementCall, `/payments/${params.payoutId}`))
  const query = read.query as Record<string, string>
  const ids = { params: { payout_id: params.payoutId } }
  const { data } = await context.get(callContext)(getStatementCall, { ...ids, query })
  return {
    ...getPageMeta(context, 'statements.title', ['statements']),
    ...data,
    csv: buildAddress(downloadStatementCall.path, { ...ids, query: { bom: '1' } }),
    pdf: buildAddress(printStatementCall.path, ids),
    list,
    page: pageInSearch(query, DEFAULT_SIZE),
  }
}

export const meta: Route.MetaFunction = titleMeta

export default function PaymentPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Payment {...loaderData} />
    </TextsProvider>
  )
}

type Loaded = Route.ComponentProps['loaderData']

function Payment({ payout, lines, list, page, csv, pdf }: Loaded) {
  const t = useTexts('statements')
  const month = useMonthName()(payout.month)
  const number = payout.statement_number
  const columns = useLineColumns()
  const hasLines = payout.status !== 'failed' && payout.status !== 'returned'
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/payments">{t('back')}</Link>}
        title={number === null ? t('monthTitle', { month }) : t('numberTitle', { number })}
        text={t('statementText', { month })}
        actions={
          <>
            {number !== null && <PdfButton href={pdf} />}
            {hasLines && <DownloadButton href={csv} rows={payout.line_count} label={t('button.csv')} />}
          </>
        }
      />
      {!hasLines && <Problem payout={payout} />}
      <Panel>
        <PayoutFacts payout={payout} />
      </Panel>
      {hasLines && (
        <ListPanel title={t('lines')} list={list} page={page} sizes={LIST_PAGE_SIZES} count={payout.line_count}>
          <DataTable label={t('lines')} columns={columns} rows={lines} rowKey={(row) => row.entry_id} />
        </ListPanel>
      )}
    </>
  )
}

function PdfButton({ href }: { href: string }) {
  const t = useTexts('statements')
  return (
    <Button
      component="a"
      href={href}
      size="sm"
      variant="default"
      leftSection={<IconFileTypePdf size={18} aria-hidden />}
    >
      {t('button.pdf')}
    </Button>
  )
}

/** Says that a payment did not arrive, why, and what to do. */
function Problem({ payout: { status, reason } }: { payout: PayoutView }) {
  const t = useTexts('statements')
  return (
    <Alert icon={<IconAlertTriangle aria-hidden />} color="bad" title={reason ?? t(`status.${status}`)}>
      {t(status === 'failed' ? 'failedLines' : 'returnedLines')}{' '}
      <Anchor component={Link} to="/account#payment">
        {t('failedHelp')}
      </Anchor>
    </Alert>
  )
}

function PayoutFacts({ payout }: { payout: PayoutView }) {
  const t = useTexts('statements')
  const money = (amount: string, digits: 2 | 4 = 4) => (
    <MoneyText amount={amount} currency={payout.currency} digits={digits} />
  )
  const { settled_on: settled, returned_on: returned, reference, status } = payout
  const rest = payout.rest === '0.0000' ? payout.rest : `-${payout.rest}`
  return (
    <Facts
      facts={[
        [t('fact.status'), <PayoutStatusBadge key="status" status={status} />],
        [t('column.lines'), money(payout.lines_amount)],
        [t('carried'), money(payout.carried)],
        payout.fee !== '0.0000' && [t('closingFee'), money(`-${payout.fee}`)],
        [t('rest'), money(rest)],
        [t('amount'), <strong key="amount">{money(payout.amount, 2)}</strong>],
        [t('column.to'), `${t(`method.${payout.method}`)} ${payout.destination}`],
        [t('fact.approved'), <DateText key="approved" value={payout.approved_at} />],
        settled !== null && [
          t(status === 'failed' ? 'fact.failed' : 'fact.settled'),
          <DateText key="settled" value={settled} />,
        ],
        returned !== null && [t('fact.returned'), <DateText key="returned" value={returned} />],
        reference !== null && [t('fact.reference'), reference],
      ]}
    />
  )
}

/** The order is a link to the transaction, which leads on to click, terms and postings. */
function useLineColumns(): Column<StatementLineView>[] {
  const t = useTexts('statements')
  const order = (row: StatementLineView) => (
    <CellText details={[row.event]}>
      <Anchor component={Link} to={`/transactions/${row.transaction_id}`} inherit c="inherit" underline="never">
        {row.order_id}
      </Anchor>
    </CellText>
  )
  return [
    {
      key: 'payable',
      header: t('column.payableAt'),
      place: 'detail',
      cell: (row) => <DateText value={row.payable_at} />,
    },
    { key: 'order', header: t('column.order'), isTitle: true, isRowLink: true, cell: order },
    { key: 'advertiser', header: t('column.advertiser'), place: 'detail', cell: (row) => row.advertiser_name },
    { key: 'site', header: t('column.site'), place: 'none', cell: (row) => row.site_name ?? '–' },
    {
      key: 'click',
      header: t('column.click'),
      place: 'none',
      cell: (row) => (row.click_date === null ? t('coupon') : <DateText value={row.click_date} />),
    },
    { key: 'terms', header: t('column.terms'), align: 'end', place: 'none', cell: (row) => row.terms_version },
    {
      key: 'amount',
      header: t('column.amount'),
      align: 'end',
      place: 'figure',
      cell: (row) => <MoneyText amount={row.amount} currency={row.currency} digits={4} />,
    },
  ]
}
