import type { RefusalDetails } from '#kernel/errors.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { UnreadableCsv, readCsv } from '#platform/server/csv-reader.ts'
import { findReportColumns, readReportLine } from '../rules/paypal-report.ts'
import type { ReportColumns, ReportLine } from '../rules/paypal-report.ts'
import { settlePayouts } from './settle-payouts.ts'

const BATCH = 1000
/** At most so many refused lines are answered. */
const MAX_LISTED = 100

/** What a report changed. */
export interface ReportResult {
  changed: number
  unchanged: number
  waiting: number
  /** The first 100 refused lines, and the one from which the file cannot be read. */
  refused: { line: number; refusal: RefusalDetails }[]
}

/**
 * Settles the payouts of a run by a report of PayPal, line by line. Each 1,000 lines are a transaction, so the file can
 * be sent again after a kill: what was settled by it stays unchanged. Refuses with 422 a file without the columns; one
 * that cannot be read from a later line on settles what was read before.
 */
export async function settleByReport(
  ctx: Ctx,
  { runId, chunks }: { runId: string; chunks: AsyncIterable<Uint8Array> },
): Promise<ReportResult> {
  const result: ReportResult = { changed: 0, unchanged: 0, waiting: 0, refused: [] }
  let columns: ReportColumns | undefined
  let brokenAt: number | undefined
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
      const read = readReportLine(cells, columns)
      if (read === 'waiting') result.waiting += 1
      else if (read) batch.push({ ...read, line })
      else refuse(result, line, { code: 'run.report_line', status: 422 })
      if (batch.length === BATCH) await flush()
    }
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error
    brokenAt = error.line
  }
  if (!columns) {
    const code = brokenAt === undefined ? 'run.report' : 'run.report_broken'
    throw new Refusal({ code, status: 422, wireCode: 'invalid', field: 'file' })
  }
  await flush()
  if (brokenAt !== undefined) {
    result.refused.push({ line: brokenAt, refusal: { code: 'run.report_broken', status: 422 } })
  }
  return result
}

interface Batch {
  runId: string
  batch: readonly (ReportLine & { line: number })[]
  result: ReportResult
}

async function settleBatch(ctx: Ctx, { runId, batch, result }: Batch): Promise<void> {
  const outcomes = await settlePayouts(ctx, { runId, settlements: batch, isReport: true })
  for (const [index, outcome] of outcomes.entries()) {
    if (typeof outcome === 'string') result[outcome] += 1
    else refuse(result, batch[index]?.line ?? 0, outcome)
  }
}

function refuse({ refused }: ReportResult, line: number, refusal: RefusalDetails): void {
  if (refused.length < MAX_LISTED) refused.push({ line, refusal })
}
