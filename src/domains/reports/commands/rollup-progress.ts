import { sql } from 'kysely'
import type { Db } from '#database'

/** Finds the time up to which a roll-up contains everything; `undefined` before its first pass. */
export async function findProgress(db: Db, name: 'rollups' | 'sub_ids'): Promise<Date | undefined> {
  const row = await db.selectFrom('rollupProgress').select('rebuiltUntil').where('name', '=', name).executeTakeFirst()
  return row?.rebuiltUntil
}

/** Marks everything before a time as counted, in a network whose roll-ups have not begun. */
export async function startProgress(db: Db, rebuiltUntil: Date): Promise<void> {
  const names = ['rollups', 'sub_ids']
  await db
    .insertInto('rollupProgress')
    .values(names.map((name) => ({ name, rebuiltUntil })))
    .execute()
}

/** Finds the time of the first click. */
export async function findFirstClick(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT least((SELECT min(clicked_at) FROM click), (SELECT min(clicked_at) FROM transaction)) AS at`.execute(db)
  return rows[0]?.at ?? undefined
}
