import { Anchor, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { DryRunReport } from '#ui/dry-run-report.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import { useDayText } from '#ui/month-text.ts'
import type { DryRunView } from '../contract/postbacks.ts'
import { ResultBadge } from './result-badge.tsx'

interface DryRunPanelProps {
  run: DryRunView
  /** A form that carries it out. */
  children?: ReactNode
}

/** What would happen to a postback. */
export function DryRunPanel({ run, children }: DryRunPanelProps) {
  const t = useTexts('tracking-health')
  const { result, message, hints, click, order, transaction } = run
  return (
    <DryRunReport
      title={t('dryRun.title')}
      outcome={<ResultBadge result={result} message={message} hints={hints} />}
      facts={[
        [t('dryRun.click'), click ? <ClickText key="click" click={click} /> : t('dryRun.noClick')],
        ...(order ? listOrderFacts(order, t) : []),
        transaction !== null && [
          t('dryRun.there'),
          <Anchor
            key="transaction"
            component={Link}
            to={`/brand/transactions/${transaction.publisher_id}/${transaction.transaction_id}`}
          >
            {t('postback.openTransaction')}
          </Anchor>,
        ],
      ]}
    >
      {children}
    </DryRunReport>
  )
}

function ClickText({ click }: { click: NonNullable<DryRunView['click']> }) {
  return (
    <>
      {click.publisher_name}, <DateText value={click.clicked_at} withTime />
    </>
  )
}

type Order = NonNullable<DryRunView['order']>
type Fact = readonly [name: ReactNode, value: ReactNode]

function listOrderFacts(order: Order, t: ReturnType<typeof useTexts<'tracking-health'>>): (Fact | false)[] {
  const { publisher_name: publisher, site_name: site, attribution } = order
  return [
    publisher !== null &&
      site !== null && [
        t('dryRun.earns'),
        t(attribution === 'coupon' ? 'dryRun.byCoupon' : 'dryRun.byClick', { publisher, site }),
      ],
    [t('dryRun.value'), <MoneyText key="value" amount={order.order_value} currency={order.currency} />],
    [
      t('dryRun.commission'),
      <MoneyText key="commission" amount={order.commission} currency={order.commission_currency} digits={4} />,
    ],
    order.currency !== 'USD' && publisher !== null && [t('dryRun.usd'), <UsdWorth key="usd" order={order} />],
    [t('dryRun.terms'), t('dryRun.version', { version: order.terms_version })],
  ]
}

function UsdWorth({ order }: { order: Order }) {
  const t = useTexts('tracking-health')
  const writeDay = useDayText()
  const { usd_order_value: value, usd_commission: commission, rate } = order
  if (value === null || commission === null || rate === null) return t('dryRun.noRate')
  return (
    <>
      <MoneyText amount={value} /> · <MoneyText amount={commission} digits={4} />
      <Text c="dimmed" size="sm">
        {t('dryRun.rate', { day: writeDay(rate.day), rate: rate.value })}
      </Text>
    </>
  )
}
