import type { RefusalDetails } from '#kernel/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { ReportLine } from '../rules/paypal-report.ts'
import { settlePayouts } from './settle-payouts.ts'

const BATCH = 1000
/** At most so many refused lines are answered. */
const MAX_LISTED = 100

/** What a report changed. */
export interface ReportResult {
  changed: number
  unchanged: number
  waiting: number
  /** Payments of a bank's file that are no payouts. */
  other: number
  /** The first 100 refused lines, and the one from which the file cannot be read. */
  refused: { line: number; refusal: RefusalDetails }[]
}

/** A line of a report with its number. */
export type NumberedLine = ReportLine & { line: number }

/** Settles lines of a report as they come, each 1,000 in a transaction, and counts what became of them. */
export class ReportSettlement {
  readonly result: ReportResult = { changed: 0, unchanged: 0, waiting: 0, other: 0, refused: [] }
  readonly #ctx: Ctx
  readonly #runId: string
  #batch: NumberedLine[] = []

  constructor(ctx: Ctx, runId: string) {
    this.#ctx = ctx
    this.#runId = runId
  }

  /** Takes a line, and settles those that wait as soon as they fill a transaction. */
  async add(line: NumberedLine): Promise<void> {
    this.#batch.push(line)
    if (this.#batch.length >= BATCH) await this.flush()
  }

  /** Settles the lines that wait. */
  async flush(): Promise<void> {
    const batch = this.#batch
    this.#batch = []
    const outcomes = await settlePayouts(this.#ctx, { runId: this.#runId, settlements: batch, isReport: true })
    for (const [index, outcome] of outcomes.entries()) {
      if (typeof outcome === 'string') this.result[outcome] += 1
      else this.refuse(batch[index]?.line ?? 0, outcome)
    }
  }

  /** Notes that a line changed nothing, and why. */
  refuse(line: number, refusal: RefusalDetails): void {
    if (this.result.refused.length < MAX_LISTED) this.result.refused.push({ line, refusal })
  }
}
