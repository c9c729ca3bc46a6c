import type { RefusalDetails } from '#kernel/errors.ts'
import { Refusal } from '#kernel/errors.ts'
import { toDay } from '#kernel/days.ts'
import type { Ctx } from '#platform/server/context.ts'
import { UnreadableCsv, readCsv } from '#platform/server/csv-reader.ts'
import { findReportColumns, readReportLine } from '../rules/paypal-report.ts'
import type { ReportColumns, ReportLine } from '../rules/paypal-report.ts'
import { settlePayouts } from './settle-payouts.ts'

const BATCH = 1000
/** A run has no more lines than this in one file of PayPal, and its header. */
const MAX_LISTED = 100

/** What a report changed. */
export interface ReportResult {
  changed: number
  unchanged: number
  waiting: number
  /** The first 100 refused lines; a line without a payout is one of them. */
  refused: { line: number; refusal: RefusalDetails }[]
}

/**
 * Settles the payouts of a run by a report of PayPal, line by line. Each 1,000 lines are a transaction, so the file can
 * be sent again after a kill: what was settled by it stays unchanged.
 */
export async function settleByReport(
  ctx: Ctx,
  { runId, chunks }: { runId: string; chunks: AsyncIterable<Uint8Array> },
): Promise<ReportResult> {
  const result: ReportResult = { changed: 0, unchanged: 0, waiting: 0, refused: [] }
  let columns: ReportColumns | undefined
  let batch: (ReportLine & { line: number })[] = []
  const flush = async () => {
    await settleBatch(ctx, { runId, batch, result })
    batch = []
  }
  try {
    for await (const { line, cells } of readCsv(chunks)) {
      if (!columns) {
        columns = findReportColumns(cells)
        continue
      }
      const read = readReportLine(cells, columns, toDay(ctx.now))
      if (read === 'waiting') result.waiting += 1
      else if (read) batch.push({ ...read, line })
      else refuse(result, line, { code: 'payout.other_run', status: 404 })
      if (batch.length === BATCH) await flush()
    }
  } catch (error) {
    if (error instanceof UnreadableCsv) throw new Refusal({ code: 'run.report', status: 422, wireCode: 'invalid' })
    throw error
  }
  await flush()
  return result
}

interface Batch {
  runId: string
  batch: readonly (ReportLine & { line: number })[]
  result: ReportResult
}

async function settleBatch(ctx: Ctx, { runId, batch, result }: Batch): Promise<void> {
  const outcomes = await settlePayouts(ctx, { runId, settlements: batch })
  for (const [index, outcome] of outcomes.entries()) {
    if (typeof outcome === 'string') result[outcome] += 1
    else refuse(result, batch[index]?.line ?? 0, outcome)
  }
}

function refuse({ refused }: ReportResult, line: number, refusal: RefusalDetails): void {
  if (refused.length < MAX_LISTED) refused.push({ line, refusal })
}
