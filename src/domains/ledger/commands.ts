import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import { uuid7 } from '#kernel/uuid7.ts'
import { balanceChanges } from './rules.ts'
import type { Posting } from './rules.ts'
import type { EntryTable } from './tables.ts'

/** One event of money. The same publisher, source and sequence is the same entry, however often it is posted. */
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
 * Posts an entry and keeps the balances, inside the caller's transaction. Answers `false` and changes nothing when it
 * is there already. Part of a command, which writes the audit line.
 */
export async function postEntry(tx: Ctx, { postings, ...head }: NewEntry): Promise<boolean> {
  if (!tx.db.isTransaction) throw new Error('An entry is posted inside the transaction of what causes it.')
  if (postings.length === 0) throw new Error(`The entry of ${head.sourceKind} ${head.sourceId} moves nothing.`)
  const entry = await tx.db
    .insertInto('entry')
    .values({ ...head, id: uuid7(tx.now.getTime()), postedAt: tx.now })
    .onConflict((conflict) => conflict.columns(['publisherId', 'sourceKind', 'sourceId', 'sequence']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!entry) return false
  const { publisherId } = head
  await tx.db
    .insertInto('posting')
    .values(postings.map((posting, index) => ({ publisherId, entryId: entry.id, lineNo: index + 1, ...posting })))
    .execute()
  await addToBalances(tx, publisherId, postings)
  return true
}

// Always in the order of the accounts, so that two entries never wait for each other.
async function addToBalances(tx: Ctx, publisherId: bigint, postings: readonly Posting[]): Promise<void> {
  await tx.db
    .insertInto('balance')
    .values(balanceChanges(postings).map((change) => ({ publisherId, ...change })))
    .onConflict((conflict) =>
      conflict
        .columns(['publisherId', 'account', 'currency'])
        .doUpdateSet({ amount: sql<bigint>`balance.amount + excluded.amount` }),
    )
    .execute()
}
