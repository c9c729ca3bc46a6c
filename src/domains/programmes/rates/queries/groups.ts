import { sql } from 'kysely'
import type { Db } from '#database'

/** Lists the groups of a programme by name, with the number of their publishers. */
export async function listGroups(db: Db, { programId }: { programId: bigint }) {
  const { rows } = await sql<{ id: bigint; name: string; memberCount: number }>`
    SELECT id, name,
      (SELECT count(*)::int FROM publisher_group_member WHERE group_id = publisher_group.id) AS member_count
    FROM publisher_group WHERE program_id = ${programId} ORDER BY lower(name), id`.execute(db)
  return rows
}
