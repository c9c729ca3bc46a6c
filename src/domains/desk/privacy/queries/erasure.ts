import { sql } from 'kysely'
import type { Db } from '#database'
import { findOtherOperator, getAccount } from '#domains/people/accounts/queries.ts'
import { findOwnedAdvertiserId, listMembers } from '#domains/people/teams/queries.ts'
import { isActiveOwner } from '#domains/people/teams/rules.ts'
import { findPublisherId } from '#domains/people/publishers/queries.ts'
import type { BuildCondition, Erase } from '#platform/server/privacy.ts'
import type { ErasureFacts } from '../rules.ts'

/** What the domains erase of an account, and what is asked of them before. Each list runs in its order. */
export interface ErasureParts {
  beforeLock: readonly Erase<{ accountId: bigint }>[]
  publisher: readonly Erase<{ publisherId: bigint }>[]
  advertiser: readonly Erase<{ advertiserId: bigint }>[]
  account: readonly Erase<{ accountId: bigint }>[]
  /** Of a publisher. */
  isRestricted: BuildCondition
  /** Of an advertiser. */
  hasOpenProgram: BuildCondition
  /** Of an advertiser, any of these. */
  hasOpenMoney: readonly BuildCondition[]
  listOwed: (db: Db, publisher: { publisherId: bigint }) => Promise<{ currency: string; amount: bigint }[]>
  countPending: (db: Db, business: Record<'publisherId' | 'advertiserId', bigint | undefined>) => Promise<number>
}

/** What there is to know before an account is erased. */
export type Erasure = Awaited<ReturnType<typeof getErasure>>

/**
 * Reads an account with what is open for it, what decides whether it can be erased, and when it is to be erased.
 * Refuses an unknown account as not found.
 */
export async function getErasure(db: Db, parts: ErasureParts, accountId: bigint) {
  const account = await getAccount(db, accountId)
  const publisherId = await findPublisherId(db, { accountId })
  const advertiserId = await findOwnedAdvertiserId(db, { accountId })
  return {
    account,
    balances: publisherId === undefined ? [] : await parts.listOwed(db, { publisherId }),
    pendingTransactions: await parts.countPending(db, { publisherId, advertiserId }),
    facts: await getErasureFacts(db, parts, accountId),
    request: await findRequest(db, accountId),
  }
}

/** Reads what decides whether an account can be erased. Refuses an unknown account as not found. */
export async function getErasureFacts(db: Db, parts: ErasureParts, accountId: bigint): Promise<ErasureFacts> {
  const account = await getAccount(db, accountId)
  const publisherId = await findPublisherId(db, { accountId })
  const advertiserId = await findAdvertiserOfLastOwner(db, accountId)
  const { rows } = await sql<Pick<ErasureFacts, 'isRestricted' | 'hasOpenProgram' | 'hasOpenMoney'>>`
    SELECT ${parts.isRestricted(publisherId ?? null)} AS is_restricted,
      ${parts.hasOpenProgram(advertiserId ?? null)} AS has_open_program,
      ${sql.join(
        parts.hasOpenMoney.map((condition) => condition(advertiserId ?? null)),
        sql` OR `,
      )} AS has_open_money`.execute(db)
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
