import type { Ctx } from '#platform/server/context.ts'

/**
 * Locks an account until the end of the transaction. A command that changes several rows of an account locks it first,
 * so that no two commands wait for each other.
 */
export async function lockAccount(tx: Ctx, accountId: bigint): Promise<void> {
  await tx.db.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
}

/** Locks all operators until the end of the transaction, in one order, so that two of them cannot go at once. */
export async function lockOperators(tx: Ctx): Promise<void> {
  await tx.db.selectFrom('account').select('id').where('role', '=', 'operator').orderBy('id').forNoKeyUpdate().execute()
}
