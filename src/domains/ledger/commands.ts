import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import { uuid7 } from '#kernel/uuid7.ts'
import { sumBalanceChanges } from './rules.ts'
import type { Posting } from './rules.ts'
import type { EntryTable } from './tables.ts'

/** An entry to post. Publisher, source and sequence identify it, so a repeated post changes nothing. */
export interface NewEntry {
  publisherId: bigint
  kind: EntryTable['kind']
  sourceKind: string
  sourceId: string
  sequence: number
  /** At least one. */
  postings: readonly Posting[]
}

/**
 * Posts an entry and updates the balances, inside the caller's transaction. Answers `false` and changes nothing if the
 * entry exists already. The calling command writes the audit line.
 */
export async function postEntry(tx: Ctx, { postings, ...header }: NewEntry): Promise<boolean> {
  if (!tx.db.isTransaction) throw new Error('An entry is posted inside the transaction of what causes it.')
  if (postings.length === 0) throw new Error(`The entry of ${header.sourceKind} ${header.sourceId} moves nothing.`)
  const entry = await tx.db
    .insertInto('entry')
    .values({ ...header, id: uuid7(tx.now.getTime()), postedAt: tx.now })
    .onConflict((conflict) => conflict.columns(['publisherId', 'sourceKind', 'sourceId', 'sequence']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!entry) return false
  const { publisherId } = header
  await tx.db
    .insertInto('posting')
    .values(postings.map((posting, index) => ({ publisherId, entryId: entry.id, lineNo: index + 1, ...posting })))
    .execute()
  await addToBalances(tx, publisherId, postings)
  return true
}

/** Locks the balances of several publishers until the caller's transaction ends, in the order in which entries do. */
export async function lockBalances(tx: Ctx, publisherIds: readonly bigint[]): Promise<void> {
  await tx.db
    .selectFrom('balance')
    .select('publisherId')
    .where('publisherId', 'in', [...new Set(publisherIds)])
    .orderBy('publisherId')
    .orderBy('account')
    .orderBy('currency')
    .forUpdate()
    .execute()
}

// Updates balances in the order of their ledger accounts, so that two entries cannot deadlock.
async function addToBalances(tx: Ctx, publisherId: bigint, postings: readonly Posting[]): Promise<void> {
  await tx.db
    .insertInto('balance')
    .values(sumBalanceChanges(postings).map((change) => ({ publisherId, ...change })))
    .onConflict((conflict) =>
      conflict
        .columns(['publisherId', 'account', 'currency'])
        .doUpdateSet({ amount: sql<bigint>`balance.amount + excluded.amount` }),
    )
    .execute()
}
