import type { CodedError } from '#kernel/error-codes.ts'
import { parseAmount } from '#kernel/money.ts'
import { isPlain } from '#kernel/unstorable.ts'
import { CANCEL_REASONS, HOLD_REASONS } from '../contract/vocabulary.ts'
import type { Decision } from './decide.ts'

/** The columns of a file of decisions, in any order. */
export const DECISION_COLUMNS = [
  'transaction_id',
  'order_id',
  'event',
  'action',
  'reason',
  'amount',
  'currency',
  'note',
] as const

/** One of `DECISION_COLUMNS`. */
export type DecisionColumn = (typeof DECISION_COLUMNS)[number]

/** The most rows of a file of decisions. */
export const MAX_DECISION_ROWS = 100_000

/** The most errors that an answer lists; the result file has all of them. */
export const MAX_LISTED_ERRORS = 100

/** How a file is used: checked only, decided if no line is wrong, or decided without the wrong lines. */
export const FILE_MODES = ['check', 'all', 'valid'] as const

/** One of `FILE_MODES`. */
export type FileMode = (typeof FILE_MODES)[number]

/** The cells of a row by column; an empty cell and an absent column are the same. */
export type DecisionCells = Partial<Record<DecisionColumn, string>>

/** An error in a row; `column` is empty for the whole row. */
export type RowError = CodedError & { column: DecisionColumn | '' }

/** What a row asks for: a decision, or nothing (`leave`); or what is wrong with it. */
export type RowRequest = { decision: Decision } | { decision: undefined } | { error: RowError }

const ACTIONS: Record<string, 'confirm' | 'cancel' | 'amend' | 'hold' | 'leave'> = {
  confirm: 'confirm',
  approved: 'confirm',
  accepted: 'confirm',
  '1': 'confirm',
  cancel: 'cancel',
  rejected: 'cancel',
  declined: 'cancel',
  deny: 'cancel',
  '0': 'cancel',
  '3': 'cancel',
  amend: 'amend',
  hold: 'hold',
  pending: 'leave',
  '': 'leave',
}

/** Reads what a row asks for. Actions and reasons may have any case; a reason is required unless it confirms. */
export function readDecisionRow(cells: DecisionCells): RowRequest {
  const unreadable = DECISION_COLUMNS.find((column) => !isPlain(cells[column] ?? ''))
  if (unreadable !== undefined) return { error: { column: unreadable, code: 'sign' } }
  const { action: name = '', note = '' } = cells
  const action = ACTIONS[name.toLowerCase()]
  if (action === undefined) return { error: { column: 'action', code: 'transaction.file_action' } }
  if (action === 'leave') return { decision: undefined }
  if (note.length > 500) return { error: { column: 'note', code: 'input.characters', params: { max: 500 } } }
  if (action === 'confirm') return { decision: { action, note } }
  return readReasoned(action, cells)
}

function readReasoned(action: 'cancel' | 'amend' | 'hold', cells: DecisionCells): RowRequest {
  const { reason = '', amount = '', note = '' } = cells
  const code = reason.toUpperCase()
  if (action === 'hold') {
    const holdReason = HOLD_REASONS.find((each) => each === code)
    return holdReason ? { decision: { action, holdReason, note } } : { error: wrongReason(HOLD_REASONS) }
  }
  const reasonCode = CANCEL_REASONS.find((each) => each === code)
  if (!reasonCode) return { error: wrongReason(CANCEL_REASONS) }
  if (action === 'cancel') return { decision: { action, reasonCode, note } }
  const orderValue = parseAmount(amount)
  if (orderValue === undefined) return { error: { column: 'amount', code: 'program.amount' } }
  return { decision: { action, reasonCode, orderValue, note } }
}

function wrongReason(reasons: readonly string[]): RowError {
  return { column: 'reason', code: 'transaction.file_reason', params: { reasons: reasons.join(', ') } }
}

/** Checks the names of the columns. */
export function checkDecisionColumns(names: readonly string[]): RowError | undefined {
  const columns: readonly string[] = DECISION_COLUMNS
  const unknown = names.find((name, index) => !columns.includes(name) || names.indexOf(name) !== index)
  if (unknown !== undefined) {
    return { column: '', code: 'promotion.import_unknown', params: { name: unknown, columns: columns.join(', ') } }
  }
  const isIdentified = names.includes('transaction_id') || names.includes('order_id')
  const missing = isIdentified ? (names.includes('action') ? undefined : 'action') : 'order_id'
  if (missing === undefined) return undefined
  return { column: missing, code: 'promotion.import_column', params: { name: missing } }
}
