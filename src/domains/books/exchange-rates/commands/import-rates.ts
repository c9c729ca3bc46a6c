import type { ColumnChoice } from '#kernel/columns.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { MAX_RATE_ERRORS } from '../rules.ts'
import { doubtRates } from './doubt-rates.ts'
import { readRateFile } from './read-rate-file.ts'
import type { FiledRate, RateFileError } from './read-rate-file.ts'
import { recordRates } from './record-rates.ts'
import type { RecordedRates } from './record-rates.ts'

/** What came of a file: with errors nothing of it is imported. */
export interface ImportedRates extends RecordedRates {
  errors: RateFileError[]
  /** Whether the errors are rates that a person can confirm. */
  canConfirm: boolean
  /** The columns that a person chose for this header; undefined where they have their names. */
  choice: ColumnChoice | undefined
}

/**
 * Imports rates from CSV, all rows or none. The same file again changes nothing. Answers the errors by line; unless
 * `isConfirmed`, unusual rates are among them.
 */
export async function importRates(
  ctx: Ctx,
  file: AsyncIterable<Uint8Array>,
  { isConfirmed, columns }: { isConfirmed: boolean; columns?: string | undefined },
): Promise<ImportedRates> {
  const { rates, errors, choice } = await readRateFile(ctx, file, columns)
  if (errors.length > 0) return { added: 0, unchanged: 0, errors, canConfirm: false, choice }
  const doubts = isConfirmed ? [] : await listDoubts(ctx, rates)
  if (doubts.length > 0) return { added: 0, unchanged: 0, errors: doubts, canConfirm: true, choice }
  // The upload of the file can take minutes.
  const recorded = await inTransaction({ ...ctx, now: new Date() }, (tx) => recordRates(tx, 'imported', rates))
  return { ...recorded, errors, canConfirm: false, choice }
}

/** Lists the first rates that a person has to confirm, by line. */
export async function listDoubts(ctx: Ctx, rates: readonly FiledRate[]): Promise<RateFileError[]> {
  const doubts = await doubtRates(ctx.db, rates)
  const listed = rates.flatMap(({ line }, index) => {
    const doubt = doubts[index]
    return doubt ? [{ ...doubt, line, column: 'rate' }] : []
  })
  return listed.slice(0, MAX_RATE_ERRORS)
}
