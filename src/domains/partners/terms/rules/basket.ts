import { parseAmount } from '#kernel/money.ts'
import type { PricedItem } from '#domains/programmes/rates/rules/price.ts'

/** The most lines of a basket. */
export const MAX_BASKET_LINES = 100

/** The longest name of a product group. */
const MAX_GROUP_LENGTH = 60

/**
 * Reads a basket: one item per line or between bars, each a product group with its amount (`Shoes: 40.00`), or an
 * amount alone. `undefined` if a line is neither.
 */
export function readBasket(text: string): PricedItem[] | undefined {
  const lines = text
    .split(/[\n|]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (lines.length > MAX_BASKET_LINES) return undefined
  const items = lines.flatMap((line) => readLine(line) ?? [])
  return items.length === lines.length ? items : undefined
}

function readLine(line: string): PricedItem | undefined {
  const [, name = '', number = ''] = /^(?:(.*)[:：])?\s*([^:：]*)$/.exec(line) ?? []
  const group = name.trim()
  const amount = parseAmount(number)
  if (amount === undefined || group.length > MAX_GROUP_LENGTH) return undefined
  return { group: group === '' ? null : group, amount }
}

/** Why the calculator has no price. */
export const PRICE_PROBLEMS = ['items', 'no_items', 'publisher', 'event', 'no_terms'] as const

/** Reads an instant in UTC: `2026-11-20`, or with minutes `2026-11-20T14:30`; `undefined` for other text. */
export function readInstant(text: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$/.test(text)) return undefined
  const instant = new Date(text.includes('T') ? `${text}:00Z` : text)
  // A day that does not exist becomes another one.
  return Number.isNaN(instant.getTime()) || !instant.toISOString().startsWith(text) ? undefined : instant
}
