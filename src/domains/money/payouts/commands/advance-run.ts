import { sql } from 'kysely'
import { claimStatementLines, postEntries } from '#domains/books/ledger/commands.ts'
import { FEE_INCOME, PUBLISHER_IN_PAYMENT, PUBLISHER_PAYABLE, buildPostings } from '#domains/books/ledger/rules.ts'
import { startOfDay, toDay } from '#kernel/days.ts'
import { BASE_CURRENCY } from '#kernel/money.ts'
import { uuid7 } from '#kernel/uuid7.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import { listPayees } from '../queries/payees.ts'
import { SEALED_DESTINATION } from '../queries/payment.ts'
import { describeDestination, divideDue, findExclusion, getNextMonth } from '../rules/runs.ts'
import type { Payee } from '../rules/runs.ts'
import type { PayoutRunTable } from '../tables.ts'
import { emptyBatch } from './empty-draft.ts'

/** The publishers of one transaction: a run is at most this far behind after a kill. */
const BATCH = 500

/**
 * Advances the step in which a run is, publisher by publisher: empties or computes a draft, or posts an approval. Each
 * batch is a transaction, so a repeated call continues after a kill, and of two calls at once one waits for the other.
 * Answers whether the step is done; it is not when `maxBatches` did not suffice, and a job goes on.
 */
export async function advanceRun(
  ctx: Ctx,
  { runId, sealing, maxBatches }: { runId: string; sealing: Sealing; maxBatches: number },
): Promise<boolean> {
  for (let batch = 0; batch < maxBatches; batch += 1) {
    if (await advanceBatch(ctx, runId, sealing)) return true
  }
  return false
}

type StartedRun = Pick<PayoutRunTable, 'id' | 'month' | 'status' | 'madeAt'> & { progressPublisherId: bigint }

function advanceBatch(ctx: Ctx, runId: string, sealing: Sealing): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const run = await tx.db
      .selectFrom('payoutRun')
      .select(['id', 'month', 'status', 'madeAt', 'progressPublisherId', 'emptiedFor'])
      .where('id', '=', runId)
      .forUpdate()
      .executeTakeFirst()
    if (!run || run.progressPublisherId === null) return true
    const { id, emptiedFor } = run
    if (emptiedFor !== null) return emptyBatch(tx, { id, emptiedFor })
    const started = { ...run, progressPublisherId: run.progressPublisherId }
    return run.status === 'draft' ? computeBatch(tx, started, sealing) : postBatch(tx, started)
  })
}

/** Computes the next part of a draft. */
async function computeBatch(tx: Ctx, run: StartedRun, sealing: Sealing): Promise<boolean> {
  const until = startOfDay(getNextMonth(run.month))
  const payees = await listPayees(tx.db, sealing, {
    afterId: run.progressPublisherId,
    until,
    limit: BATCH,
    today: toDay(tx.now),
  })
  const exclusions = payees.flatMap((payee) => {
    const reason = findExclusion(payee, tx.now)
    const { publisherId, linesAmount, carriedAmount } = payee
    return reason ? [{ publisherId, runId: run.id, reason, amount: linesAmount + carriedAmount }] : []
  })
  const excluded = new Set(exclusions.map(({ publisherId }) => publisherId))
  const included = payees.filter(({ publisherId }) => !excluded.has(publisherId))
  const paid = await insertPayouts(tx, { run, payees: included, until, sealing })
  if (exclusions.length > 0) await tx.db.insertInto('payoutExclusion').values(exclusions).execute()
  const isDone = payees.length < BATCH
  await tx.db
    .updateTable('payoutRun')
    .set((row) => ({
      includedCount: row('includedCount', '+', included.length),
      excludedCount: row('excludedCount', '+', exclusions.length),
      amount: row('amount', '+', paid),
      progressPublisherId: isDone ? null : (payees.at(-1)?.publisherId ?? null),
      computedAt: isDone ? tx.now : null,
    }))
    .where('id', '=', run.id)
    .execute()
  return isDone
}

interface Included {
  run: StartedRun
  payees: readonly Payee[]
  until: Date
  sealing: Sealing
}

/** Inserts the payouts of publishers with their lines and destinations. Answers their sum. */
async function insertPayouts(tx: Ctx, { run, payees, until, sealing }: Included): Promise<bigint> {
  if (payees.length === 0) return 0n
  const given = payees.map((payee) => ({ payee, payoutId: uuid7(tx.now.getTime()) }))
  const lines = await claimStatementLines(
    tx,
    given.map(({ payee, payoutId }) => ({ publisherId: payee.publisherId, payoutId })),
    until,
  )
  const seal = await sealing.getSealer(tx)
  const rows = given.map(({ payee, payoutId }) => {
    const claimed = lines.get(payoutId)
    if (!claimed) throw new Error(`The lines of publisher ${payee.publisherId} were paid meanwhile.`)
    const { destination } = payee
    if (!destination) throw new Error(`Publisher ${payee.publisherId} has no destination.`)
    const { method, hint } = describeDestination(destination)
    const place = { column: SEALED_DESTINATION, row: payoutId }
    return {
      sealed: seal(place, JSON.stringify(destination)),
      payout: {
        publisherId: payee.publisherId,
        id: payoutId,
        runId: run.id,
        status: 'draft' as const,
        linesAmount: claimed.amount,
        carriedAmount: payee.carriedAmount,
        // A cover that was committed since the sums were read is among the claimed lines.
        ...divideDue(claimed.amount + payee.carriedAmount, { isClosed: payee.closedAt !== null }),
        lineCount: claimed.count,
        method,
        destinationHint: hint,
        changedAt: tx.now,
      },
    }
  })
  await tx.db
    .insertInto('payout')
    .values(rows.map(({ payout }) => payout))
    .execute()
  await sql`
    INSERT INTO payout_destination (payout_id, destination_sealed)
    SELECT * FROM unnest(${rows.map(({ payout }) => payout.id)}::uuid[], ${rows.map(({ sealed }) => sealed)}::bytea[])
  `.execute(tx.db)
  return rows.reduce((sum, { payout }) => sum + payout.amount, 0n)
}

/** Posts the next part of an approval: the money of each payout is in payment from then on. */
async function postBatch(tx: Ctx, run: StartedRun): Promise<boolean> {
  const payouts = await tx.db
    .selectFrom('payout')
    .select(['publisherId', 'id', 'amount', 'feeAmount'])
    .where('runId', '=', run.id)
    .where('publisherId', '>', run.progressPublisherId)
    .orderBy('publisherId')
    .limit(BATCH)
    .execute()
  await postEntries(
    tx,
    payouts.map(({ publisherId, id, amount, feeAmount }) => ({
      publisherId,
      kind: 'payout_approval',
      sourceKind: 'payout',
      sourceId: id,
      sequence: 1,
      postings: buildPostings(BASE_CURRENCY, [
        [PUBLISHER_PAYABLE, PUBLISHER_IN_PAYMENT, amount],
        [PUBLISHER_PAYABLE, FEE_INCOME, feeAmount],
      ]),
    })),
  )
  const last = payouts.at(-1)?.publisherId ?? run.progressPublisherId
  await tx.db
    .updateTable('payout')
    .set({ status: 'approved', changedAt: tx.now })
    .where('runId', '=', run.id)
    .where('publisherId', '>', run.progressPublisherId)
    .where('publisherId', '<=', last)
    .execute()
  const isDone = payouts.length < BATCH
  const progress = { progressPublisherId: isDone ? null : last }
  await tx.db.updateTable('payoutRun').set(progress).where('id', '=', run.id).execute()
  return isDone
}
