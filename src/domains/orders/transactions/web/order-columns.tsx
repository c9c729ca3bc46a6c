import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useLocale } from 'use-intl'
import { HOUR_MS, MINUTE_MS } from '#kernel/days.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DrawerLink } from '#ui/drawer-rows.tsx'
import { DateText } from '#ui/money-text.tsx'
import type { OrderToDecide, PublisherHistory } from '../contract/orders.ts'
import { HISTORY_DAYS } from '../contract/vocabulary.ts'
import { OwnMoney } from './own-money.tsx'
import { SameSaleText } from './same-sale-text.tsx'
import { PageText } from './transaction-columns.tsx'

/** Builds the columns of the queue of undecided orders. `now` is the time at which its clocks are read. */
export function useOrderColumns(getHref: (order: OrderToDecide) => string, now: string): Column<OrderToDecide>[] {
  const t = useTexts('orders')
  return [
    {
      key: 'order',
      header: t('column.order'),
      isTitle: true,
      cell: (order) => (
        <CellText details={[order.event, <SameSaleText key="same" transaction={order} />]}>
          <DrawerLink to={getHref(order)} inherit truncate display="block" maw="11rem">
            {order.order_id}
          </DrawerLink>
        </CellText>
      ),
    },
    {
      key: 'clock',
      header: t('column.clock'),
      place: 'detail',
      cell: (order) => <Clock order={order} now={now} />,
    },
    {
      key: 'publisher',
      header: t('column.publisher'),
      place: 'more',
      cell: (order) => (
        <CellText details={[<HistoryText key="history" history={order.history} />]}>
          <Anchor component={Link} to={`?publisher_id=${order.publisher_id}`} inherit c="inherit" underline="hover">
            {order.publisher_name}
          </Anchor>
        </CellText>
      ),
    },
    { key: 'path', header: t('column.path'), place: 'more', cell: (order) => <Path order={order} /> },
    {
      key: 'order_value',
      header: t('column.orderValue'),
      label: t('column.value'),
      align: 'end',
      place: 'measure',
      cell: (order) => <OwnMoney amount={order.order_value} currency={order.currency} usd={order.usd_order_value} />,
    },
    {
      key: 'commission',
      header: t('column.commission'),
      align: 'end',
      place: 'figure',
      cell: (order) => (
        <OwnMoney
          amount={order.commission}
          currency={order.commission_currency}
          usd={order.usd_commission}
          digits={4}
        />
      ),
    },
  ]
}

/** When an order decides itself and how; of a held one why it waits. */
function Clock({ order, now }: { order: OrderToDecide; now: string }) {
  const t = useTexts('orders')
  const transactions = useTexts('transactions')
  const { expected_decision_date: at, hold_reason: hold, rule } = order
  if (hold !== null) return transactions(`holdReason.${hold}`)
  if (at === null || order.usd_order_value === null) return t('clock.rate', { currency: order.currency })
  const hours = Math.max(0, Math.round((Date.parse(at) - Date.parse(now)) / HOUR_MS))
  const when = hours < 48 ? t('clock.hours', { hours }) : t('clock.days', { days: Math.round(hours / 24) })
  const isSoon = hours < 48
  return (
    <CellText details={[<DateText key="at" value={at} />]}>
      <Text span inherit {...(isSoon && { c: 'var(--warn)', fw: 600 })}>
        {t(`clock.${rule ?? 'decides'}`, { when })}
      </Text>
    </CellText>
  )
}

/** The way from the click to the order, in short. */
function Path({ order }: { order: OrderToDecide }) {
  const t = useTexts('orders')
  const { click_date: clicked, click_page: page, coupon, attribution, transaction_date: ordered } = order
  if (attribution === 'coupon') return t('path.coupon', { code: coupon ?? '' })
  const minutes =
    clicked === null ? 0 : Math.max(0, Math.round((Date.parse(ordered) - Date.parse(clicked)) / MINUTE_MS))
  const after =
    minutes < 120
      ? t('path.minutes', { count: minutes })
      : minutes < 48 * 60
        ? t('path.hours', { hours: Math.round(minutes / 60) })
        : t('path.days', { days: Math.round(minutes / 1440) })
  return (
    <CellText details={[after]}>
      <PageText address={page} />
    </CellText>
  )
}

/** How many orders a publisher brought lately, and which share of the decided ones was cancelled. */
export function HistoryText({ history: { pending, confirmed, cancelled } }: { history: PublisherHistory }) {
  const t = useTexts('orders')
  const locale = useLocale()
  const decided = confirmed + cancelled
  const count = pending + decided
  if (decided === 0) return t('history.undecided', { count, days: HISTORY_DAYS })
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(
    cancelled / decided,
  )
  return t('history.cancelled', { count, share, days: HISTORY_DAYS })
}
