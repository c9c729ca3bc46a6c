import { sql } from 'kysely'
import type { Db } from '#database'
import { notFound } from '#kernel/errors.ts'
import { getOffset } from '#kernel/paging.ts'
import type { Page } from '#kernel/paging.ts'
import { readPage } from '#platform/server/database/read-page.ts'
import type { ExclusionReason, PayoutStatus } from '../contract/vocabulary.ts'
import { MAX_FILE_PAYOUTS } from '../rules/run-files.ts'

function selectRuns(db: Db) {
  return db
    .selectFrom('payoutRun')
    .leftJoin('accountSummary as maker', 'maker.id', 'payoutRun.madeBy')
    .leftJoin('accountSummary as approver', 'approver.id', 'payoutRun.approvedBy')
    .selectAll('payoutRun')
    .select(['maker.displayName as makerName', 'approver.displayName as approverName'])
}

/** Lists the runs, the latest first. */
export async function listRuns(db: Db, { page }: { page: Page }) {
  const { count, drafts } = await db
    .selectFrom('payoutRun')
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .select(sql<bigint>`count(*) FILTER (WHERE status = 'draft')`.as('drafts'))
    .executeTakeFirstOrThrow()
  const rows = await selectRuns(db)
    .orderBy('payoutRun.month', 'desc')
    .orderBy('payoutRun.madeAt', 'desc')
    .limit(page.size)
    .offset(getOffset(page, count))
    .execute()
  return { rows, count: Number(count), hasDraft: drafts > 0n }
}

/** Gets a run with the names of its maker and its approver. Refuses an unknown id as not found. */
export async function getRun(db: Db, { runId }: { runId: string }) {
  const run = await selectRuns(db).where('payoutRun.id', '=', runId).executeTakeFirst()
  if (!run) throw notFound()
  return run
}

/** Sums the payouts of a run by status. */
export async function sumByStatus(db: Db, { runId }: { runId: string }) {
  const { rows } = await sql<{ status: PayoutStatus; count: number; amount: bigint }>`
    SELECT status, count(*)::int AS count, sum(amount)::bigint AS amount FROM payout
    WHERE run_id = ${runId} GROUP BY status ORDER BY status`.execute(db)
  return rows
}

/** Sums the exclusions of a run by reason, the largest first. */
export async function sumByReason(db: Db, { runId }: { runId: string }) {
  const { rows } = await sql<{ reason: ExclusionReason; count: number; amount: bigint }>`
    SELECT reason, count(*)::int AS count, sum(amount)::bigint AS amount FROM payout_exclusion
    WHERE run_id = ${runId} GROUP BY reason ORDER BY sum(amount) DESC, reason`.execute(db)
  return rows
}

/** Counts the payouts of a run by method. */
export async function countByMethod(db: Db, { runId }: { runId: string }): Promise<Record<'paypal' | 'bank', number>> {
  const { rows } = await sql<{ paypal: number; bank: number }>`
    SELECT (count(*) FILTER (WHERE method = 'paypal'))::int AS paypal,
      (count(*) FILTER (WHERE method = 'bank'))::int AS bank
    FROM payout WHERE run_id = ${runId}`.execute(db)
  return rows[0] ?? { paypal: 0, bank: 0 }
}

interface OfRun {
  runId: string
  page: Page
}

/** Lists the payouts of a run, in the order of the publishers' ids. */
export async function listPayouts(db: Db, { runId, status, page }: OfRun & { status: PayoutStatus | undefined }) {
  const matching = db
    .selectFrom('payout')
    .where('runId', '=', runId)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'draft'))
  const ordered = matching
    .innerJoin('publisher', 'publisher.id', 'payout.publisherId')
    .selectAll('payout')
    .select('publisher.name as publisherName')
    .orderBy('payout.publisherId')
  const { count, rows } = await readPage(page, matching, ordered)
  return { rows, count }
}

/** Lists the exclusions of a run, in the order of the publishers' ids. */
export async function listExclusions(db: Db, { runId, reason, page }: OfRun & { reason: ExclusionReason | undefined }) {
  const matching = db
    .selectFrom('payoutExclusion')
    .where('runId', '=', runId)
    .$if(reason !== undefined, (query) => query.where('reason', '=', reason ?? 'closed'))
  const ordered = matching
    .innerJoin('publisher', 'publisher.id', 'payoutExclusion.publisherId')
    .selectAll('payoutExclusion')
    .select('publisher.name as publisherName')
    .orderBy('payoutExclusion.publisherId')
  const { count, rows } = await readPage(page, matching, ordered)
  return { rows, count }
}

/** Counts the operators who may approve a run. */
export async function countOperators(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('accountSummary')
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .where('role', '=', 'operator')
    .where('reviewStatus', '=', 'approved')
    .where('erasedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Lists the payouts of a payment file for the bank, whose number counts from 1. */
export function listFilePayouts(db: Db, { runId, file }: { runId: string; file: number }) {
  return db
    .selectFrom('payout')
    .select(['id', 'amount'])
    .where('runId', '=', runId)
    .where('method', '=', 'bank')
    .orderBy('publisherId')
    .limit(MAX_FILE_PAYOUTS)
    .offset((file - 1) * MAX_FILE_PAYOUTS)
    .execute()
}
