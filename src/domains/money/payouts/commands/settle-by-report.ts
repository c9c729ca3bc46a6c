import type { ColumnChoice } from '#kernel/columns.ts'
import { Refusal } from '#kernel/errors.ts'
import { peekBytes } from '#platform/server/bank-messages/peek-bytes.ts'
import { looksLikeXml } from '#platform/server/bank-messages/xml.ts'
import type { Ctx } from '#platform/server/context.ts'
import { UnreadableCsv } from '#platform/server/files/csv-reader.ts'
import { openTable } from '#platform/server/files/open-table.ts'
import { REPORT_LAYOUT, readReportLine } from '../rules/paypal-report.ts'
import { settleByBankMessage } from './settle-by-bank-message.ts'
import { ReportSettlement } from './settle-report-lines.ts'
import type { ReportResult } from './settle-report-lines.ts'

interface Report {
  runId: string
  chunks: AsyncIterable<Uint8Array>
  /** The columns of a CSV that a person chooses; see `columnsQuery`. */
  columns?: string | undefined
}

/**
 * Settles the payouts of a run by a report of PayPal (CSV) or by a message of the bank (pain.002, camt.053, camt.054),
 * line by line. Each 1,000 lines are a transaction, so the file can be sent again after a kill: what was settled by it
 * stays unchanged. Refuses with 422 a file that is neither.
 */
export async function settleByReport(
  ctx: Ctx,
  { runId, chunks, columns }: Report,
): Promise<ReportResult & { choice?: ColumnChoice | undefined }> {
  const { first, all } = await peekBytes(chunks)
  return looksLikeXml(first)
    ? settleByBankMessage(ctx, { runId, chunks: all })
    : settleByCsv(ctx, { runId, chunks: all, columns })
}

/** Settles by PayPal's report. A file that cannot be read from a later line on settles what was read before. */
async function settleByCsv(ctx: Ctx, { runId, chunks, columns }: Report) {
  const settlement = new ReportSettlement(ctx, runId)
  let choice: ColumnChoice | undefined
  let isEmpty = true
  let brokenAt: number | undefined
  try {
    const table = await openTable(ctx, chunks, { layout: REPORT_LAYOUT, owner: 'network', columns })
    choice = table.choice
    for await (const { line, cells, isTooLong } of table.rows) {
      isEmpty = false
      const read = isTooLong ? ({ error: { code: 'csv.cells' } } as const) : readReportLine(cells)
      if (read === 'waiting') settlement.result.waiting += 1
      else if ('error' in read) settlement.refuse(line, { ...read.error, status: 422 })
      else await settlement.add({ ...read, line })
    }
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error
    if (error.code === 'csv.separator') throw refuseFile(error.code)
    brokenAt = error.line
  }
  if (isEmpty) throw refuseFile(brokenAt === undefined ? 'promotion.import_empty' : 'run.report_broken')
  await settlement.flush()
  if (brokenAt !== undefined) {
    settlement.result.refused.push({ line: brokenAt, refusal: { code: 'run.report_broken', status: 422 } })
  }
  return { ...settlement.result, choice }
}

function refuseFile(code: 'promotion.import_empty' | 'run.report_broken' | 'csv.separator'): Refusal {
  return new Refusal({ code, status: 422, wireCode: 'invalid', field: 'file' })
}
