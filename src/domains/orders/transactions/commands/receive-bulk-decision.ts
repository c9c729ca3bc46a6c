import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { keepFile } from '#domains/people/files/commands.ts'
import { Refusal, invalidField } from '#kernel/errors.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { CancelReason, HoldReason } from '../contract/vocabulary.ts'
import { selectQueue } from '../queries/orders-to-decide.ts'
import type { QueueFilter } from '../queries/orders-to-decide.ts'
import { checkReasons } from '../rules/decide.ts'
import { MAX_DECISION_ROWS } from '../rules/decision-columns.ts'
import type { DecisionCells } from '../rules/decision-file.ts'
import { createDecisionFile } from './receive-decision-file.ts'

/** A decision on many orders: those that are named, or all that a queue has under a filter now. */
export interface BulkDecision {
  advertiserId: bigint
  decision: {
    mode: 'check' | 'valid'
    action: 'confirm' | 'cancel' | 'hold'
    reason_code?: CancelReason | undefined
    hold_reason?: HoldReason | undefined
    note: string
    /** A file of the account that decides, which supports each of the decisions. */
    evidenceFileId?: string | undefined
  }
  chosen:
    | { source: 'selection'; transactions: readonly { publisherId: bigint; transactionId: string }[] }
    | { source: 'filter'; filter: QueueFilter }
}

/**
 * Stores decisions on many orders as a decision file with a line for each, which a job checks or makes. Answers its id.
 * Refuses a decision that no order accepts, no order at all, more orders than a file has lines, and the field `file_id`
 * for a file of another account.
 */
export function receiveBulkDecision(ctx: Ctx, { advertiserId, decision, chosen }: BulkDecision): Promise<string> {
  const { mode, action, reason_code: reasonCode, hold_reason: holdReason, note, evidenceFileId } = decision
  checkReasons({ action, reasonCode, holdReason, note, evidenceFileId })
  const cells: DecisionCells = { action, ...(note !== '' && { note }) }
  const reason = reasonCode ?? holdReason
  if (reason !== undefined) cells.reason = reason
  return inTransaction(ctx, async (tx) => {
    if (evidenceFileId !== undefined) await keepEvidence(tx, evidenceFileId)
    const file = {
      advertiserId,
      mode,
      name: action,
      source: chosen.source,
      format: 'json' as const,
      hash: randomBytes(32),
      evidenceFileId: evidenceFileId ?? null,
    }
    return createDecisionFile(tx, file, async (fileId) => {
      const count = await insertLines(tx, { fileId, advertiserId, cells, keys: selectKeys(chosen) })
      if (count === 0) throw new Refusal({ code: 'transaction.none_chosen', status: 409 })
      if (count > MAX_DECISION_ROWS) {
        throw new Refusal({ code: 'promotion.import_rows', params: { max: MAX_DECISION_ROWS }, status: 409 })
      }
      return count
    })
  })
}

function keepEvidence(tx: Ctx, fileId: string): Promise<void> {
  if (tx.actor.kind !== 'account') throw invalidField('file_id', { code: 'file.missing' })
  return keepFile(tx, { fileId, accountId: tx.actor.accountId, purpose: 'decision_evidence' })
}

function selectKeys(chosen: BulkDecision['chosen']): RawBuilder<unknown> {
  if (chosen.source === 'filter') return selectQueue(chosen.filter, { limit: MAX_DECISION_ROWS + 1 })
  const publisherIds = chosen.transactions.map(({ publisherId }) => publisherId)
  const transactionIds = chosen.transactions.map(({ transactionId }) => transactionId)
  return sql`SELECT DISTINCT publisher_id, transaction_id, NULL::timestamptz AS at
    FROM unnest(${publisherIds}::bigint[], ${transactionIds}::uuid[]) AS given (publisher_id, transaction_id)`
}

interface Lines {
  fileId: string
  advertiserId: bigint
  cells: DecisionCells
  keys: RawBuilder<unknown>
}

async function insertLines(tx: Ctx, { fileId, advertiserId, cells, keys }: Lines): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO decision_file_row (file_id, line, cells, publisher_id, transaction_id)
    SELECT ${fileId}, row_number() OVER (ORDER BY chosen.at, chosen.transaction_id),
      ${JSON.stringify(cells)}::jsonb || jsonb_build_object('transaction_id', chosen.transaction_id)
        || jsonb_strip_nulls(jsonb_build_object('order_id', sold.order_ref, 'event', sold.event)),
      chosen.publisher_id, chosen.transaction_id
    FROM (${keys}) AS chosen
    LEFT JOIN transaction AS sold ON sold.publisher_id = chosen.publisher_id AND sold.id = chosen.transaction_id
      AND sold.advertiser_id = ${advertiserId}`.execute(tx.db)
  return Number(numAffectedRows)
}
