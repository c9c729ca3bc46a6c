import { readCellAmount } from '#kernel/cells.ts'
import { formatAmount } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import { readCells } from './decision-file.ts'
import type { DecisionCells, DecisionRow, PartLine, RowContext, RowError, RowRequest } from './decision-file.ts'
import { MAX_ITEMS, readItems, sumItems } from './order-items.ts'
import type { OrderItem } from './order-items.ts'

/** The columns that name a part of an order. */
const PART_COLUMNS = ['sku', 'quantity', 'item_amount'] as const

/** The columns that name the order. Lines that follow one another and agree in them are parts of one order. */
const NAME_COLUMNS = ['transaction_id', 'order_id', 'event', 'click_id'] as const

/** What the lines of an order say alike, if the later ones say it. */
const COMMON_COLUMNS = ['action', 'reason', 'amount', 'currency'] as const

/** Tells whether a line names another part of the order of the line before it. */
export function isNextPart(cells: DecisionCells, before: DecisionCells): boolean {
  const arePart = cells.item_amount !== undefined && before.item_amount !== undefined
  return arePart && NAME_COLUMNS.every((column) => cells[column] === before[column])
}

/**
 * Reads what a row asks for. Actions and reasons may have any case; a reason is required unless it confirms. An error
 * in one of its parts names the line of the part.
 */
export function readDecisionRow(row: Pick<DecisionRow, 'line' | 'cells' | 'parts'>, context: RowContext): RowRequest {
  const request = readCells(row.cells, context)
  if (!('decision' in request) || request.decision === undefined) return request
  const { currency } = context
  const parts = readParts([row, ...(row.parts ?? [])], currency)
  if ('error' in parts) return { error: parts.error, errorLine: parts.line }
  const { decision } = request
  const { items } = parts
  if (items.length === 0) return request
  const total = decision.orderValue ?? readAmount(row.cells.amount, currency)
  if (total !== undefined && sumItems(items) !== total) {
    return { error: { column: 'item_amount', code: 'transaction.file_item_sum' } }
  }
  return decision.action === 'amend' ? { decision: { ...decision, items } } : request
}

/**
 * Reads the items that the lines of an order name; the first line is the one that decides. Empty without any. An error
 * names its line.
 */
function readParts(
  lines: readonly PartLine[],
  currency: string | undefined,
): { items: OrderItem[] } | { line: number; error: RowError } {
  if (lines.every(({ cells }) => PART_COLUMNS.every((column) => cells[column] === undefined))) return { items: [] }
  const last = lines[MAX_ITEMS]
  if (last) {
    return { line: last.line, error: { column: '', code: 'transaction.file_items', params: { max: MAX_ITEMS } } }
  }
  const items: OrderItem[] = []
  for (const { line, cells, textError } of lines) {
    const read = textError ? { error: textError } : readPart(cells, lines[0], currency)
    if ('error' in read) return { line, error: read.error }
    items.push(...read)
  }
  return { items }
}

function readPart(
  cells: DecisionCells,
  first: PartLine | undefined,
  currency: string | undefined,
): OrderItem[] | { error: RowError } {
  const other = COMMON_COLUMNS.find((column) => cells[column] !== undefined && cells[column] !== first?.cells[column])
  if (first && other !== undefined) {
    return { error: { column: other, code: 'transaction.file_part_other', params: { line: first.line } } }
  }
  const { sku, quantity, item_amount: text } = cells
  if (sku === undefined || text === undefined) {
    return { error: { column: sku === undefined ? 'sku' : 'item_amount', code: 'required' } }
  }
  const read = readCellAmount(text, currency)
  if ('error' in read) return { error: { ...read.error, column: 'item_amount' } }
  const amount = formatAmount(read.amount)
  const items = readItems([{ sku, quantity, amount }])
  if (items) return items
  return { error: { column: readItems([{ sku, amount }]) ? 'quantity' : 'sku', code: 'transaction.file_item' } }
}

function readAmount(text: string | undefined, currency: string | undefined): Amount | undefined {
  const read = readCellAmount(text ?? '', currency)
  return 'amount' in read ? read.amount : undefined
}
