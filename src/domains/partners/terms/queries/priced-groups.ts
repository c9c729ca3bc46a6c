import { sql } from 'kysely'
import type { Db } from '#database'
import { readVersions } from './versions.ts'

/**
 * Whether a rate names a group of a programme: in the terms in force, in those that are published for later, or in the
 * draft.
 */
export async function isPricedGroup(
  db: Db,
  { programId, groupId, now }: { programId: bigint; groupId: bigint; now: Date },
): Promise<boolean> {
  const { inForce, scheduled } = await readVersions(db, { programId, now })
  const versions = [inForce, scheduled].flatMap((version) => (version ? [version.id] : []))
  const { rows } = await sql<{ isPriced: boolean }>`
    SELECT EXISTS (SELECT FROM program_rule WHERE terms_id = ANY (${versions}::bigint[]) AND group_id = ${groupId})
      OR EXISTS (SELECT FROM terms_draft WHERE program_id = ${programId}
        AND lines @> ${JSON.stringify([{ groupId: String(groupId) }])}::jsonb) AS is_priced`.execute(db)
  return rows[0]?.isPriced === true
}
