import { Badge, Stack, Text } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import { PercentText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import type { OrdersPerClickView } from '../contract/orders-per-click.ts'
import { USUAL_DAYS } from '../rules/orders-per-click.ts'

const COLORS = { silent: 'bad', below: 'bad', above: 'warn', within: 'good', too_little: 'idle' } as const

/** Whether the last orders are as many as their clicks lead one to expect, with both figures. */
export function OrdersPerClickPanel({ judgement }: { judgement: OrdersPerClickView }) {
  const t = useTexts('tracking-health')
  const { state, judged, usual, low, high, judged_rate: rate, usual_rate: usualRate } = judgement
  const share = <PercentText value={Number(rate) / 10} />
  const usualShare = <PercentText value={Number(usualRate) / 10} />
  const figures = {
    orders: judged.orders,
    clicks: judged.clicks,
    rate: rate ?? 'none',
    usualOrders: usual.orders,
    usualClicks: usual.clicks,
    usualRate: usualRate ?? 'none',
    share: () => share,
    usualShare: () => usualShare,
  }
  const hasNone = judged.clicks + judged.orders + usual.clicks + usual.orders === 0
  if (hasNone) return <Panel title={t('perClick.title')} text={t('perClick.none')} />
  return (
    <Panel title={t('perClick.title')} actions={<Badge color={COLORS[state]}>{t(`perClick.${state}`)}</Badge>}>
      <Stack gap={4}>
        <Text>{t.rich('perClick.figures', figures)}</Text>
        <Text c="dimmed">
          {state === 'silent' && t('perClick.silentText', { clicks: Math.round(usual.clicks / USUAL_DAYS) })}
          {state === 'too_little' && t('perClick.tooLittle')}
          {low !== null && high !== null && t('perClick.band', { low, high })}
        </Text>
      </Stack>
    </Panel>
  )
}
