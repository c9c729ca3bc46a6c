import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import type { FundsLineView, FundsLines } from '../contract.ts'

interface LineTableProps {
  data: FundsLines
  /** Leads to the order of a line. */
  getPath: (line: FundsLineView) => string
}

/** The lines behind a figure of a billing, with the sums of all pages. */
export function LineTable({ data: { lines, totals, payment, count }, ...options }: LineTableProps) {
  const t = useTexts('funding')
  const sums = {
    order: t('lines.total'),
    commission: <MoneyText amount={totals.commission} />,
    fee: <MoneyText amount={totals.fee} />,
    amount: <MoneyText amount={totals.amount} />,
  }
  // Of a payment only the parts that it paid add up.
  const { commission, fee, ...ofPayment } = sums
  return (
    <DataTable
      label={t('lines.title')}
      columns={useColumns(options)}
      rows={lines}
      rowKey={({ transaction_id: id, kind, at }) => `${id} ${kind} ${at}`}
      {...(count > 0 && { totals: payment ? ofPayment : { commission, fee, ...ofPayment } })}
      empty={<EmptyState title={t('lines.empty')} text={t('lines.emptyText')} />}
    />
  )
}

function useColumns({ getPath }: Omit<LineTableProps, 'data'>): Column<FundsLineView>[] {
  const t = useTexts('funding')
  return [
    {
      key: 'order',
      header: t('uncovered.order'),
      isTitle: true,
      cell: (line) => (
        <CellText details={[line.publisher_name]}>
          {line.order_id === null ? t('lines.kind.refund') : <Link to={getPath(line)}>{line.order_id}</Link>}
        </CellText>
      ),
    },
    { key: 'kind', header: t('lines.what'), place: 'detail', cell: ({ kind }) => t(`lines.kind.${kind}`) },
    { key: 'at', header: t('lines.at'), place: 'more', cell: ({ at }) => <DateText value={at} /> },
    {
      key: 'invoice',
      header: t('lines.invoiceColumn'),
      place: 'more',
      cell: ({ invoice }) => invoice ?? '–',
    },
    {
      key: 'commission',
      header: t('months.commission'),
      align: 'end',
      place: 'more',
      cell: ({ commission }) => <MoneyText amount={commission} />,
    },
    { key: 'fee', header: t('months.fee'), align: 'end', place: 'more', cell: ({ fee }) => <MoneyText amount={fee} /> },
    {
      key: 'amount',
      header: t('lines.amount'),
      align: 'end',
      place: 'figure',
      cell: ({ amount }) => <MoneyText amount={amount} />,
    },
  ]
}
