import { parseAmount } from '#kernel/money.ts'
import { readCells } from './decision-file.ts'
import type { DecisionColumn } from './decision-columns.ts'
import type { DecisionCells, DecisionRow, PartLine, ReasonAliases, RowError, RowRequest } from './decision-file.ts'
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
export function readDecisionRow(
  row: Pick<DecisionRow, 'line' | 'cells' | 'parts'>,
  aliases: ReasonAliases = new Map(),
): RowRequest {
  const request = readCells(row.cells, aliases)
  if (!('decision' in request) || request.decision === undefined) return request
  const parts = readParts(row, row.parts ?? [])
  if ('error' in parts) return { error: parts.error, errorLine: parts.line }
  const { decision } = request
  const { items } = parts
  if (items.length === 0) return request
  const total = decision.orderValue ?? parseAmount(row.cells.amount ?? '')
  if (total !== undefined && sumItems(items) !== total) {
    return { error: { column: 'item_amount', code: 'transaction.file_item_sum' } }
  }
  return decision.action === 'amend' ? { decision: { ...decision, items } } : request
}

/**
 * Reads the items that the lines of an order name; `first` is the line that decides. Empty without any. An error names
 * its line.
 */
function readParts(
  first: PartLine,
  others: readonly PartLine[],
): { items: OrderItem[] } | { line: number; error: RowError } {
  const lines = [first, ...others]
  if (lines.every(({ cells }) => PART_COLUMNS.every((column) => cells[column] === undefined))) return { items: [] }
  const last = lines[MAX_ITEMS]
  if (last) {
    return { line: last.line, error: { column: '', code: 'transaction.file_items', params: { max: MAX_ITEMS } } }
  }
  for (const { line, cells, textError } of lines) {
    const error = textError ?? findPartError(cells, first)
    if (error) return { line, error }
  }
  return { items: lines.flatMap(({ cells }) => readPart(cells) ?? []) }
}

function findPartError(cells: DecisionCells, first: PartLine): RowError | undefined {
  const other = COMMON_COLUMNS.find((column) => cells[column] !== undefined && cells[column] !== first.cells[column])
  if (other !== undefined) return { column: other, code: 'transaction.file_part_other', params: { line: first.line } }
  const missing = (['sku', 'item_amount'] as const).find((column) => cells[column] === undefined)
  if (missing !== undefined) return { column: missing, code: 'required' }
  return readPart(cells) ? undefined : { column: findWrongColumn(cells), code: 'transaction.file_item' }
}

function findWrongColumn(cells: DecisionCells): DecisionColumn {
  const { item_amount: amount, sku } = cells
  if (!readItems([{ sku, amount: '1' }])) return 'sku'
  return readItems([{ sku, amount }]) ? 'quantity' : 'item_amount'
}

function readPart({ sku, quantity, item_amount: amount }: DecisionCells): OrderItem[] | undefined {
  return readItems([{ sku, quantity, amount }])
}
