import type { z } from 'zod'
import { addDays, toDay } from '#kernel/days.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { Refusal, invalidField, notFound } from '#kernel/errors.ts'
import { formatAmount, parseAmount } from '#kernel/money.ts'
import { toPage } from '#kernel/paging.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { errorText } from '#platform/server/error-texts.ts'
import { FileReply, route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { advanceRun } from '../commands/advance-run.ts'
import { approveRun } from '../commands/approve-run.ts'
import { closeRun, exportRun } from '../commands/export-run.ts'
import { discardRun, draftRun, getOperatorId, recomputeRun } from '../commands/make-run.ts'
import { settleByReport } from '../commands/settle-by-report.ts'
import { settlePayout } from '../commands/settle-payouts.ts'
import { settleByReportCall } from '../contract/report.ts'
import * as contract from '../contract/runs.ts'
import { findOutdated, findTakenBack } from '../queries/draft-changes.ts'
import { writeRunFile } from '../queries/run-files.ts'
import type { FileParts } from '../queries/run-files.ts'
import {
  countByMethod,
  countOperators,
  getRun,
  listExclusions,
  listPayouts,
  listRuns,
  sumByReason,
  sumByStatus,
} from '../queries/runs.ts'
import { listRunFiles } from '../rules/run-files.ts'
import { viewDraftChanges, viewExclusion, viewPayout, viewRun } from '../views/runs.ts'

/** A request computes or posts so many batches of 500 publishers; the job does the rest. */
const MAX_BATCHES = 8

/** The routes of payout runs. */
export function runRoutes(parts: Omit<FileParts, 'now'>): Route[] {
  return [...readingRoutes(parts), ...actingRoutes(parts), ...fileRoutes(parts)]
}

function readingRoutes({ payer }: Omit<FileParts, 'now'>): Route[] {
  return [
    route(contract.listRunsCall, async (ctx, { query }) => {
      const { rows, count, hasDraft } = await listRuns(ctx.db, { page: toPage(query) })
      const lastMonth = addDays(`${toDay(ctx.now).slice(0, 7)}-01`, -1).slice(0, 7)
      return { ...SUCCESS, data: { runs: rows.map(viewRun), count, last_month: lastMonth, has_draft: hasDraft } }
    }),
    route(contract.getRunCall, async (ctx, { params: { run_id: runId } }) => {
      const run = await getRun(ctx.db, { runId })
      const [byStatus, byReason, operators] = await Promise.all([
        sumByStatus(ctx.db, { runId }),
        sumByReason(ctx.db, { runId }),
        countOperators(ctx.db),
      ])
      const isOwn = run.madeBy === null || run.madeBy === getOperatorId(ctx)
      return {
        ...SUCCESS,
        data: {
          run: viewRun(run),
          by_status: byStatus.map(({ status, count, amount }) => ({
            status,
            payouts: count,
            amount: formatAmount(amount),
          })),
          by_reason: byReason.map(({ reason, count, amount }) => ({
            reason,
            publishers: count,
            amount: formatAmount(amount),
          })),
          files:
            run.exportedAt === null ? [] : listRunFiles(await countByMethod(ctx.db, { runId }), payer !== undefined),
          changes: await readChanges(ctx, run),
          needs_typed_sum: isOwn && operators < 2,
          needs_maker: run.status === 'draft' && run.madeBy === null && operators > 1,
        },
      }
    }),
    route(contract.listPayoutsCall, async (ctx, { params, query }) => {
      await getRun(ctx.db, { runId: params.run_id })
      const { status } = query
      const { rows, count } = await listPayouts(ctx.db, { runId: params.run_id, status, page: toPage(query) })
      return { ...SUCCESS, data: { payouts: rows.map(viewPayout), count } }
    }),
    route(contract.listExclusionsCall, async (ctx, { params, query }) => {
      await getRun(ctx.db, { runId: params.run_id })
      const { reason } = query
      const { rows, count } = await listExclusions(ctx.db, { runId: params.run_id, reason, page: toPage(query) })
      return { ...SUCCESS, data: { exclusions: rows.map(viewExclusion), count } }
    }),
  ]
}

/** Reads what changed since a draft was computed; null of a run that waits for no approval. */
async function readChanges({ db, now }: RequestCtx, run: Awaited<ReturnType<typeof getRun>>) {
  const { status, computedAt } = run
  if (status !== 'draft' || computedAt === null) return null
  const draft = { ...run, computedAt }
  return viewDraftChanges(await findTakenBack(db, draft), await findOutdated(db, draft, now))
}

function actingRoutes({ sealing }: Omit<FileParts, 'now'>): Route[] {
  const advance = (ctx: RequestCtx, runId: string) => advanceRun(ctx, { runId, sealing, maxBatches: MAX_BATCHES })
  return [
    route(contract.draftRunCall, async (ctx, { body }) => {
      const id = await draftRun(ctx, { month: `${body.month}-01` })
      await advance(ctx, id)
      return { ...SUCCESS, id }
    }),
    route(contract.computeRunCall, async (ctx, { params: { run_id: runId } }) => {
      await recomputeRun(ctx, { runId })
      await advance(ctx, runId)
      return SUCCESS
    }),
    route(contract.discardRunCall, async (ctx, { params: { run_id: runId } }) => {
      await discardRun(ctx, { runId })
      return SUCCESS
    }),
    route(contract.approveRunCall, async (ctx, { params: { run_id: runId }, body }) => {
      const { computed_at: computedAt, amount, seen_taken_back: seenTakenBack } = body
      const typedAmount = parseAmount(amount.trim())
      await approveRun(ctx, { runId, computedAt: new Date(computedAt), typedAmount, seenTakenBack })
      await advance(ctx, runId)
      return SUCCESS
    }),
    route(contract.exportRunCall, async (ctx, { params: { run_id: runId } }) => {
      await exportRun(ctx, { runId })
      return SUCCESS
    }),
    route(contract.closeRunCall, async (ctx, { params: { run_id: runId } }) => {
      await closeRun(ctx, { runId })
      return SUCCESS
    }),
    route(contract.settlePayoutCall, async (ctx, { params: { run_id: runId }, body }) => {
      await settlePayout(ctx, { runId, ...readSettlement(body) })
      return SUCCESS
    }),
    route(settleByReportCall, async (ctx, { params: { run_id: runId }, query, file }) => {
      const report = { runId, chunks: file.read(), ...query }
      const { refused, choice, ...counts } = await settleByReport(ctx, report)
      const toMessage = ({ line, refusal }: (typeof refused)[number]) => ({
        line,
        message: errorText(ctx.locale, refusal),
      })
      return { ...SUCCESS, data: { ...counts, refused: refused.map(toMessage) }, choice }
    }),
  ]
}

function readSettlement(body: z.infer<typeof contract.settlePayoutCall.body>) {
  const { payout_id: payoutId, status, reference, day, reason } = body
  const amount = parseAmount(body.amount)
  if (amount === undefined) throw invalidField('amount', { code: 'program.amount' })
  if (status === 'paid' && reference === '') throw invalidField('reference', { code: 'payout.reference' })
  if (status !== 'paid' && reason === '') throw invalidField('reason', { code: 'payout.reason' })
  return { payoutId, amount, status, reference, day, reason }
}

function fileRoutes(parts: Omit<FileParts, 'now'>): Route[] {
  const findFile = async (ctx: RequestCtx, { run_id: runId, name }: { run_id: string; name: string }) => {
    const run = await getRun(ctx.db, { runId })
    if (run.exportedAt === null) throw new Refusal({ code: 'run.changed_meanwhile', status: 409 })
    const files = listRunFiles(await countByMethod(ctx.db, { runId }), parts.payer !== undefined)
    const file = files.find((candidate) => candidate.name === name)
    if (!file) throw notFound()
    return file
  }
  return [
    route(contract.prepareRunFileCall, async (ctx, { params }) => {
      await findFile(ctx, params)
      const { path } = contract.downloadRunFileCall
      return { ...SUCCESS, path: path.replace(':run_id', params.run_id).replace(':name', params.name) }
    }),
    route(contract.downloadRunFileCall, async (ctx, { params }) => {
      const file = await findFile(ctx, params)
      const runId = params.run_id
      await audit(ctx, { action: 'payout-run.download', target: `payout-run:${runId}`, details: { file: file.name } })
      const written = await writeRunFile(ctx.db, { runId, file, parts: { ...parts, now: ctx.now } })
      return new FileReply({ filename: file.name, ...written })
    }),
  ]
}
