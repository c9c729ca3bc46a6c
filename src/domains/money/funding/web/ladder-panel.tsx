import { Text, ThemeIcon, Timeline } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import { FormMessage } from '#ui/form.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { BillingView } from '../contract/billing.ts'
import { getShownLevel } from './shown-level.ts'
import type { Standing } from './shown-level.ts'

/** Whether the funds of an advertiser suffice. */
export function LevelBadge({ standing }: { standing: Standing }) {
  const t = useTexts('funding')
  const level = getShownLevel(standing)
  const status = { none: 'PENDING', overdue: 'REJECTED', free: 'ACTIVE', low: 'PENDING', used_up: 'CANCELLED' } as const
  return <StatusBadge status={status[level]} label={t(`level.${level}`)} />
}

/** Says that the bank took back what had been used; nothing where nothing is missing. */
export function ShortfallWarning({ billing: { shortfall } }: { billing: Pick<BillingView, 'shortfall'> }) {
  const t = useTexts('funding')
  if (Number(shortfall) === 0) return null
  const amount = <MoneyText amount={shortfall} />
  return (
    <FormMessage tone="bad">
      <span>{t.rich('brand.shortfall', { amount: () => amount })}</span>
    </FormMessage>
  )
}

/** Says that funds are low or used up, and what happens on which day; nothing while they suffice. */
export function FundsWarning({ billing: { ladder, owed } }: { billing: Pick<BillingView, 'ladder' | 'owed'> }) {
  const t = useTexts('funding')
  const { no_joins_from: noJoins, closed_from: closed, used_percent: percent } = ladder
  if (noJoins !== null && closed !== null) {
    const parts = { owed: <MoneyText amount={owed} />, noJoins: <DateText value={noJoins} /> }
    const closing = <DateText value={closed} />
    return (
      <FormMessage tone="bad">
        <span>
          {t.rich('brand.warning', {
            owed: () => parts.owed,
            noJoins: () => parts.noJoins,
            closed: () => closing,
          })}
        </span>
      </FormMessage>
    )
  }
  return ladder.warned_at === null ? null : <FormMessage tone="bad">{t('brand.low', { percent })}</FormMessage>
}

/** What happens, and on which days, when the funds of an advertiser run out. */
export function LadderPanel({ standing }: { standing: Pick<BillingView, 'ladder' | 'smallest_missing'> & Standing }) {
  const t = useTexts('funding')
  const { ladder, smallest_missing: smallest } = standing
  const steps = [
    ['warned', ladder.warned_at],
    ['used_up', ladder.used_up_at],
    ['no_joins', ladder.no_joins_from],
    ['closed', ladder.closed_from],
  ] as const
  // The last steps have a date before it comes.
  const reached = { free: -1, low: 0, used_up: 1 }[ladder.level]
  const tone = ladder.level === 'used_up' ? 'bad' : 'warn'
  return (
    <Panel
      title={t('ladder.title')}
      text={t('ladder.text', { percent: ladder.used_percent })}
      actions={<LevelBadge standing={standing} />}
    >
      <Timeline bulletSize={28}>
        {steps.map(([step, at], index) => (
          <Timeline.Item
            key={step}
            title={t(`ladder.${step}`)}
            bullet={
              <ThemeIcon size={28} radius="xl" color={index <= reached ? tone : 'idle'} fz="0.86rem" aria-hidden>
                {index + 1}
              </ThemeIcon>
            }
          >
            <StepDate at={at} step={step} smallest={smallest} />
          </Timeline.Item>
        ))}
      </Timeline>
    </Panel>
  )
}

interface StepDateProps {
  at: string | null
  step: 'warned' | 'used_up' | 'no_joins' | 'closed'
  smallest: string
}

function StepDate({ at, step, smallest }: StepDateProps) {
  const t = useTexts('funding')
  if (at === null) {
    const missing = <MoneyText amount={smallest} />
    return (
      <Text span c="dimmed">
        {step === 'used_up' ? t.rich('ladder.when.used_up', { smallest: () => missing }) : t(`ladder.when.${step}`)}
      </Text>
    )
  }
  const day = <DateText value={at} />
  return t.rich('ladder.date', { day: () => day })
}
