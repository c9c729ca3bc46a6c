import type { Db } from '#database'

/** Marks everything before a time as counted, in a network whose roll-ups have not begun. */
export async function startProgress(db: Db, rebuiltUntil: Date): Promise<void> {
  const names = ['rollups', 'sub_ids']
  await db
    .insertInto('rollupProgress')
    .values(names.map((name) => ({ name, rebuiltUntil })))
    .execute()
}
