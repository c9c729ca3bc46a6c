import { sql } from 'kysely'
import { postEntries, releaseStatementLines } from '#domains/books/ledger/commands.ts'
import {
  FEE_INCOME,
  NETWORK_CASH,
  PUBLISHER_IN_PAYMENT,
  PUBLISHER_PAYABLE,
  buildPostings,
} from '#domains/books/ledger/rules.ts'
import { addDays, toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { Refusal, invalidField } from '#kernel/errors.ts'
import type { RefusalDetails } from '#kernel/errors.ts'
import { BASE_CURRENCY } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import { auditAll } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readAnswer, settle } from '../rules/runs.ts'
import type { AfterSettlement, SettledFacts, Settlement } from '../rules/runs.ts'
import { issueStatements } from './issue-statements.ts'
import { lockRun } from './make-run.ts'

/** The settlement of one payout of a run. */
export interface PayoutSettlement extends Settlement {
  payoutId: string
  /** What the bank or PayPal says was paid; it has to be the amount of the payout. Null when it does not say it. */
  amount: Amount | null
}

/** What became of a settlement: `changed`, `unchanged` when the payout said the same already, or why it was refused. */
export type SettlementOutcome = 'changed' | 'unchanged' | RefusalDetails

interface SettledPayout extends SettledFacts {
  publisherId: bigint
  id: string
  amount: Amount
  feeAmount: Amount
}

const SEQUENCES = { paid: 2, failed: 2, returned: 3 } as const

const EVENTS = {
  paid: { kind: 'payout_settlement', from: PUBLISHER_IN_PAYMENT, to: NETWORK_CASH },
  failed: { kind: 'payout_failure', from: PUBLISHER_IN_PAYMENT, to: PUBLISHER_PAYABLE },
  returned: { kind: 'payout_return', from: NETWORK_CASH, to: PUBLISHER_PAYABLE },
} as const

interface RunSettlements {
  runId: string
  settlements: readonly PayoutSettlement[]
  /** Whether they are the lines of a report of PayPal or the bank. */
  isReport?: boolean
}

/**
 * Settles payouts of an exported run, in one transaction, with an audit line for each. A refused one changes nothing,
 * and the others stand; the outcomes have the order of the input. The lines of a failed or returned payout are open
 * again, so the next run pays them. When no payout of the run waits any more, the run is settled.
 */
export function settlePayouts(
  ctx: Ctx,
  { runId, settlements, isReport = false }: RunSettlements,
): Promise<SettlementOutcome[]> {
  return inTransaction(ctx, async (tx) => {
    const run = await lockRun(tx, runId, ['exported', 'settled', 'closed'])
    const payouts = await readPayouts(tx, runId, settlements)
    const made: Made[] = []
    const taken = new Set<string>()
    const today = toDay(tx.now)
    const outcomes = settlements.map((given): SettlementOutcome => {
      const payout = payouts.get(given.payoutId)
      try {
        if (!payout) throw new Refusal({ code: 'payout.other_run', status: 404 })
        if (given.amount !== null && payout.amount !== given.amount) {
          throw new Refusal({ code: 'payout.other_amount', status: 409 })
        }
        const settlement = isReport ? readAnswer(payout, given) : given
        checkDay(settlement, payout, { exportedAt: run.exportedAt, today })
        const after = settle(payout, settlement, today)
        if (!after) return 'unchanged'
        if (taken.has(payout.id)) throw new Refusal({ code: 'payout.twice', status: 409 })
        taken.add(payout.id)
        made.push({ payout, after })
        payouts.set(payout.id, { ...payout, ...after })
        return 'changed'
      } catch (error) {
        if (error instanceof Refusal) return error.details
        throw error
      }
    })
    await writeSettlements(tx, made)
    if (run.status === 'exported') await markSettled(tx, runId)
    return outcomes
  })
}

/** Settles one payout. Refuses what `settlePayouts` does. */
export async function settlePayout(
  ctx: Ctx,
  { runId, ...settlement }: PayoutSettlement & { runId: string },
): Promise<void> {
  const [outcome] = await settlePayouts(ctx, { runId, settlements: [settlement] })
  if (typeof outcome === 'object') throw new Refusal(outcome)
}

/** Refuses a day in the future, before the payment, or before the run was exported: a zone may be a day behind UTC. */
function checkDay({ day }: Settlement, { settledOn }: SettledFacts, { exportedAt, today }: RunDays): void {
  if (day === null) return
  const first = settledOn ?? (exportedAt && addDays(toDay(exportedAt), -1))
  if (day > today || (first !== null && day < first)) throw invalidField('day', { code: 'payout.day' })
}

interface RunDays {
  exportedAt: Date | null
  today: Day
}

async function readPayouts(tx: Ctx, runId: string, settlements: readonly PayoutSettlement[]) {
  const ids = [...new Set(settlements.map(({ payoutId }) => payoutId))]
  const { rows } = await sql<SettledPayout>`
    SELECT publisher_id, id, status, amount, fee_amount, reference, settled_on, returned_on, reason FROM payout
    WHERE run_id = ${runId} AND id = ANY (${ids}::uuid[]) ORDER BY publisher_id FOR UPDATE`.execute(tx.db)
  return new Map(rows.map((row) => [row.id, row]))
}

type Made = { payout: SettledPayout; after: AfterSettlement }

async function writeSettlements(tx: Ctx, made: readonly Made[]): Promise<void> {
  if (made.length === 0) return
  const rows = made.map(({ payout, after }) => ({
    publisher_id: `${payout.publisherId}`,
    id: payout.id,
    status: after.status,
    reference: after.reference,
    settled_on: after.settledOn,
    returned_on: after.returnedOn,
    reason: after.reason,
  }))
  await sql`
    UPDATE payout SET status = given.status, reference = given.reference, settled_on = given.settled_on,
      returned_on = given.returned_on, reason = given.reason, changed_at = ${tx.now}
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS given (
      publisher_id bigint, id uuid, status text, reference text, settled_on date, returned_on date, reason text
    )
    WHERE payout.publisher_id = given.publisher_id AND payout.id = given.id`.execute(tx.db)
  await postEntries(
    tx,
    made.map(({ payout, after }) => {
      const { kind, from, to } = EVENTS[after.status]
      // A payout that did not arrive was for nothing, so its fee is given back.
      const postings = buildPostings(BASE_CURRENCY, [
        [from, to, payout.amount],
        [FEE_INCOME, PUBLISHER_PAYABLE, after.status === 'paid' ? 0n : payout.feeAmount],
      ])
      const source = { sourceKind: 'payout', sourceId: payout.id, sequence: SEQUENCES[after.status] }
      return { publisherId: payout.publisherId, kind, ...source, postings }
    }),
  )
  const paid = made.filter(({ after }) => after.status === 'paid')
  await issueStatements(
    tx,
    paid.map(({ payout }) => ({ publisherId: payout.publisherId, payoutId: payout.id })),
  )
  const freed = made.filter(({ after }) => after.status !== 'paid')
  await releaseStatementLines(
    tx,
    freed.map(({ payout }) => ({ publisherId: payout.publisherId, payoutId: payout.id })),
  )
  await auditAll(
    tx,
    made.map(({ payout, after }) => ({
      action: `payout.${after.status}`,
      target: `payout:${payout.id}`,
      details: { publisherId: payout.publisherId, amount: payout.amount, reference: after.reference },
    })),
  )
}

async function markSettled(tx: Ctx, runId: string): Promise<void> {
  await sql`
    UPDATE payout_run SET status = 'settled', settled_at = ${tx.now}
    WHERE id = ${runId} AND NOT EXISTS (
      SELECT FROM payout WHERE run_id = ${runId} AND status IN ('draft', 'approved', 'exported')
    )`.execute(tx.db)
}
