import { notFound } from '#kernel/errors.ts'
import type { Ctx } from '#platform/server/context.ts'

/**
 * Locks a programme until the transaction ends, so that its commands run one after another. Refuses an unknown id as
 * not found.
 */
export async function lockProgram(tx: Ctx, programId: bigint) {
  const row = await tx.db
    .selectFrom('program')
    .innerJoin('advertiser', 'advertiser.id', 'program.advertiserId')
    .select(['program.status', 'program.joinMode', 'program.title', 'program.advertiserId'])
    .select(['program.noJoinsFrom', 'program.closedFrom', 'program.closesAt', 'program.noticeDays'])
    .select(['program.joinsPausedUntil', 'program.pausesAt'])
    .select('advertiser.status as advertiserStatus')
    .where('program.id', '=', programId)
    .forNoKeyUpdate('program')
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}
