import { sql } from 'kysely'
import type { Db } from '#database'
import { getAccount } from '#domains/accounts/queries.ts'
import { findOwnedAdvertiserId } from '#domains/teams/queries.ts'
import { findPublisherId } from '#domains/publishers/queries.ts'

/** What there is to know before an account is erased. */
export type Erasure = Awaited<ReturnType<typeof getErasure>>

/** Reads an account with the money that is open for it. Refuses an unknown account as not found. */
export async function getErasure(db: Db, accountId: bigint) {
  const account = await getAccount(db, accountId)
  const publisherId = await findPublisherId(db, { accountId })
  const advertiserId = await findOwnedAdvertiserId(db, { accountId })
  return {
    account,
    balances: publisherId === undefined ? [] : await listOwed(db, publisherId),
    pendingTransactions: await countPending(db, { publisherId, advertiserId }),
  }
}

/** Lists what the network owes a publisher, by currency. Below zero after a reversal of what was paid. */
async function listOwed(db: Db, publisherId: bigint): Promise<{ currency: string; amount: bigint }[]> {
  const { rows } = await sql<{ currency: string; amount: bigint }>`
    SELECT currency, sum(amount)::bigint AS amount FROM balance
    WHERE publisher_id = ${publisherId} AND account LIKE 'publisher\\_%' AND account <> 'publisher_withheld'
    GROUP BY currency HAVING sum(amount) <> 0 ORDER BY currency`.execute(db)
  return rows
}

interface Business {
  publisherId: bigint | undefined
  advertiserId: bigint | undefined
}

async function countPending(db: Db, { publisherId, advertiserId }: Business): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM transaction_state WHERE status = 'PENDING'
      AND (publisher_id = ${publisherId ?? null} OR advertiser_id = ${advertiserId ?? null})`.execute(db)
  return rows[0]?.count ?? 0
}
