import { useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DateText, MoneyText, NumberText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import type { OrdersWithoutRateView } from '../contract/without-rate.ts'

interface WithoutRatePanelProps {
  waiting: readonly OrdersWithoutRateView[]
  count: number
}

/** Lists which orders wait for the rates of which days. */
export function WithoutRatePanel({ waiting, count }: WithoutRatePanelProps) {
  const t = useTexts('exchange-rates')
  const columns = useColumns()
  if (waiting.length === 0) return <Panel title={t('waiting.title')} text={t('waiting.none')} />
  return (
    <Panel title={t('waiting.title')} text={t('waiting.text', { count })} flush>
      <DataTable
        label={t('waiting.title')}
        columns={columns}
        rows={waiting}
        rowKey={({ currency, day }) => `${currency} ${day}`}
      />
    </Panel>
  )
}

function useColumns(): Column<OrdersWithoutRateView>[] {
  const t = useTexts('exchange-rates')
  return [
    { key: 'currency', header: t('column.currency'), isTitle: true, cell: ({ currency }) => currency },
    { key: 'day', header: t('column.day'), cell: ({ day }) => <DateText value={day} /> },
    { key: 'count', header: t('waiting.orders'), align: 'end', cell: ({ count }) => <NumberText value={count} /> },
    {
      key: 'value',
      header: t('waiting.value'),
      align: 'end',
      place: 'figure',
      cell: ({ order_value: amount, currency }) => <MoneyText amount={amount} currency={currency} />,
    },
  ]
}
