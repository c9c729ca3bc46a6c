import { sql } from 'kysely'
import type { Db } from '#database'
import type { MembershipKey } from '#domains/programs/rules.ts'

/** The publishers that have joined each programme. A change of a membership changes its set in place. */
export class Members {
  readonly #byProgram = new Map<bigint, Set<bigint>>()

  /** The publishers that have joined a programme; the set follows later changes. */
  of(programId: bigint): Set<bigint> {
    let joined = this.#byProgram.get(programId)
    if (joined === undefined) {
      joined = new Set()
      this.#byProgram.set(programId, joined)
    }
    return joined
  }
}

/** Small enough that no redirect waits noticeably for a part. */
const PART_ROWS = 5000

/** Reads all members part by part, because redirects wait while a process reads an answer of the database. */
export async function readMembers(db: Db): Promise<Members> {
  const members = new Members()
  let last: MembershipKey | undefined = { programId: 0n, publisherId: 0n }
  while (last !== undefined) last = await readPart(db, members, last)
  return members
}

/** Adds the next part and returns its last membership; undefined after the last part. */
async function readPart(db: Db, members: Members, after: MembershipKey): Promise<MembershipKey | undefined> {
  const { rows } = await sql<{ programId: bigint; publisherIds: string }>`
    SELECT program_id, string_agg(publisher_id::text, ',' ORDER BY publisher_id) AS publisher_ids
    FROM (
      SELECT program_id, publisher_id FROM membership
      WHERE status = 'joined' AND (program_id, publisher_id) > (${after.programId}, ${after.publisherId})
      ORDER BY program_id, publisher_id LIMIT ${PART_ROWS}
    ) AS part
    GROUP BY program_id ORDER BY program_id`.execute(db)
  let count = 0
  let last: MembershipKey | undefined
  for (const { programId, publisherIds } of rows) {
    const joined = members.of(programId)
    for (const text of publisherIds.split(',')) {
      const publisherId = BigInt(text)
      joined.add(publisherId)
      last = { programId, publisherId }
      count += 1
    }
  }
  return count < PART_ROWS ? undefined : last
}

/** Reads the memberships that have changed and changes their sets in place. */
export async function updateMembers(db: Db, members: Members, changed: readonly MembershipKey[]): Promise<void> {
  if (changed.length === 0) return
  const rows = await db
    .selectFrom('membership')
    .select(['programId', 'publisherId'])
    .where('status', '=', 'joined')
    .where((row) =>
      row(
        row.refTuple('programId', 'publisherId'),
        'in',
        changed.map(({ programId, publisherId }) => row.tuple(programId, publisherId)),
      ),
    )
    .execute()
  for (const { programId, publisherId } of changed) members.of(programId).delete(publisherId)
  for (const { programId, publisherId } of rows) members.of(programId).add(publisherId)
}
