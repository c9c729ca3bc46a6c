import { sql } from 'kysely'
import type { Db } from '#database'
import { membershipRow } from '#domains/programmes/programs/rules.ts'
import type { MembershipKey } from '#domains/programmes/programs/rules.ts'

/** A short description of a set of ids. Two sets that differ have different ones, but for one case in 2³². */
interface Digest {
  count: number
  /** The sum of the mixed ids, modulo 2³². */
  sum: number
}

/**
 * The publishers that have joined one programme. The ids are kept as numbers, because the garbage collector has to
 * visit each bigint.
 */
export class ProgramMembers {
  #ids = new Set<number>()
  #sum = 0

  get size(): number {
    return this.#ids.size
  }

  get digest(): Digest {
    return { count: this.#ids.size, sum: this.#sum >>> 0 }
  }

  has(publisherId: bigint): boolean {
    return this.#ids.has(Number(publisherId))
  }

  add(publisherId: bigint): void {
    const id = Number(publisherId)
    if (this.#ids.has(id)) return
    this.#ids.add(id)
    this.#sum = (this.#sum + mix(id)) | 0
  }

  delete(publisherId: bigint): void {
    const id = Number(publisherId)
    if (!this.#ids.delete(id)) return
    this.#sum = (this.#sum - mix(id)) | 0
  }

  /** Takes the members of `other` in place of its own. */
  become(other: ProgramMembers): void {
    this.#ids = other.#ids
    this.#sum = other.#sum
  }
}

/** Spreads the bits of an id over 32 bits, as `mixedId` does in SQL. */
function mix(id: number): number {
  const spread = Math.imul(id & 0x7f_ff_ff_ff, 2_654_435_761)
  return Math.imul(spread ^ (spread >>> 15), 1_103_515_245)
}

const spreadId = sql`((publisher_id & 2147483647) * 2654435761 & 4294967295)`
const mixedId = sql`((${spreadId} # (${spreadId} >> 15)) * 1103515245 & 4294967295)`

/** The publishers that have joined each programme. A change of a membership changes them in place. */
export class Members {
  readonly #byProgram = new Map<bigint, ProgramMembers>()

  /** The publishers that have joined a programme; the object follows later changes. */
  of(programId: bigint): ProgramMembers {
    let joined = this.#byProgram.get(programId)
    if (joined === undefined) {
      joined = new ProgramMembers()
      this.#byProgram.set(programId, joined)
    }
    return joined
  }

  /** The programmes that have been asked for. */
  get programIds(): Iterable<bigint> {
    return this.#byProgram.keys()
  }
}

/** Reads the members of those programmes again whose members in the database are others, and changes them in place. */
export async function refreshMembers(db: Db, members: Members): Promise<void> {
  for (const programIds of await listDiffering(db, members)) {
    const fresh = new Members()
    const lastProgramId = programIds.at(-1) ?? 0n
    let after: MembershipKey | undefined = { programId: programIds[0] ?? 0n, publisherId: 0n }
    while (after !== undefined) after = await readPart(db, fresh, { after, lastProgramId })
    for (const programId of programIds) members.of(programId).become(fresh.of(programId))
  }
}

/**
 * Lists the programmes with other members in the database, by id. Neighbours among all programmes are in one list,
 * because they are read together. PostgreSQL computes the digests, so that members that are the same are not sent.
 */
async function listDiffering(db: Db, members: Members): Promise<bigint[][]> {
  const { rows } = await sql<{ programId: bigint; count: bigint; sum: bigint }>`
    SELECT program_id, count(*) AS count, mod(sum(${mixedId}), 4294967296)::bigint AS sum
    FROM membership WHERE status = 'joined' GROUP BY program_id`.execute(db)
  const kept = new Map(rows.map((row) => [row.programId, row]))
  const all = [...new Set([...kept.keys(), ...members.programIds])].toSorted((one, other) => (one < other ? -1 : 1))
  const runs: bigint[][] = [[]]
  for (const programId of all) {
    const { count = 0n, sum = 0n } = kept.get(programId) ?? {}
    const { digest } = members.of(programId)
    if (Number(count) !== digest.count || Number(sum) !== digest.sum) runs.at(-1)?.push(programId)
    else runs.push([])
  }
  return runs.filter((run) => run.length > 0)
}

/** Small enough that no redirect waits noticeably for a part. */
const PART_ROWS = 5000

interface Part {
  after: MembershipKey
  /** The last programme to read. */
  lastProgramId: bigint
}

/**
 * Adds the next part and returns its last membership; undefined after the last part. Redirects wait while a process
 * reads an answer of the database, so no answer has more than a part.
 */
async function readPart(db: Db, members: Members, { after, lastProgramId }: Part): Promise<MembershipKey | undefined> {
  const { rows } = await sql<{ programId: bigint; publisherIds: string }>`
    SELECT program_id, string_agg(publisher_id::text, ',' ORDER BY publisher_id) AS publisher_ids
    FROM (
      SELECT program_id, publisher_id FROM membership
      WHERE status = 'joined' AND (program_id, publisher_id) > (${after.programId}, ${after.publisherId})
        AND program_id <= ${lastProgramId}
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

/** Reads the memberships that have changed and changes their programmes in place. */
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
  const joined = new Set(rows.map((row) => membershipRow(row)))
  for (const key of changed) {
    const program = members.of(key.programId)
    if (joined.has(membershipRow(key))) program.add(key.publisherId)
    else program.delete(key.publisherId)
  }
}
