import { sql } from 'kysely'
import type { CodedError } from '#kernel/error-codes.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findPaidTransactions } from '#domains/books/ledger/queries.ts'
import type { CancelReason, HoldReason, TransactionStatus } from '../contract/vocabulary.ts'
import type { WaitingFile } from '../queries/decision-files.ts'
import { readEarlierItems } from '../queries/earlier-items.ts'
import type { Decision } from '../rules/decide.ts'
import { buildReverse } from '../rules/reverse-decision.ts'
import { applyDecisions } from './apply-decisions.ts'
import type { DecisionOutcome } from './apply-decisions.ts'
import { toCodedError } from './save-outcomes.ts'

/** A line that decided an order, with what the order was before. */
interface DecidedRow {
  line: number
  publisherId: bigint
  transactionId: string
  sequence: number
  action: 'confirm' | 'cancel' | 'amend' | 'hold'
  oldStatus: TransactionStatus
  oldValue: bigint
  oldHold: HoldReason | null
  oldReason: CancelReason | null
  oldDueAt: Date | null
}

/** What came of taking a line back: the state after, or why the decision stays. */
interface Reversal {
  row: DecidedRow
  status?: TransactionStatus
  error?: CodedError
}

/**
 * Takes back the decisions of the next lines of a file, inside the caller's transaction, and saves for each whether it
 * could. A decision stays when the order was decided again since, or when its commission is in a payout.
 */
export async function reverseRows(tx: Ctx, file: WaitingFile, limit: number): Promise<{ count: number; line: number }> {
  const rows = await readDecidedRows(tx, file, limit)
  const later = await findLaterDecisions(tx, rows)
  const paid = new Set((await findPaidTransactions(tx.db, rows)).map(({ transactionId }) => transactionId))
  const reversals = rows.map((row): Reversal => {
    if (later.has(row.transactionId)) return { row, error: { code: 'transaction.file_later' } }
    return paid.has(row.transactionId) ? { row, error: { code: 'transaction.file_paid' } } : { row }
  })
  const open = reversals.filter(({ error }) => error === undefined)
  const items = await readEarlierItems(
    tx.db,
    open.map(({ row }) => row),
  )
  const answers = await decide(
    tx,
    file,
    open.map(({ row }) => ({ row, decision: buildReverse({ ...row, oldItems: items.get(row.transactionId) ?? [] }) })),
  )
  for (const [index, reversal] of open.entries()) {
    const answer = answers[index]
    if (!answer || 'refusal' in answer) {
      reversal.error = toCodedError(answer?.refusal ?? { code: 'transaction.decided_meanwhile' })
      continue
    }
    reversal.status = answer.after.status
  }
  await saveReversals(tx, file, reversals)
  return { count: rows.length, line: rows.at(-1)?.line ?? file.doneLine }
}

interface Reverse {
  row: DecidedRow
  decision: Decision
}

function decide(tx: Ctx, file: WaitingFile, reverses: readonly Reverse[]): Promise<DecisionOutcome[]> {
  const decisions = reverses.map(({ row: { publisherId, transactionId }, decision }) => ({
    ...decision,
    publisherId,
    transactionId,
    note: file.reversalNote ?? '',
  }))
  const { advertiserId, askedBy: accountId, askedKey: keyId } = file
  return applyDecisions(tx, decisions, { decidedAs: 'advertiser', advertiserId, accountId, keyId })
}

async function readDecidedRows(tx: Ctx, { id, doneLine }: WaitingFile, limit: number): Promise<DecidedRow[]> {
  const { rows } = await sql<DecidedRow>`
    SELECT line, publisher_id, transaction_id, sequence, action, old_status, old_value, old_hold, old_reason,
      old_due_at
    FROM decision_file_row
    WHERE file_id = ${id} AND line > ${doneLine} AND result = 'decided' AND reversal IS DISTINCT FROM 'reversed'
    ORDER BY line LIMIT ${limit}`.execute(tx.db)
  return rows
}

/** Locks the states in the order of their keys, and finds the orders that were decided again since their line. */
async function findLaterDecisions(tx: Ctx, rows: readonly DecidedRow[]): Promise<Set<string>> {
  const { rows: states } = await sql<{ transactionId: string; sequence: number }>`
    SELECT transaction_id, sequence FROM transaction_state
    WHERE (publisher_id, transaction_id) IN (SELECT * FROM unnest(
      ${rows.map(({ publisherId }) => publisherId)}::bigint[], ${rows.map(({ transactionId }) => transactionId)}::uuid[]
    ))
    ORDER BY publisher_id, transaction_id FOR UPDATE`.execute(tx.db)
  const sequences = new Map(states.map(({ transactionId, sequence }) => [transactionId, sequence]))
  const later = rows.filter(({ transactionId, sequence }) => sequences.get(transactionId) !== sequence)
  return new Set(later.map(({ transactionId }) => transactionId))
}

async function saveReversals(tx: Ctx, { id }: WaitingFile, reversals: readonly Reversal[]): Promise<void> {
  const given = reversals.map(({ row: { line }, status, error }) => ({
    line,
    reversal: error ? 'kept' : 'reversed',
    reversal_error: error,
    new_status: status,
  }))
  await sql`
    UPDATE decision_file_row AS row SET
      reversal = given.reversal, reversal_error = given.reversal_error,
      new_status = coalesce(given.new_status, row.new_status)
    FROM json_to_recordset(${JSON.stringify(given)}::json)
      AS given (line int, reversal text, reversal_error jsonb, new_status transaction_status)
    WHERE row.file_id = ${id} AND row.line = given.line`.execute(tx.db)
}
