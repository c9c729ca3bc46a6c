import { sql } from 'kysely'
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
  /** Whether it is the first line of the file that asks for a decision on its order. */
  isFirst?: boolean
  made?: DecisionEffect
}

/**
 * Decides rows of a file inside the caller's transaction, all by the same few statements, and answers for each. A row
 * that asks for what its order is already changes nothing, and only the first row of a file that names an order can
 * decide it. The parts of a row have outcomes of their own, after those of all rows.
 */
export async function decideRows(tx: Ctx, file: DecidedFile, rows: readonly DecisionRow[]): Promise<RowOutcome[]> {
  const aliases = await readReasonAliases(tx.db, file)
  const asked = rows.map((row): AskedRow => ({
    row,
    request: row.textError ? { error: row.textError } : readDecisionRow(row, aliases),
  }))
  const orders = await findNamed(tx, file, asked)
  const firstLines = await readFirstLines(tx, file, orders)
  const found = Map.groupBy(orders, ({ place }) => place)
  const outcomes = asked.map((each, place) => judgeRow(each, found.get(place) ?? [], firstLines))
  await makeDecisions(tx, file, outcomes)
  return [...outcomes, ...asked.flatMap(listPartOutcomes)]
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

/** A row with what it asks for. */
interface AskedRow {
  row: DecisionRow
  request: RowRequest
}

/** Finds the orders that the rows name, and locks those that are to be decided. A wrong row is not looked up. */
async function findNamed(
  tx: Ctx,
  { advertiserId, isDryRun = false }: DecidedFile,
  asked: readonly AskedRow[],
): Promise<NamedOrder[]> {
  const names = asked.map(({ row, request }) => ('error' in request ? NO_ORDER : readOrderName(row)))
  const found = await findOrders(tx.db, { advertiserId, names })
  if (isDryRun) return found
  const isDue = ({ place }: NamedOrder) => {
    const request = asked[place]?.request
    return request !== undefined && 'decision' in request && request.decision !== undefined
  }
  const states = await lockStates(tx, found.filter(isDue))
  return found.map((order) => ({ ...order, ...states.get(order.transactionId) }))
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

/** Reads which lines of the file, of batches before, were the first to ask for a decision on the orders. */
async function readFirstLines(tx: Ctx, file: DecidedFile, orders: readonly NamedOrder[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ transactionId: string; line: number }>`
    SELECT transaction_id, line FROM decision_file_row
    WHERE file_id = ${file.id} AND is_first
      AND transaction_id = ANY (${orders.map(({ transactionId }) => transactionId)}::uuid[])`.execute(tx.db)
  return new Map(rows.map(({ transactionId, line }) => [transactionId, line]))
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

/** Judges a row by its order. Its line becomes the first of the order, so that no later row decides it. */
function judgeRow(
  { row, request }: AskedRow,
  found: readonly NamedOrder[],
  firstLines: Map<string, number>,
): RowOutcome {
  const refuse = (error: RowError): RowOutcome => ({ ...row, result: 'refused', error })
  if ('error' in request) return refuse(getOwnError(row, request))
  const [order, other] = found
  if (!order) return refuse({ column: '', code: 'transaction.file_unknown' })
  if (other) return refuse({ column: 'event', code: 'transaction.file_event' })
  const { decision } = request
  if (decision === undefined) return { ...row, order, result: 'left' }
  const first = firstLines.get(order.transactionId) ?? row.line
  if (first !== row.line) return { ...refuse({ column: '', code: 'transaction.twice' }), order, decision }
  firstLines.set(order.transactionId, row.line)
  const judged = { ...row, order, decision, isFirst: true }
  const { currency = '' } = row.cells
  if (currency !== '' && currency.toUpperCase() !== order.currency) {
    const params = { currency: order.currency }
    return { ...judged, result: 'refused', error: { column: 'currency', code: 'transaction.file_currency', params } }
  }
  return { ...judged, result: isMade(order, decision) ? 'unchanged' : 'decided' }
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
