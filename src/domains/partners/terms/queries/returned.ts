import type { Db } from '#database'
import { listMethods } from '#domains/programmes/programs/queries/programs.ts'
import { isWithdrawn } from '../rules/notice.ts'
import type { Version } from './versions.ts'

interface Membership {
  programId: bigint
  publisherId: bigint
}

/** Lists publishers whose suspension has ended, and who are not told yet what the terms changed meanwhile. */
export function listReturned(db: Db, { limit }: { limit: number }): Promise<Membership[]> {
  return db
    .selectFrom('membership')
    .select(['programId', 'publisherId'])
    .where('status', '=', 'joined')
    .where('suspendedSince', 'is not', null)
    .orderBy('programId')
    .orderBy('publisherId')
    .limit(limit)
    .execute()
}

/** Finds since when such a publisher was suspended. */
export async function findSuspendedSince(db: Db, of: Membership): Promise<Date | undefined> {
  const found = await db
    .selectFrom('membership')
    .select('suspendedSince')
    .where('programId', '=', of.programId)
    .where('publisherId', '=', of.publisherId)
    .where('status', '=', 'joined')
    .executeTakeFirst()
  return found?.suspendedSince ?? undefined
}

/** Lists the versions of a programme of which a publisher was told. */
export async function listNoticedIds(db: Db, { programId, publisherId }: Membership): Promise<Set<bigint>> {
  const rows = await db
    .selectFrom('termsNotice')
    .innerJoin('programTerms', 'programTerms.id', 'termsNotice.termsId')
    .select('termsNotice.termsId')
    .where('termsNotice.publisherId', '=', publisherId)
    .where('programTerms.programId', '=', programId)
    .execute()
  return new Set(rows.map(({ termsId }) => termsId))
}

interface Since {
  programId: bigint
  all: readonly Version[]
  known: Version
  now: Date
}

/** Lists what the versions since a known one have restricted of methods and the programme has not permitted again. */
export async function listRestrictions(db: Db, { programId, all, known, now }: Since) {
  const policies = new Map((await listMethods(db, programId)).map(({ method, policy }) => [method, policy]))
  return all
    .filter((each) => each.version > known.version && each.effectiveFrom <= now && !isWithdrawn(each, all))
    .flatMap(({ restrictions }) =>
      restrictions.filter(({ method, policy }) => (policies.get(method) ?? null) === policy),
    )
}
