import { sql } from 'kysely'
import { Refusal } from '#kernel/errors.ts'
import { formatAmount } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import { audit } from '#platform/server/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { withRetry } from '#platform/server/database.ts'
import { findOrders } from '../queries/find-orders.ts'
import type { NamedOrder, OrderName } from '../queries/find-orders.ts'
import type { Decision } from '../rules/decide.ts'
import { readDecisionRow } from '../rules/decision-file.ts'
import type { DecisionCells, DecisionColumn, FileMode, RowError, RowRequest } from '../rules/decision-file.ts'
import { applyDecisions } from './apply-decisions.ts'
import type { TransactionDecision } from './apply-decisions.ts'

/** The rows that are looked up, or decided, by the same statements. */
const BATCH_SIZE = 1000

/** A row of a file: its line in the file and its cells; `error` if its cells do not fit the header. */
export interface DecisionRow {
  line: number
  cells: DecisionCells
  error?: RowError
}

/** What came of a row: decided, decided so already (`unchanged`), nothing asked for (`left`), or refused. */
export interface RowOutcome extends DecisionRow {
  result: 'decided' | 'unchanged' | 'left' | 'refused'
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
 * its order is already changes nothing, and only the first row that names an order can decide it, so a file that is
 * sent twice decides once. Refuses a file with 409 while another one of the advertiser is at work.
 */
export function decideByFile(ctx: Ctx, file: DecisionFile): Promise<{ outcomes: RowOutcome[]; isKept: boolean }> {
  return withRetry(async () => {
    try {
      // The upload of the file can take minutes.
      const outcomes = await inTransaction({ ...ctx, now: new Date() }, (tx) => decideRows(tx, file))
      return { outcomes, isKept: true }
    } catch (error) {
      if (!(error instanceof TakenBack)) throw error
      return { outcomes: error.outcomes, isKept: false }
    }
  })
}

/** Rolls a file back. */
class TakenBack extends Error {
  readonly outcomes: RowOutcome[]

  constructor(outcomes: RowOutcome[]) {
    super('The decisions of a file are taken back.')
    this.outcomes = outcomes
  }
}

async function decideRows(tx: Ctx, { advertiserId, mode, rows, hash }: DecisionFile): Promise<RowOutcome[]> {
  await beginFile(tx, advertiserId)
  const asked = rows.map((row): AskedRow => ({ row, request: readRequest(row) }))
  const found = Map.groupBy(await findNamed(tx, advertiserId, asked), ({ place }) => place)
  const named = new Set<string>()
  const outcomes = asked.map((each, place) => judgeRow(each, found.get(place) ?? [], named))
  const due = outcomes.filter(({ result }) => result === 'decided')
  for (let start = 0; start < due.length; start += BATCH_SIZE) {
    await decideBatch(tx, advertiserId, due.slice(start, start + BATCH_SIZE))
  }
  const count = (wanted: RowOutcome['result']) => outcomes.filter(({ result }) => result === wanted).length
  if (mode === 'check' || (mode === 'all' && count('refused') > 0)) throw new TakenBack(outcomes)
  const details = { hash, lines: rows.length, decided: count('decided') }
  await audit(tx, { action: 'transaction.decide_by_file', target: `advertiser:${advertiserId}`, details })
  return outcomes
}

/** A row with what it asks for. */
interface AskedRow {
  row: DecisionRow
  request: RowRequest
}

function readRequest({ cells, error }: DecisionRow): RowRequest {
  return error ? { error } : readDecisionRow(cells)
}

/** Lets one file of an advertiser at a time be decided. */
async function beginFile(tx: Ctx, advertiserId: bigint): Promise<void> {
  const { rows } = await sql<{ isFree: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`decision file of ${advertiserId}`}, 0)) AS is_free`.execute(
    tx.db,
  )
  if (!rows[0]?.isFree) throw new Refusal({ code: 'transaction.file_busy', status: 409 })
}

/** Finds the orders that the rows name, and locks those that are to be decided. A wrong row is not looked up. */
async function findNamed(tx: Ctx, advertiserId: bigint, asked: readonly AskedRow[]): Promise<NamedOrder[]> {
  const found: NamedOrder[] = []
  for (let start = 0; start < asked.length; start += BATCH_SIZE) {
    const batch = asked.slice(start, start + BATCH_SIZE)
    const names = batch.map(({ row, request }) => ('error' in request ? NO_ORDER : toName(row.cells)))
    const orders = await findOrders(tx.db, { advertiserId, names })
    found.push(...orders.map((order) => ({ ...order, place: start + order.place })))
  }
  const isDue = ({ place }: NamedOrder) => {
    const request = asked[place]?.request
    return request !== undefined && 'decision' in request && request.decision !== undefined
  }
  const states = await lockStates(tx, found.filter(isDue))
  return found.map((order) => ({ ...order, ...states.get(order.transactionId) }))
}

type LockedState = Pick<NamedOrder, 'transactionId' | 'status' | 'orderValue' | 'holdReason'>

/** Locks the states of all orders in the order of their keys, as decisions do, so that two files cannot deadlock. */
async function lockStates(tx: Ctx, orders: readonly NamedOrder[]): Promise<Map<string, LockedState>> {
  const publisherIds = orders.map(({ publisherId }) => publisherId)
  const transactionIds = orders.map(({ transactionId }) => transactionId)
  const { rows } = await sql<LockedState>`
    SELECT transaction_id, status, coalesce(own_order_value, order_value) AS order_value, hold_reason
    FROM transaction_state
    WHERE (publisher_id, transaction_id)
      IN (SELECT * FROM unnest(${publisherIds}::bigint[], ${transactionIds}::uuid[]))
    ORDER BY publisher_id, transaction_id FOR UPDATE`.execute(tx.db)
  return new Map(rows.map((row) => [row.transactionId, row]))
}

/** The columns of the fields that `decide` refuses. */
const COLUMN_OF_FIELD: Record<string, DecisionColumn> = { note: 'note', amount: 'amount', reason_code: 'reason' }

/** Makes the decisions of rows, and turns the rows whose decision is refused into refused ones. */
async function decideBatch(tx: Ctx, advertiserId: bigint, due: readonly RowOutcome[]): Promise<void> {
  const decisions = due.flatMap(({ order, decision }) => (order && decision ? [toDecision(order, decision)] : []))
  const answers = await applyDecisions(tx, decisions, { decidedAs: 'advertiser', advertiserId })
  for (const [index, outcome] of due.entries()) {
    const answer = answers[index]
    if (answer === undefined || !('refusal' in answer)) continue
    outcome.result = 'refused'
    outcome.error = { ...answer.refusal, column: COLUMN_OF_FIELD[answer.refusal.field ?? ''] ?? '' }
  }
}

function toDecision({ publisherId, transactionId, status }: NamedOrder, decision: Decision): TransactionDecision {
  return { ...decision, publisherId, transactionId, seenStatus: status }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The nil id, which belongs to no transaction. */
const NO_ORDER: OrderName = { transactionId: '00000000-0000-0000-0000-000000000000', orderRef: null, event: null }

function toName({ transaction_id: id = '', order_id: orderId = '', event = '' }: DecisionCells): OrderName {
  // An id that is none finds nothing.
  const transactionId = id === '' ? null : UUID.test(id) ? id : NO_ORDER.transactionId
  return { transactionId, orderRef: orderId || null, event: event || null }
}

/** Judges a row by its order. Adds the order to `named`, so that no later row decides it even if this one fails. */
function judgeRow({ row, request }: AskedRow, found: readonly NamedOrder[], named: Set<string>): RowOutcome {
  const refuse = (error: RowError, order?: NamedOrder): RowOutcome => ({
    ...row,
    result: 'refused',
    error,
    ...(order ? { order } : {}),
  })
  if ('error' in request) return refuse(request.error)
  const [order, other] = found
  if (!order) return refuse({ column: '', code: 'transaction.file_unknown' })
  if (other) return refuse({ column: 'event', code: 'transaction.file_event' })
  const { decision } = request
  if (decision === undefined) return { ...row, order, result: 'left' }
  if (named.has(order.transactionId)) return refuse({ column: '', code: 'transaction.twice' }, order)
  named.add(order.transactionId)
  const { currency = '' } = row.cells
  if (currency !== '' && currency.toUpperCase() !== order.currency) {
    return refuse(
      { column: 'currency', code: 'transaction.file_currency', params: { currency: order.currency } },
      order,
    )
  }
  return { ...row, order, decision, result: isMade(order, decision) ? 'unchanged' : 'decided' }
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

/** Describes for the result file what came of a row. A decision that was taken back is `valid`. */
export function describeResult(
  { result, order, decision }: RowOutcome,
  isKept: boolean,
): { result: string; before: string; after: string } {
  const before = order?.status ?? ''
  if (result !== 'decided') return { result, before, after: before }
  if (!isKept) return { result: 'valid', before, after: before }
  const after = { confirm: 'CONFIRMED', cancel: 'CANCELLED' }[decision?.action as string] ?? before
  return { result, before, after }
}

/** Formats the value of a sum. */
export function formatSum({ action, count, orderValue }: ActionSum) {
  return { action, count, order_value: formatAmount(orderValue) }
}
