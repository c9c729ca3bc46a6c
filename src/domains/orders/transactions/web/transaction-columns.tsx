import { Box, Text } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DrawerLink } from '#ui/drawer-rows.tsx'
import { DateText } from '#ui/money-text.tsx'
import type { PublisherTransactionView, TransactionView } from '../contract/transaction.ts'
import { OwnMoney } from './own-money.tsx'
import { SameSaleText } from './same-sale-text.tsx'
import { StatusCell } from './status-cell.tsx'

/** Builds the columns of the transaction lists. Each list picks the columns that it shows. */
function useTransactionColumns() {
  const t = useTexts('transactions')
  return {
    date: {
      key: 'date',
      header: t('column.date'),
      cell: (row) => <DateText value={row.transaction_date} withTime />,
    },
    advertiser: {
      key: 'advertiser',
      header: t('column.advertiser'),
      isTitle: true,
      cell: (row) => <CellText mark={row.advertiser_name}>{row.advertiser_name}</CellText>,
    },
    orderTitle: { key: 'order', header: t('column.order'), isTitle: true, cell: (row) => row.order_id },
    orderValue: {
      key: 'order_value',
      header: t('column.orderValue'),
      align: 'end',
      cell: (row) => <OwnMoney amount={row.order_value} currency={row.currency} usd={row.usd_order_value} />,
    },
    commission: {
      key: 'commission',
      header: t('column.commission'),
      align: 'end',
      cell: (row) => (
        <OwnMoney
          amount={row.commission}
          currency={row.commission_currency}
          usd={row.usd_commission}
          digits={4}
          isVoid={row.status === 'CANCELLED'}
        />
      ),
    },
    clickPage: {
      key: 'click_page',
      header: t('column.clickPage'),
      cell: (row) => <PageText address={row.click_page} />,
    },
    site: { key: 'site', header: t('column.site'), place: 'more', cell: (row) => row.site_name ?? '–' },
    clicked: {
      key: 'clicked',
      header: t('column.clicked'),
      place: 'more',
      cell: (row) => <Time at={row.click_date} />,
    },
    decided: {
      key: 'decided',
      header: t('column.decided'),
      place: 'more',
      cell: (row) => <Time at={row.decided_date} />,
    },
    expected: {
      key: 'expected',
      header: t('column.expected'),
      place: 'more',
      cell: (row) => <Time at={row.expected_decision_date} />,
    },
    status: { key: 'status', header: t('column.status'), cell: (row) => <StatusCell transaction={row} /> },
  } satisfies Record<string, Column<TransactionView>>
}

function Time({ at }: { at: string | null }) {
  return at === null ? '–' : <DateText value={at} withTime />
}

/**
 * Builds the columns of the lists of brands and operators, which lead to a transaction. On a phone a row has two lines,
 * and opens.
 */
export function useReviewColumns(
  getHref: (row: PublisherTransactionView) => string,
): Column<PublisherTransactionView>[] {
  const t = useTexts('transactions')
  const { date, advertiser, site, orderValue, commission, clickPage, ...times } = useTransactionColumns()
  return [
    { ...date, place: 'more' },
    { ...useOrderColumn(getHref), isTitle: true },
    { ...advertiser, isTitle: false, place: 'more' },
    { key: 'publisher', header: t('column.publisher'), place: 'detail', cell: (row) => row.publisher_name },
    site,
    { ...orderValue, place: 'more' },
    { ...commission, place: 'figure' },
    { ...clickPage, place: 'more' },
    times.clicked,
    times.decided,
    times.expected,
    { ...times.status, place: 'status', hasDetails: true },
  ]
}

/** Builds the column with the order id as a link to the transaction. */
function useOrderColumn<Row extends TransactionView>(getHref: (row: Row) => string): Column<Row> {
  const t = useTexts('transactions')
  return {
    key: 'order',
    header: t('column.order'),
    cell: (row) => (
      <CellText details={[row.event, <SameSaleText key="same" transaction={row} />]}>
        <DrawerLink to={getHref(row)} inherit truncate display="block" maw="11rem">
          {row.order_id}
        </DrawerLink>
      </CellText>
    ),
  }
}

/**
 * Builds the columns of a publisher's list. The advertiser is a link to the transaction, which covers the row. On a
 * phone a row has two lines.
 */
export function usePublisherColumns(getHref: (row: TransactionView) => string): Column<TransactionView>[] {
  const t = useTexts('transactions')
  const { date, advertiser, site, orderValue, commission, clickPage, ...times } = useTransactionColumns()
  const name = (row: TransactionView) => (
    <CellText mark={row.advertiser_name}>
      <DrawerLink
        to={getHref(row)}
        inherit
        c="inherit"
        underline="never"
        aria-label={`${row.advertiser_name}, ${row.order_id}`}
      >
        {row.advertiser_name}
      </DrawerLink>
    </CellText>
  )
  const order = (row: TransactionView) => (
    <CellText details={[row.event]}>
      <Text span inherit display="block" truncate maw="11rem" title={row.order_id}>
        {row.order_id}
      </Text>
    </CellText>
  )
  const dayOnPhones = ({ transaction_date: at }: TransactionView) => (
    <>
      <Box component="span" hiddenFrom="sm">
        <DateText value={at} />
      </Box>
      <Box component="span" visibleFrom="sm">
        <DateText value={at} withTime />
      </Box>
    </>
  )
  return [
    { ...date, place: 'detail', cell: dayOnPhones },
    { ...advertiser, place: 'title', isRowLink: true, cell: name },
    { key: 'order', header: t('column.order'), place: 'none', cell: order },
    site,
    { ...orderValue, place: 'none' },
    { ...commission, place: 'figure' },
    { ...clickPage, place: 'none' },
    times.clicked,
    times.decided,
    times.expected,
    { ...times.status, place: 'status', hasDetails: true },
  ]
}

/** Shows an address without its scheme, cut to the width, and in full on hover. */
export function PageText({ address }: { address: string | null }) {
  const t = useTexts('transactions')
  if (address === null) return <Text c="var(--ink-faint)">{t('list.noPage')}</Text>
  return (
    <Text span display="block" c="dimmed" truncate maw="clamp(9rem, 11vw, 18rem)" title={address}>
      {address.replace(/^https?:\/\/(www\.)?/, '')}
    </Text>
  )
}
