import { parseAmount } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import { isPlain } from '#kernel/unstorable.ts'

/** A part of an order: a line of its basket, or all of one group. It has a group, a SKU or both. */
export interface OrderItem {
  group: string | null
  sku: string | null
  quantity: number | null
  /** Of the whole line, in the currency of the order. */
  amount: Amount
}

/** The most items of an order. */
export const MAX_ITEMS = 100

/** The longest names of groups and stock-keeping units, and the largest quantity. */
export const MAX_GROUP_LENGTH = 60
export const MAX_SKU_LENGTH = 100
export const MAX_QUANTITY = 9_999_999

/** Reads `GROUP:AMOUNT|GROUP:AMOUNT`, or the list of a JSON body; empty without any, `undefined` if it is malformed. */
export function readItems(given: unknown): OrderItem[] | undefined {
  if (given === undefined || given === null || given === '') return []
  const parts = typeof given === 'string' ? given.split('|') : given
  if (!Array.isArray(parts) || parts.length > MAX_ITEMS) return undefined
  const read = typeof given === 'string' ? readPair : readItem
  const items = parts.flatMap((part: unknown) => read(part) ?? [])
  return items.length === parts.length ? items : undefined
}

/** Sums the amounts of items. */
export function sumItems(items: readonly OrderItem[]): Amount {
  return items.reduce((sum, { amount }) => sum + amount, 0n)
}

function readPair(pair: unknown): OrderItem | undefined {
  const [, group, text = ''] = /^([^:]+):([^:]*)$/.exec(String(pair)) ?? []
  return readItem({ group, amount: text })
}

function readItem(given: unknown): OrderItem | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const parts: Record<string, unknown> = { ...given }
  const [group, sku] = [readText(parts['group'], MAX_GROUP_LENGTH), readText(parts['sku'], MAX_SKU_LENGTH)]
  const quantity = readQuantity(parts['quantity'])
  const amount = typeof parts['amount'] === 'string' ? parseAmount(parts['amount']) : undefined
  if (group === undefined || sku === undefined || quantity === undefined || amount === undefined) return undefined
  return group === null && sku === null ? undefined : { group, sku, quantity, amount }
}

/** Reads an optional text: null if it is absent, `undefined` if it cannot be stored. */
function readText(given: unknown, maxLength: number): string | null | undefined {
  if (given === undefined || given === null || given === '') return null
  return typeof given === 'string' && given.length <= maxLength && isPlain(given) ? given : undefined
}

function readQuantity(given: unknown): number | null | undefined {
  if (given === undefined || given === null || given === '') return null
  return typeof given === 'string' && /^[1-9]\d{0,6}$/.test(given) ? Number(given) : undefined
}

/** An item as statements and stored lists write it: amounts as text, lines from 1. */
export interface ItemRow {
  line_no: number
  group: string | null
  sku: string | null
  quantity: number | null
  amount: string
}

/** Writes items as rows. */
export function toItemRows(items: readonly OrderItem[]): ItemRow[] {
  return items.map((item, index) => ({ line_no: index + 1, ...item, amount: String(item.amount) }))
}

/** Reads what `toItemRows` wrote. */
export function fromItemRows(rows: readonly ItemRow[]): OrderItem[] {
  return rows.map(({ group, sku, quantity, amount }) => ({ group, sku, quantity, amount: BigInt(amount) }))
}
