import { sql } from 'kysely'
import type { Db } from '#database'
import type { Ctx } from '#platform/server/context.ts'
import { findOrders, readOrderName, NO_ORDER } from '../queries/find-orders.ts'
import type { NamedOrder } from '../queries/find-orders.ts'
import type { Decision } from '../rules/decide.ts'
import { readDecisionRow } from '../rules/decision-parts.ts'
import type { DecisionColumn } from '../rules/decision-columns.ts'
import type { DecisionRow, RowError, RowRequest } from '../rules/decision-file.ts'
import { readReasonAliases } from '../queries/reason-aliases.ts'
import type { DecisionFileTable } from '../tables.ts'
import { applyDecisions, judgeDecisions } from './apply-decisions.ts'
import type { DecisionEffect } from './apply-decisions.ts'

/** A file whose rows are decided. */
export type DecidedFile = Pick<DecisionFileTable, 'id' | 'advertiserId' | 'askedBy' | 'askedKey'> & {
  evidenceFileId: string | null
  twice: TwiceNamed
  /** Of a check: what would come of the decisions is learnt, and nothing is locked or written. */
  isDryRun?: boolean
}

/**
 * What came of a row: decided, decided so already (`unchanged`), nothing asked for (`left`), refused, or part of the
 * order of an earlier line.
 */
export interface RowOutcome extends DecisionRow {
  result: 'decided' | 'unchanged' | 'left' | 'refused' | 'part'
  error?: RowError
  order?: NamedOrder
  decision?: Decision
  /** Whether it is the one line of the file that asks for a decision on its order. */
  isFirst?: boolean
  made?: DecisionEffect
}

/** The lines of a file that ask for decisions on the same order, by the transaction. */
export type TwiceNamed = ReadonlyMap<string, readonly number[]>

/**
 * Decides rows of a file inside the caller's transaction, all by the same few statements, and answers for each. A row
 * that asks for what its order is already changes nothing, and no row decides an order that several lines of the file
 * name. The parts of a row have outcomes of their own, after those of all rows.
 */
export async function decideRows(tx: Ctx, file: DecidedFile, rows: readonly DecisionRow[]): Promise<RowOutcome[]> {
  const aliases = await readReasonAliases(tx.db, file)
  const named = await findNamedOrders(tx.db, file, rows)
  const asked = rows.map((row, place): AskedRow => {
    const orders = named.get(place) ?? []
    const context = { aliases, currency: orders[0]?.currency }
    return { row, orders, request: row.textError ? { error: row.textError } : readDecisionRow(row, context) }
  })
  if (file.isDryRun !== true) await lockOrders(tx, asked)
  const outcomes = asked.map((each) => judgeRow(each, file.twice))
  await makeDecisions(tx, file, outcomes)
  return [...outcomes, ...asked.flatMap(listPartOutcomes)]
}

/** Finds the orders that rows name, by the place of the row. A row that is wrong as text finds none. */
export async function findNamedOrders(
  db: Db,
  { advertiserId }: Pick<DecidedFile, 'advertiserId'>,
  rows: readonly DecisionRow[],
): Promise<Map<number, NamedOrder[]>> {
  const names = rows.map((row) => (row.textError ? NO_ORDER : readOrderName(row)))
  return Map.groupBy(await findOrders(db, { advertiserId, names }), ({ place }) => place)
}

/** Says of the parts of a row to which line they belong, and which of them is wrong. */
function listPartOutcomes({ row, request }: AskedRow): RowOutcome[] {
  const wrong = 'errorLine' in request ? request : undefined
  return (row.parts ?? []).map((part) =>
    part.line === wrong?.errorLine
      ? { ...part, result: 'refused', error: wrong.error }
      : {
          ...part,
          result: 'part',
          error: { column: '', code: 'transaction.file_part', params: { line: row.line } },
        },
  )
}

/** A row with the orders that it names and what it asks for. */
interface AskedRow {
  row: DecisionRow
  orders: NamedOrder[]
  request: RowRequest
}

/** Locks the orders that are to be decided, and reads their states again. */
async function lockOrders(tx: Ctx, asked: readonly AskedRow[]): Promise<void> {
  const due = asked.filter(({ request }) => 'decision' in request && request.decision !== undefined)
  const states = await lockStates(
    tx,
    due.flatMap(({ orders }) => orders),
  )
  for (const each of due) each.orders = each.orders.map((order) => ({ ...order, ...states.get(order.transactionId) }))
}

type LockedState = Pick<NamedOrder, 'transactionId' | 'status' | 'orderValue' | 'holdReason' | 'reasonCode' | 'dueAt'>

/** Locks the states of orders in the order of their keys, as decisions do, so that two calls cannot deadlock. */
async function lockStates(tx: Ctx, orders: readonly NamedOrder[]): Promise<Map<string, LockedState>> {
  const publisherIds = orders.map(({ publisherId }) => publisherId)
  const transactionIds = orders.map(({ transactionId }) => transactionId)
  const { rows } = await sql<LockedState>`
    SELECT transaction_id, status, coalesce(own_order_value, order_value) AS order_value, hold_reason, reason_code,
      due_at
    FROM transaction_state
    WHERE (publisher_id, transaction_id)
      IN (SELECT * FROM unnest(${publisherIds}::bigint[], ${transactionIds}::uuid[]))
    ORDER BY publisher_id, transaction_id FOR UPDATE`.execute(tx.db)
  return new Map(rows.map((row) => [row.transactionId, row]))
}

/** The columns of the fields that `decide` refuses. */
const COLUMN_OF_FIELD: Record<string, DecisionColumn> = {
  note: 'evidence',
  amount: 'amount',
  reason_code: 'reason',
  items: 'item_amount',
}

/** Makes the decisions of rows, and turns the rows whose decision is refused into refused ones. */
async function makeDecisions(tx: Ctx, file: DecidedFile, outcomes: RowOutcome[]): Promise<void> {
  const { advertiserId, askedBy: accountId, askedKey: keyId, evidenceFileId, isDryRun = false } = file
  const evidence = evidenceFileId === null ? {} : { evidenceFileId }
  const due = outcomes.filter(({ result }) => result === 'decided')
  const decisions = due.flatMap(({ order, decision }) =>
    order && decision ? [{ ...decision, ...evidence, ...toKey(order), seenStatus: order.status }] : [],
  )
  const by = { decidedAs: 'advertiser', advertiserId, accountId, keyId } as const
  const answers = isDryRun
    ? (await judgeDecisions(tx, decisions, { ...by, isDryRun })).outcomes
    : await applyDecisions(tx, decisions, by)
  for (const [index, outcome] of due.entries()) {
    const answer = answers[index]
    if (answer === undefined) throw new Error('A decision has no outcome.')
    if ('sequence' in answer) {
      outcome.made = answer
      continue
    }
    outcome.result = 'refused'
    outcome.error = { ...answer.refusal, column: COLUMN_OF_FIELD[answer.refusal.field ?? ''] ?? '' }
  }
}

function toKey({ publisherId, transactionId }: NamedOrder) {
  return { publisherId, transactionId }
}

/** Judges a row by its order. The line becomes the one of the file that can decide it. */
function judgeRow({ row, orders: [order, other], request }: AskedRow, twice: TwiceNamed): RowOutcome {
  const refuse = (error: RowError): RowOutcome => ({ ...row, result: 'refused', error })
  if ('error' in request) return refuse(getOwnError(row, request))
  if (!order) return refuse({ column: '', code: 'transaction.file_unknown' })
  if (other) return refuse({ column: 'event', code: 'transaction.file_event' })
  const { decision } = request
  if (decision === undefined) return { ...row, order, result: 'left' }
  const { currency = '' } = row.cells
  const lines = twice.get(order.transactionId)
  if (currency !== '' && currency.toUpperCase() !== order.currency) {
    const params = { currency: order.currency }
    return { ...refuse({ column: 'currency', code: 'transaction.file_currency', params }), order, decision }
  }
  if (lines) {
    return {
      ...refuse({ column: '', code: 'transaction.file_twice', params: { lines: listSome(lines) } }),
      order,
      decision,
    }
  }
  return { ...row, order, decision, isFirst: true, result: isMade(order, decision) ? 'unchanged' : 'decided' }
}

/** The most lines that an error lists. */
const MAX_LISTED = 10

function listSome(lines: readonly number[]): string {
  return lines.slice(0, MAX_LISTED).join(', ') + (lines.length > MAX_LISTED ? ' …' : '')
}

/** The error of a row itself; of one with a wrong part, which part it is. */
function getOwnError({ line }: DecisionRow, request: Extract<RowRequest, { error: RowError }>): RowError {
  const { error, errorLine = line } = request
  if (errorLine === line) return error
  return { column: '', code: 'transaction.file_part_wrong', params: { line: errorLine } }
}

/** Tells whether an order already is what a decision would make of it. */
function isMade({ status, holdReason, orderValue }: NamedOrder, decision: Decision): boolean {
  const { action } = decision
  if (action === 'confirm') return status === 'CONFIRMED'
  if (action === 'cancel') return status === 'CANCELLED'
  if (action === 'hold') return status === 'PENDING' && holdReason !== null
  return status !== 'CANCELLED' && orderValue === decision.orderValue
}
