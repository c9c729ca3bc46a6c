import type { Db } from '#database'

/** Sums up the commission of a publisher's pending transactions in USD, without those that have no exchange rate. */
export async function sumPending(db: Db, { publisherId }: { publisherId: bigint }): Promise<bigint> {
  const row = await db
    .selectFrom('transactionState')
    .select((state) => state.fn.sum<string | null>('commission').as('commission'))
    .where('publisherId', '=', publisherId)
    .where('status', '=', 'PENDING')
    .executeTakeFirstOrThrow()
  return BigInt(row.commission ?? 0)
}
