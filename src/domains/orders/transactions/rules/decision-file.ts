import { z } from 'zod'
import type { CodedError } from '#kernel/error-codes.ts'
import { readCellAmount, readCellDay } from '#kernel/cells.ts'
import { startOfDay } from '#kernel/days.ts'
import { isPlain } from '#kernel/unstorable.ts'
import { CANCEL_REASONS, CHOSEN_HOLD_REASONS } from '../contract/vocabulary.ts'
import type { ROW_RESULTS } from '../contract/vocabulary.ts'
import type {
  CancelReason,
  CustomerStatus,
  DecisionAction,
  HoldReason,
  TransactionStatus,
} from '../contract/vocabulary.ts'
import type { Decision } from './decide.ts'
import { DECISION_COLUMNS } from './decision-columns.ts'
import type { DecisionColumn } from './decision-columns.ts'

/** How a file is used: checked only, decided if no line is wrong, or decided without the wrong lines. */
export const FILE_MODES = ['check', 'all', 'valid'] as const

/** One of `FILE_MODES`. */
export type FileMode = (typeof FILE_MODES)[number]

/** The steps of a file that wait or are under way, and those that are done; `failed` if one could not be. */
export const FILE_STATUSES = ['checking', 'checked', 'deciding', 'decided', 'reversing', 'reversed', 'failed'] as const

/** After so many failures a step is given up. */
export const MAX_STEP_FAILURES = 3

/** One of `FILE_STATUSES`. */
export type FileStatus = (typeof FILE_STATUSES)[number]

/** Where the lines come from: a file that was sent, orders named one by one, or all of a queue under a filter. */
export const FILE_SOURCES = ['file', 'selection', 'filter'] as const

/** One of `FILE_SOURCES`. */
export type FileSource = (typeof FILE_SOURCES)[number]

/** One of `ROW_RESULTS`. */
export type RowResult = (typeof ROW_RESULTS)[number]

/** The cells of a row by column; an empty cell and an absent column are the same. */
export type DecisionCells = Partial<Record<DecisionColumn, string>>

/** An error in a row; `column` is empty for the whole row. */
export type RowError = CodedError & { column: DecisionColumn | '' }

/** A line that names a part of an order. */
export interface PartLine {
  line: number
  cells: DecisionCells
  textError?: RowError | undefined
}

/** A row of a file: its line, its cells that are not empty, and what is wrong with it as text. */
export interface DecisionRow {
  line: number
  cells: DecisionCells
  textError?: RowError | undefined
  /** The lines after it that name further parts of its order. */
  parts?: readonly PartLine[] | undefined
  /** The order, where the line was made for it and names it by nothing else. */
  key?: { publisherId: bigint; transactionId: string } | undefined
}

/** What is kept of a row: null where it is not known, or does not concern it. Values are those of the order. */
export interface KeptOutcome {
  result: RowResult | null
  action: DecisionAction | null
  publisherId: bigint | null
  transactionId: string | null
  /** The number of the decision that it made. */
  sequence: number | null
  oldStatus: TransactionStatus | null
  newStatus: TransactionStatus | null
  oldValue: bigint | null
  oldHold: HoldReason | null
  oldReason: CancelReason | null
  oldDueAt: Date | null
  newValue: bigint | null
  currency: string | null
  /** What the decision changed of the commission and the fee that are due, in USD. */
  commissionChange: bigint | null
  feeChange: bigint | null
  /** Whether the decision was taken back. */
  reversal: 'reversed' | 'kept' | null
}

/** What a row asks for: a decision, or nothing; or what is wrong with it. */
export type RowRequest = { decision: Decision } | { decision: undefined } | { error: RowError; errorLine?: number }

/** By what a row is read. */
export interface RowContext {
  aliases: ReasonAliases
  /** The currency of its order, if that is known. */
  currency: string | undefined
}

/** What the system of an advertiser calls reasons, in lower case, and what they are. */
export type ReasonAliases = ReadonlyMap<string, string>

/** Number and sums of the decisions with one action on orders in one currency. */
export interface ActionFigures {
  action: DecisionAction
  currency: string
  count: number
  /** The value of the orders, in 1/10,000 of the unit of their currency; of an amendment the new one. */
  orderValue: string
  /** What changes of the commission and the fee that are due, in 1/10,000 USD. */
  commission: string
  fee: string
}

/** Counts and sums over the lines of a file. */
export interface FileFigures {
  results: Record<RowResult, number>
  /** How many decisions were taken back, and how many could not be. */
  reversed: number
  kept: number
  /** The publishers of the orders that are decided. */
  publishers: number
  actions: ActionFigures[]
}

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

/** The longest text of a cell with words, in characters. */
const MAX_TEXT = 500

/** Reads the action of a row; undefined for an unknown one. */
export function readAction({ action = '' }: DecisionCells): (typeof ACTIONS)[string] | undefined {
  // A key that every object has, such as `__proto__`, is no action.
  const alias = action.toLowerCase()
  return Object.hasOwn(ACTIONS, alias) ? ACTIONS[alias] : undefined
}

/** Reads what the cells of a row ask for, without its items. */
export function readCells(cells: DecisionCells, context: RowContext): RowRequest {
  const unreadable = DECISION_COLUMNS.find((column) => !isPlain(cells[column] ?? ''))
  if (unreadable !== undefined) return { error: { column: unreadable, code: 'sign' } }
  const action = readAction(cells)
  if (action === undefined) return { error: { column: 'action', code: 'transaction.file_action' } }
  if (action === 'leave') return { decision: undefined }
  const facts = readFacts(cells)
  if ('error' in facts) return facts
  if (action === 'confirm') return { decision: { action, ...facts } }
  const asked = readReasoned(action, cells, context)
  return 'error' in asked ? asked : { decision: { ...asked, ...facts } }
}

type Facts = Pick<Decision, 'note' | 'evidence' | 'customerStatus' | 'shippedAt' | 'expectedAt'>

/** Reads what a row says about the order beside the decision. */
function readFacts(cells: DecisionCells): Facts | { error: RowError } {
  const { note = '', evidence = '', customer_type: customer = '' } = cells
  const long = (['note', 'evidence'] as const).find((column) => (cells[column] ?? '').length > MAX_TEXT)
  if (long !== undefined) return { error: { column: long, code: 'input.characters', params: { max: MAX_TEXT } } }
  const customerStatus = CUSTOMER_TYPES[customer.toUpperCase()]
  if (customer !== '' && !customerStatus)
    return { error: { column: 'customer_type', code: 'transaction.file_customer' } }
  const times = (['shipped_at', 'expected_decision_at'] as const).map((column) => {
    const text = cells[column] ?? ''
    return { column, isGiven: text !== '', at: readInstant(text) }
  })
  const wrong = times.find(({ isGiven, at }) => isGiven && at === undefined)
  if (wrong) return { error: { column: wrong.column, code: 'transaction.file_time' } }
  const [shipped, expected] = times
  return { note, evidence: evidence || undefined, customerStatus, shippedAt: shipped?.at, expectedAt: expected?.at }
}

const CUSTOMER_TYPES: Record<string, CustomerStatus> = { NEW: 'NEW', RETURNING: 'RETURNING' }

const Instant = z.iso.datetime({ offset: true })

/** Reads a day, which means its start in UTC, or an RFC 3339 instant, from the years 2000 to 2099. */
function readInstant(text: string): Date | undefined {
  const read = /[T ]/i.test(text) ? undefined : readCellDay(text)
  const day = read && 'day' in read ? startOfDay(read.day) : undefined
  const instant = Instant.safeParse(text).success ? new Date(text) : day
  return instant && /^20\d\d-/.test(instant.toISOString()) ? instant : undefined
}

function readReasoned(
  action: 'cancel' | 'amend' | 'hold',
  cells: DecisionCells,
  { aliases, currency }: RowContext,
): Decision | { error: RowError } {
  const { reason = '', amount = '' } = cells
  const code = aliases.get(reason.toLowerCase()) ?? reason.toUpperCase()
  if (action === 'hold') {
    const holdReason = CHOSEN_HOLD_REASONS.find((each) => each === code)
    return holdReason ? { action, holdReason } : { error: wrongReason(CHOSEN_HOLD_REASONS) }
  }
  const reasonCode = CANCEL_REASONS.find((each) => each === code)
  if (!reasonCode) return { error: wrongReason(CANCEL_REASONS) }
  if (action === 'cancel') return { action, reasonCode }
  const read = readCellAmount(amount, currency)
  return 'error' in read
    ? { error: { ...read.error, column: 'amount' } }
    : { action, reasonCode, orderValue: read.amount }
}

function wrongReason(reasons: readonly string[]): RowError {
  return { column: 'reason', code: 'transaction.file_reason', params: { reasons: reasons.join(', ') } }
}
