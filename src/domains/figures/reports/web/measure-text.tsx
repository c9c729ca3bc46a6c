import { MoneyText, NumberText, PercentText } from '#ui/money-text.tsx'
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
  if (kind === 'share') return <PercentText value={value} />
  return <NumberText value={value} digits={2} />
}
