import { Text } from '@mantine/core'
import { useLocale } from 'use-intl'
import { useTexts } from '#platform/web/texts.tsx'
import { getChange } from '../rules/change.ts'

interface ChangeTextProps {
  /** Decimal strings or counts, as the API returns them. */
  now: string | number
  before: string | number
  /** More is neither good nor bad. */
  isNeutral?: boolean
}

/** The change of a figure against the period before, as a percentage, with a sign and a colour. */
export function ChangeText({ now, before, isNeutral = false }: ChangeTextProps) {
  const t = useTexts('reports')
  const locale = useLocale()
  const change = getChange(Number(now), Number(before))
  if (change === undefined) return <Tinted tone="ink-faint">{Number(now) === 0 ? '–' : t('compare.new')}</Tinted>
  const format = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: Math.abs(change) < 0.1 ? 1 : 0,
    signDisplay: 'exceptZero',
  })
  return <Tinted tone={isNeutral ? 'ink-faint' : getTone(change)}>{format.format(change)}</Tinted>
}

function getTone(change: number): 'good' | 'bad' | 'ink-faint' {
  if (change === 0) return 'ink-faint'
  return change > 0 ? 'good' : 'bad'
}

function Tinted({ tone, children }: { tone: 'good' | 'bad' | 'ink-faint'; children: string }) {
  return (
    <Text span className="tabular" fz="0.86rem" c={`var(--${tone})`}>
      {children}
    </Text>
  )
}
