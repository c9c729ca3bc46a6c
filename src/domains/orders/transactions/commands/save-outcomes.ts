import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { CodedError } from '#kernel/error-codes.ts'
import type { RowOutcome } from './decide-rows.ts'

interface SavedOutcomes {
  file: { id: string }
  outcomes: readonly RowOutcome[]
  /** False for a check, whose decisions were taken back. */
  isKept: boolean
}

/** Saves what came of rows, inside the caller's transaction. */
export async function saveOutcomes(tx: Ctx, { file, outcomes, isKept }: SavedOutcomes): Promise<void> {
  if (outcomes.length === 0) return
  const rows = outcomes.map((outcome) => toSavedRow(outcome, isKept))
  await sql`
    UPDATE decision_file_row AS row SET
      result = given.result, error = given.error, action = given.action, publisher_id = given.publisher_id,
      transaction_id = given.transaction_id, is_first = given.is_first, sequence = given.sequence,
      old_status = given.old_status, new_status = given.new_status, old_value = given.old_value,
      old_hold = given.old_hold, old_reason = given.old_reason, old_due_at = given.old_due_at,
      new_value = given.new_value, currency = given.currency, commission_change = given.commission_change,
      fee_change = given.fee_change
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS given (
      line int, result text, error jsonb, action text, publisher_id bigint, transaction_id uuid, is_first boolean,
      sequence int, old_status transaction_status, new_status transaction_status, old_value bigint, old_hold text,
      old_reason text, old_due_at timestamptz, new_value bigint, currency text, commission_change bigint,
      fee_change bigint
    )
    WHERE row.file_id = ${file.id} AND row.line = given.line`.execute(tx.db)
}

function toSavedRow({ line, result, error, order, decision, isFirst = false, made }: RowOutcome, isKept: boolean) {
  return {
    line,
    result: result === 'decided' && !isKept ? 'valid' : result,
    error: error && toCodedError(error),
    action: decision?.action,
    is_first: isFirst,
    ...(order ? toOrderColumns(order) : {}),
    ...(made ? { ...toDecisionColumns(made), sequence: isKept ? made.sequence : undefined } : {}),
  }
}

// Numbers that may be larger than JSON's are written as text, which PostgreSQL reads.
function toOrderColumns(order: NonNullable<RowOutcome['order']>) {
  return {
    publisher_id: `${order.publisherId}`,
    transaction_id: order.transactionId,
    old_status: order.status,
    new_status: order.status,
    old_value: `${order.orderValue}`,
    new_value: `${order.orderValue}`,
    old_hold: order.holdReason,
    old_reason: order.reasonCode,
    old_due_at: order.dueAt?.toISOString(),
    currency: order.currency,
  }
}

function toDecisionColumns({ after, change }: NonNullable<RowOutcome['made']>) {
  return {
    new_status: after.status,
    new_value: `${after.orderValue}`,
    commission_change: `${change.commission}`,
    fee_change: `${change.fee}`,
  }
}

/** Keeps code, parameters and column of an error; a refusal says more. */
export function toCodedError({ code, params, column }: CodedError & { column?: string }): CodedError {
  return { code, params, column } as CodedError
}
