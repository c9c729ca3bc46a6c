import type { Db } from '#database'

/** Counts the publishers for whom a version changes a rate. */
export async function countNotices(db: Db, { termsId }: { termsId: bigint }): Promise<number> {
  const { count } = await db
    .selectFrom('termsNotice')
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .where('termsId', '=', termsId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
