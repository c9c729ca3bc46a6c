import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { TestOrderView } from '#domains/orders/transactions/contract/test-order.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { Facts } from '#ui/facts.tsx'
import { FormMessage } from '#ui/form.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { TestWalkView } from '../contract/test-walks.ts'
import { ORDER_STEPS, findFailedStep } from '../rules/order-steps.ts'

interface WalkOrderPanelProps {
  walk: TestWalkView
  /** A button that looks for the postback again. */
  refresh: ReactNode
}

/** The postback of a test order: received, parsed, matched and priced. Needs the error texts `postback`. */
export function WalkOrderPanel({ walk, refresh }: WalkOrderPanelProps) {
  const t = useTexts('tracking-health')
  const { order, landing_url: landingUrl } = walk
  if (order) {
    return (
      <Panel title={t('walk.postback')}>
        <OrderSteps order={order} />
      </Panel>
    )
  }
  return (
    <Panel title={t('walk.postback')} text={t('walk.order')} actions={refresh}>
      <Stack gap="sm">
        {landingUrl !== null && (
          <Group>
            <Button component="a" href={landingUrl} target="_blank" rel="noreferrer">
              {t('walk.open')}
            </Button>
          </Group>
        )}
        <Text component="output" c="dimmed">
          {t('walk.waiting')}
        </Text>
        {walk.rejected_since > 0 && (
          <FormMessage tone="bad">
            <span>
              {t('walk.rejected', { count: walk.rejected_since })}{' '}
              <Anchor component={Link} to="/brand/tracking?result=rejected">
                {t('walk.look')}
              </Anchor>
            </span>
          </FormMessage>
        )}
      </Stack>
    </Panel>
  )
}

function OrderSteps({ order }: { order: TestOrderView }) {
  const t = useTexts('tracking-health')
  const errorText = useTexts('errors')
  const failed = findFailedStep(order.reason)
  const until = failed === undefined ? ORDER_STEPS.length : ORDER_STEPS.indexOf(failed)
  const badge = (index: number) =>
    index < until ? (
      <StatusBadge status="CONFIRMED" label={t('walk.fine')} />
    ) : index === until ? (
      <StatusBadge status="REJECTED" label={t('walk.failed')} />
    ) : (
      '–'
    )
  return (
    <Stack gap="md">
      <Facts
        facts={[
          ...ORDER_STEPS.map((step, index) => [t(`walk.${step}`), badge(index)] as const),
          [t('walk.receivedAt'), <DateText key="at" value={order.received_at} withTime />],
          order.commission !== null &&
            order.order_value !== null && [t('walk.price'), <Price key="price" order={order} />],
        ]}
      />
      {order.reason === null ? (
        <FormMessage tone="good">{t('walk.done')}</FormMessage>
      ) : (
        <FormMessage tone="bad">{errorText(`postback.${order.reason}`)}</FormMessage>
      )}
    </Stack>
  )
}

function Price({ order }: { order: TestOrderView }) {
  const t = useTexts('tracking-health')
  const { order_value: value, commission, currency, commission_currency: paidIn, terms_version: version } = order
  return (
    <>
      <MoneyText amount={commission ?? '0'} currency={paidIn ?? 'USD'} digits={4} /> /{' '}
      <MoneyText amount={value ?? '0'} currency={currency ?? 'USD'} />
      {version !== null && (
        <Text c="dimmed" size="sm">
          {t('walk.version', { version })}
        </Text>
      )}
    </>
  )
}
