import { MoneyText, NumberText } from '#ui/money-text.tsx'
import { getDefinition } from '#kernel/measures.ts'
import type { Measure } from '#kernel/measures.ts'

interface MeasureTextProps {
  measure: Measure
  value: number | string | null
  currency: string
}

/** The value of a measure as its kind is written; a dash where nothing can be divided by. */
export function MeasureText({ measure, value, currency }: MeasureTextProps) {
  if (value === null) return '–'
  const { kind } = getDefinition(measure)
  if (kind === 'money') return <MoneyText amount={String(value)} currency={currency} />
  if (kind === 'count') return <NumberText value={value} />
  return (
    <span className="tabular">
      <NumberText value={value} digits={kind === 'share' ? 1 : 2} />
      {kind === 'share' && ' %'}
    </span>
  )
}
