import { notFound } from '#kernel/errors.ts'
import type { Ctx } from '#platform/server/context.ts'

/**
 * Locks a publisher until the end of the transaction, so that two commands on its legal details and tax forms wait for
 * each other. Refuses an unknown id as not found.
 */
export async function lockPublisher(tx: Ctx, publisherId: bigint): Promise<void> {
  const row = await tx.db
    .selectFrom('publisher')
    .select('id')
    .where('id', '=', publisherId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
}
