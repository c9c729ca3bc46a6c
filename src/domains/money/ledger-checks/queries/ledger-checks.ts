import type { Db } from '#database'

/** Finds the last check of the ledger, and when the ledger was last right. */
export async function findLastCheck(db: Db) {
  const last = await db.selectFrom('ledgerCheck').selectAll().orderBy('day', 'desc').limit(1).executeTakeFirst()
  if (!last) return undefined
  const right = await db
    .selectFrom('ledgerCheck')
    .select('startedAt')
    .where('differenceCount', '=', 0)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { ...last, rightAt: right?.startedAt ?? null }
}

/** Whether the ledger was checked on a UTC day. */
export async function isChecked(db: Db, { day }: { day: string }): Promise<boolean> {
  return (await db.selectFrom('ledgerCheck').select('day').where('day', '=', day).executeTakeFirst()) !== undefined
}
