import { sql } from 'kysely'
import type { Db } from '#database'
import { findOtherOperator, getAccount } from '#domains/accounts/queries.ts'
import { findOwnedAdvertiserId, listMembers } from '#domains/teams/queries.ts'
import { isActiveOwner } from '#domains/teams/rules.ts'
import { findPublisherId } from '#domains/publishers/queries.ts'
import { hasAccountState } from '#domains/account-states/queries.ts'
import type { ErasureFacts } from '../rules.ts'

/** What there is to know before an account is erased. */
export type Erasure = Awaited<ReturnType<typeof getErasure>>

/**
 * Reads an account with what is open for it, what decides whether it can be erased, and when it is to be erased.
 * Refuses an unknown account as not found.
 */
export async function getErasure(db: Db, accountId: bigint) {
  const account = await getAccount(db, accountId)
  const publisherId = await findPublisherId(db, { accountId })
  const advertiserId = await findOwnedAdvertiserId(db, { accountId })
  return {
    account,
    balances: publisherId === undefined ? [] : await listOwed(db, publisherId),
    pendingTransactions: await countPending(db, { publisherId, advertiserId }),
    facts: await getErasureFacts(db, accountId),
    request: await findRequest(db, accountId),
  }
}

/** Reads what decides whether an account can be erased. Refuses an unknown account as not found. */
export async function getErasureFacts(db: Db, accountId: bigint): Promise<ErasureFacts> {
  const account = await getAccount(db, accountId)
  const publisherId = await findPublisherId(db, { accountId })
  const advertiserId = await findAdvertiserOfLastOwner(db, accountId)
  const { rows } = await sql<Pick<ErasureFacts, 'isRestricted' | 'hasOpenProgram' | 'hasOpenMoney'>>`
    SELECT ${hasAccountState(sql`${publisherId ?? null}`, ['on_hold', 'suspended'])} AS is_restricted,
      EXISTS (
        SELECT FROM program WHERE advertiser_id = ${advertiserId ?? null} AND status NOT IN ('draft', 'closed')
      ) AS has_open_program,
      EXISTS (
        SELECT FROM balance
        WHERE account IN (${`advertiser_receivable:${advertiserId}`}, ${`advertiser_funds:${advertiserId}`})
        GROUP BY account HAVING sum(amount) <> 0
      ) OR EXISTS (
        SELECT FROM transaction_state WHERE status = 'PENDING' AND advertiser_id = ${advertiserId ?? null}
      ) AS has_open_money`.execute(db)
  const [business] = rows
  if (!business) throw new Error('A query without a table answered no row')
  const isLastOperator = account.role === 'operator' && !(await findOtherOperator(db, accountId))
  return { ...business, isErased: account.erasedAt !== null, isLastOperator }
}

/** The advertiser that has no owner who can log in without this account. */
async function findAdvertiserOfLastOwner(db: Db, accountId: bigint): Promise<bigint | undefined> {
  const advertiserId = await findOwnedAdvertiserId(db, { accountId })
  if (advertiserId === undefined) return undefined
  const members = await listMembers(db, { advertiserId })
  const hasOther = members.some((member) => member.accountId !== accountId && isActiveOwner(member))
  return hasOther ? undefined : advertiserId
}

/** Finds when and by whom the erasure of an account was requested. */
export function findRequest(db: Db, accountId: bigint) {
  return db.selectFrom('erasureRequest').selectAll().where('accountId', '=', accountId).executeTakeFirst()
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
