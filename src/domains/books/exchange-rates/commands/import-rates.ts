import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readRateFile } from './read-rate-file.ts'
import type { RateFileError } from './read-rate-file.ts'
import { recordRates } from './record-rates.ts'
import type { RecordedRates } from './record-rates.ts'

/** Imports rates from CSV, all rows or none. The same file again changes nothing. Answers the errors by line. */
export async function importRates(
  ctx: Ctx,
  file: AsyncIterable<Uint8Array>,
): Promise<RecordedRates & { errors: RateFileError[] }> {
  const { rates, errors } = await readRateFile(file, ctx.now)
  if (errors.length > 0) return { added: 0, unchanged: 0, errors }
  // The upload of the file can take minutes.
  const recorded = await inTransaction({ ...ctx, now: new Date() }, (tx) => recordRates(tx, 'imported', rates))
  return { ...recorded, errors }
}
