import { Text } from '@mantine/core'
import { Link } from 'react-router'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { LeakedOrder, getCouponLeakCall } from '../contract/coupon-leaks.ts'
import { LEAK_DAYS } from '../contract/vocabulary.ts'

interface LeakPanelProps {
  leak: ReplyOf<typeof getCouponLeakCall>['data']
  /** The publisher who owns the code now. */
  owner: string
}

/** The orders with a code and without a click of its owner. Needs the texts `promotions`. */
export function LeakPanel({ leak: { use, orders }, owner }: LeakPanelProps) {
  const t = useTexts('promotions')
  const columns = useColumns()
  const { orders: all, by_others: byOthers, without_click: withoutClick } = use
  return (
    <Panel flush title={t('leak.title')} text={t('leak.text', { owner })}>
      <Text px={{ base: 'md', sm: 'lg' }} pb="md">
        {all === 0
          ? t('leak.unused', { days: LEAK_DAYS })
          : t('leak.counts', { days: LEAK_DAYS, orders: all, byOthers, withoutClick })}
      </Text>
      {orders.length > 0 && (
        <DataTable label={t('leak.title')} columns={columns} rows={orders} rowKey={(row) => row.transaction_id} />
      )}
    </Panel>
  )
}

function useColumns(): Column<LeakedOrder>[] {
  const t = useTexts('promotions')
  return [
    {
      key: 'order',
      header: t('leak.order'),
      isTitle: true,
      cell: (row) => (
        <CellText details={[<DateText key="at" value={row.ordered_at} />]}>
          <Link to={`/brand/transactions/${row.publisher_id}/${row.transaction_id}`}>{row.order_id}</Link>
        </CellText>
      ),
    },
    {
      key: 'publisher',
      header: t('leak.earnedBy'),
      cell: (row) => (
        <CellText details={[t(row.is_without_click ? 'leak.withoutClick' : 'leak.otherClick')]}>
          {row.publisher_name}
        </CellText>
      ),
    },
    {
      key: 'commission',
      header: t('leak.commission'),
      align: 'end',
      cell: ({ commission }) => (commission === null ? '–' : <MoneyText amount={commission} />),
    },
    { key: 'status', header: t('leak.status'), place: 'status', cell: ({ status }) => <StatusBadge status={status} /> },
  ]
}
