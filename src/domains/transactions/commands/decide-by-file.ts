import type { CodedError } from '#kernel/error-codes.ts'
import { formatAmount } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import { audit } from '#platform/server/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findOrders } from '../queries/find-orders.ts'
import type { NamedOrder, OrderName } from '../queries/find-orders.ts'
import type { Decision } from '../rules/decide.ts'
import { readDecisionRow } from '../rules/decision-file.ts'
import type { DecisionCells, FileMode, RowError } from '../rules/decision-file.ts'
import { applyDecisions } from './apply-decisions.ts'
import type { TransactionDecision } from './apply-decisions.ts'

/** The rows that are looked up and decided by the same statements. */
const BATCH_SIZE = 1000

/** A row of a file: its line in the file, and its cells. */
export interface DecisionRow {
  line: number
  cells: DecisionCells
}

/** What came of a row: decided, decided so already (`unchanged`), nothing asked for (`left`), or refused. */
export interface RowOutcome extends DecisionRow {
  result: 'decided' | 'unchanged' | 'left' | 'refused'
  error?: CodedError & { column: string }
  order?: NamedOrder
  decision?: Decision
}

/** An advertiser's file of decisions, read. */
export interface DecisionFile {
  advertiserId: bigint
  mode: FileMode
  rows: readonly DecisionRow[]
  /** The SHA-256 of the file, for the audit trail. */
  hash: string
}

/**
 * Makes the decisions of a file in one database transaction and answers for each row. A check makes them too, to learn
 * what would come of them, and takes them back; so does the mode `all` if a row is refused. A row that asks for what
 * its order is already changes nothing, so a file that is sent twice decides once.
 */
export async function decideByFile(ctx: Ctx, { advertiserId, mode, rows, hash }: DecisionFile) {
  const outcomes: RowOutcome[] = []
  const decided = new Set<string>()
  const isKept = () => mode !== 'check' && !(mode === 'all' && outcomes.some(({ result }) => result === 'refused'))
  try {
    await inTransaction(ctx, async (tx) => {
      for (let start = 0; start < rows.length; start += BATCH_SIZE) {
        const batch = rows.slice(start, start + BATCH_SIZE)
        outcomes.push(...(await decideRows(tx, advertiserId, { batch, decided })))
      }
      if (!isKept()) throw new TakenBack()
      const details = { hash, lines: rows.length, decided: decided.size }
      await audit(tx, { action: 'transaction.decide_by_file', target: `advertiser:${advertiserId}`, details })
    })
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
  }
  return { outcomes, isKept: isKept() }
}

/** Rolls a file back. */
class TakenBack extends Error {}

/** Decides the rows of a batch. Adds the transactions that it decides to `decided`. */
async function decideRows(
  tx: Ctx,
  advertiserId: bigint,
  { batch, decided }: { batch: readonly DecisionRow[]; decided: Set<string> },
): Promise<RowOutcome[]> {
  const found = Map.groupBy(
    await findOrders(tx.db, { advertiserId, names: batch.map(({ cells }) => toName(cells)) }),
    ({ place }) => place,
  )
  const outcomes = batch.map((row, place) => judgeRow(row, found.get(place) ?? [], decided))
  const due = outcomes.filter(({ result }) => result === 'decided')
  const decisions = due.flatMap(({ order, decision }) => (order && decision ? [toDecision(order, decision)] : []))
  const answers = await applyDecisions(tx, decisions, { decidedAs: 'advertiser', advertiserId })
  for (const [index, outcome] of due.entries()) {
    const answer = answers[index]
    if (answer === undefined || !('refusal' in answer)) continue
    outcome.result = 'refused'
    outcome.error = { ...answer.refusal, column: '' }
    decided.delete(outcome.order?.transactionId ?? '')
  }
  return outcomes
}

function toDecision({ publisherId, transactionId, status }: NamedOrder, decision: Decision): TransactionDecision {
  return { ...decision, publisherId, transactionId, seenStatus: status }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function toName({ transaction_id: id = '', order_id: orderId = '', event = '' }: DecisionCells): OrderName {
  // An id that is none finds nothing; the nil id belongs to no transaction.
  const transactionId = id === '' ? null : UUID.test(id) ? id : '00000000-0000-0000-0000-000000000000'
  return { transactionId, orderRef: orderId || null, event: event || null }
}

function judgeRow(row: DecisionRow, found: readonly NamedOrder[], decided: Set<string>): RowOutcome {
  const refuse = (error: RowError, order?: NamedOrder): RowOutcome => ({
    ...row,
    result: 'refused',
    error,
    ...(order ? { order } : {}),
  })
  const request = readDecisionRow(row.cells)
  if ('error' in request) return refuse(request.error)
  const [order, other] = found
  if (!order) return refuse({ column: '', code: 'transaction.file_unknown' })
  if (other) return refuse({ column: 'event', code: 'transaction.file_event' })
  const { decision } = request
  if (decision === undefined) return { ...row, order, result: 'left' }
  const { currency = '' } = row.cells
  if (currency !== '' && currency.toUpperCase() !== order.currency) {
    return refuse(
      { column: 'currency', code: 'transaction.file_currency', params: { currency: order.currency } },
      order,
    )
  }
  if (decided.has(order.transactionId)) return refuse({ column: '', code: 'transaction.twice' }, order)
  if (isMade(order, decision)) return { ...row, order, decision, result: 'unchanged' }
  decided.add(order.transactionId)
  return { ...row, order, decision, result: 'decided' }
}

/** Tells whether an order already is what a decision would make of it. */
function isMade({ status, holdReason, orderValue }: NamedOrder, decision: Decision): boolean {
  const { action } = decision
  if (action === 'confirm') return status === 'CONFIRMED'
  if (action === 'cancel') return status === 'CANCELLED'
  if (action === 'hold') return status === 'PENDING' && holdReason !== null
  return status !== 'CANCELLED' && orderValue === decision.orderValue
}

/** Number and value of the rows with the same action, of those that are decided. */
export interface ActionSum {
  action: Decision['action']
  count: number
  orderValue: Amount
}

/** Sums the decided rows by action. The value of an amendment is the new one. */
export function sumActions(outcomes: readonly RowOutcome[]): ActionSum[] {
  const sums = new Map<string, ActionSum>()
  for (const { result, order, decision } of outcomes) {
    if (result !== 'decided' || !order || !decision) continue
    const sum = sums.get(decision.action) ?? { action: decision.action, count: 0, orderValue: 0n }
    sum.count += 1
    sum.orderValue += decision.orderValue ?? order.orderValue
    sums.set(decision.action, sum)
  }
  return [...sums.values()]
}

/** The status of a row's order before and after, for the result file. */
export function describeStatus({ result, order, decision }: RowOutcome): [before: string, after: string] {
  const before = order?.status ?? ''
  const after = { confirm: 'CONFIRMED', cancel: 'CANCELLED' }[decision?.action as string] ?? before
  return [before, result === 'decided' ? after : before]
}

/** Formats the value of a sum. */
export function formatSum({ action, count, orderValue }: ActionSum) {
  return { action, count, order_value: formatAmount(orderValue) }
}
