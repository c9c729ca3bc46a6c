import { Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Route } from './+types/lines-page'
import { listFundsLinesCall } from '#domains/money/invoices/contract.ts'
import type { FundsLines } from '#domains/money/invoices/contract.ts'
import { LineTable } from '#domains/money/invoices/web/line-table.tsx'
import { listOf } from '#kernel/list-query.ts'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { callContext } from '#platform/web/call-context.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { readList } from '#platform/web/read-list.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import { useMonthName } from '#ui/month-text.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { list, ...read } = readList(request, listOf(listFundsLinesCall, '/brand/billing/lines'))
  const query = read.query as Record<string, string>
  const { data } = await context.get(callContext)(listFundsLinesCall, { query })
  const { of = 'used', month } = query
  const page = pageInSearch(query, 20)
  return { ...getPageMeta(context, 'funding.lines.title', ['funding']), data, of, month, list, page }
}

export const meta: Route.MetaFunction = titleMeta

export default function LinesPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Lines {...loaderData} />
    </TextsProvider>
  )
}

function Lines({ data, of, month, list, page }: Route.ComponentProps['loaderData']) {
  const t = useTexts('funding')
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/brand/billing">{t('brand.title')}</Link>}
        title={<LinesTitle data={data} of={of} month={month} />}
        text={<LinesText data={data} of={of} />}
      />
      <ListPanel list={list} page={page} sizes={LIST_PAGE_SIZES} count={data.count}>
        <LineTable data={data} getPath={getOrderPath} />
      </ListPanel>
    </>
  )
}

function getOrderPath({ publisher_id: publisherId, transaction_id: id }: FundsLines['lines'][number]): string {
  return `/brand/transactions/${publisherId}/${id}`
}

interface LinesProps {
  data: FundsLines
  of: string
  month?: string | undefined
}

/** Names the figure whose rows are listed. */
function LinesTitle({ data: { payment, invoice }, of, month }: LinesProps) {
  const t = useTexts('funding')
  const writeMonth = useMonthName()
  if (payment) return t('lines.payment', { reference: payment.reference })
  if (invoice) return t('lines.invoice', { number: invoice.number })
  if (of === 'uncovered') return t('uncovered.title')
  return month === undefined ? t('lines.title') : t('lines.month', { month: writeMonth(`${month}-01`) })
}

/** How the rows add up to the figure. */
function LinesText({ data: { payment, invoice, totals }, of }: LinesProps) {
  const t = useTexts('funding')
  const sum = <MoneyText amount={totals.amount} />
  if (payment) {
    const [amount, day] = [
      <MoneyText key="amount" amount={payment.amount} />,
      <DateText key="day" value={payment.moved_on} />,
    ]
    return (
      <Stack gap={0} component="span">
        <span>{t.rich('lines.paymentText', { sum: () => sum, amount: () => amount, day: () => day })}</span>
        <Text span c="dimmed" fz="0.9rem">
          {t('lines.oldestFirst')}
        </Text>
      </Stack>
    )
  }
  if (invoice) {
    const [amount, carried, rest] = [invoice.amount, invoice.carried, invoice.rest].map((each, index) => (
      <MoneyText key={index} amount={each} />
    ))
    return t.rich('lines.invoiceText', {
      sum: () => sum,
      amount: () => amount,
      carried: () => carried,
      rest: () => rest,
    })
  }
  return t.rich(of === 'uncovered' ? 'lines.uncoveredText' : 'lines.usedText', { sum: () => sum })
}
