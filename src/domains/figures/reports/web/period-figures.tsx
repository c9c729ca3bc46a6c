import { Text } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import { StatCard, StatRow } from '#ui/stat-card.tsx'
import type { Measures } from '../contract/advertiser.ts'
import type { Measure } from '#kernel/measures.ts'
import { ChangeText } from './change-text.tsx'
import { MeasureText } from './measure-text.tsx'

const SHOWN: readonly (readonly Measure[])[] = [
  ['click_count', 'total_transactions', 'order_value', 'cost'],
  ['conversion_rate', 'approval_rate', 'roas', 'net_roas'],
]

interface PeriodFiguresProps {
  now: Measures
  before: Measures
  currency: string
  /** The measures that are known; all if it is not given. */
  measures?: readonly Measure[]
}

/** The main measures of a period, each with its change against another. */
export function PeriodFigures({ now, before, currency, measures }: PeriodFiguresProps) {
  const t = useTexts('reports')
  const known = SHOWN.map((row) => row.filter((measure) => measures?.includes(measure) ?? true))
  return known.map((row) => (
    <StatRow key={row.join()}>
      {row.map((measure) => {
        const shared = { measure, currency }
        return (
          <StatCard
            key={measure}
            label={t(`measure.${measure}`)}
            value={<MeasureText {...shared} value={now[measure]} />}
            hint={<Change {...shared} now={now[measure]} before={before[measure]} />}
          />
        )
      })}
    </StatRow>
  ))
}

interface ChangeProps {
  measure: Measure
  currency: string
  now: Measures[Measure]
  before: Measures[Measure]
}

function Change({ measure, currency, now, before }: ChangeProps) {
  const t = useTexts('reports')
  const hasFigures = Number(now) !== 0 || Number(before) !== 0
  if (before === null || !hasFigures) return null
  const figure = <MeasureText measure={measure} currency={currency} value={before} />
  return (
    <>
      {now !== null && (
        <>
          <ChangeText now={now} before={before} isNeutral={measure === 'cost'} />{' '}
        </>
      )}
      <Text span inherit>
        {t.rich('compare.against', { figure: () => figure })}
      </Text>
    </>
  )
}
