import { isOrderDimension } from '../contract/vocabulary.ts'
import type { PartDimension } from '../contract/vocabulary.ts'

/** The orders that a row of a report counts. */
export interface NamedPart {
  dimension: PartDimension
  /** Empty for the orders that are not counted alone. */
  value: string
  /** The name of a promotion, a group, a country or a rule (`2:3`: version and number). */
  name?: string | null
}

/** Names the orders that a row of a report counts: `Phone`, `No coupon`. `write` finds a text of `order-parts`. */
export function writePartName(
  write: (key: string, values?: Record<string, string>) => string,
  { dimension, value, name }: NamedPart,
): string {
  if (value === '') return write(`none.${isOrderDimension(dimension) || dimension === 'group' ? dimension : 'subId'}`)
  if (dimension === 'customer' || dimension === 'device') return write(`${dimension}.${value}`)
  if (dimension !== 'rule') return name ?? value
  const [version = '', number = ''] = (name ?? value).split(':')
  const kinds: Record<string, string> = { '0': 'rule.none', '-1': 'rule.several' }
  return write(kinds[number] ?? 'rule.numbered', { version, number })
}
