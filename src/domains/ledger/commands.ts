import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import { uuid7 } from '#kernel/uuid7.ts'
import { isBalanced } from './rules.ts'
import type { Leg } from './rules.ts'
import type { EntryTable } from './tables.ts'

/** One event of money. The same publisher, subject and sequence is the same entry, however often it is posted. */
export interface NewEntry {
  publisherId: bigint
  kind: EntryTable['kind']
  subjectKind: string
  subjectId: string
  sequence: number
  /** In sum zero per currency, and no account twice in one currency. */
  legs: readonly Leg[]
}

/**
 * Posts an entry and keeps the balances, inside the caller's transaction. Answers `false` and changes nothing when it
 * is there already. Part of a command, which writes the audit line.
 */
export async function postEntry(tx: Ctx, { legs, ...head }: NewEntry): Promise<boolean> {
  if (!tx.db.isTransaction) throw new Error('An entry is posted inside the transaction of what causes it.')
  if (!isBalanced(legs)) throw new Error(`The legs of ${head.subjectKind} ${head.subjectId} do not sum to zero.`)
  const entry = await tx.db
    .insertInto('entry')
    .values({ ...head, id: uuid7(tx.now.getTime()), postedAt: tx.now })
    .onConflict((conflict) => conflict.columns(['publisherId', 'subjectKind', 'subjectId', 'sequence']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!entry) return false
  await tx.db
    .insertInto('posting')
    .values(legs.map((leg, index) => ({ publisherId: head.publisherId, entryId: entry.id, leg: index + 1, ...leg })))
    .execute()
  await addToBalances(tx, head.publisherId, legs)
  return true
}

// Always in the order of the accounts, so that two entries never wait for each other.
async function addToBalances(tx: Ctx, publisherId: bigint, legs: readonly Leg[]): Promise<void> {
  const inOrder = legs.toSorted((one, other) => (one.account < other.account ? -1 : 1))
  await tx.db
    .insertInto('balance')
    .values(inOrder.map((leg) => ({ publisherId, ...leg })))
    .onConflict((conflict) =>
      conflict
        .columns(['publisherId', 'account', 'currency'])
        .doUpdateSet({ amount: sql<bigint>`balance.amount + excluded.amount` }),
    )
    .execute()
}
