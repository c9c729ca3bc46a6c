import type { Db } from '#database'
import { notFound } from '#kernel/errors.ts'
import { toRate } from '#domains/programmes/rates/rules/rate.ts'
import type { Rate } from '#domains/programmes/rates/rules/rate.ts'
import { termsInForce } from '../rules.ts'

/** The rate of one event, such as `sale` or `install`. */
export type ActionRate = Rate & { event: string }

/** Lists all versions of the terms of some programmes, newest version first, with their rates in alphabetical order. */
export async function listTerms(db: Db, { programIds }: { programIds: readonly bigint[] }) {
  if (programIds.length === 0) return []
  const terms = await db
    .selectFrom('programTerms')
    .selectAll()
    .where('programId', 'in', programIds)
    .orderBy('version', 'desc')
    .execute()
  return withRates(db, terms)
}

/**
 * Reads one version of a programme's terms with its rates; a version never changes. Refuses an unknown id as not found.
 */
export async function getTerms(db: Db, { termsId }: { termsId: bigint }) {
  const rows = await db.selectFrom('programTerms').selectAll().where('id', '=', termsId).execute()
  const [terms] = await withRates(db, rows)
  if (!terms) throw notFound()
  return terms
}

/** Finds the newest version of an advertiser's terms with its rates, in force or not; undefined while there is none. */
export async function findNewestTerms(db: Db, { advertiserId }: { advertiserId: bigint }) {
  const rows = await db
    .selectFrom('programTerms')
    .innerJoin('program', 'program.id', 'programTerms.programId')
    .selectAll('programTerms')
    .where('program.advertiserId', '=', advertiserId)
    .orderBy('programTerms.version', 'desc')
    .limit(1)
    .execute()
  const [terms] = await withRates(db, rows)
  return terms
}

/** Finds the version of an advertiser's terms that was in force at a time, with its rates. */
export async function findTermsAt(db: Db, { advertiserId, at }: { advertiserId: bigint; at: Date }) {
  const versions = await db
    .selectFrom('programTerms')
    .innerJoin('program', 'program.id', 'programTerms.programId')
    .selectAll('programTerms')
    .where('program.advertiserId', '=', advertiserId)
    .execute()
  const inForce = termsInForce(versions, at)
  const [terms] = inForce ? await withRates(db, [inForce]) : []
  return terms
}

async function withRates<T extends { id: bigint }>(db: Db, terms: T[]): Promise<(T & { rates: ActionRate[] })[]> {
  if (terms.length === 0) return []
  const ids = terms.map(({ id }) => id)
  const rows = await db.selectFrom('programRate').selectAll().where('termsId', 'in', ids).orderBy('event').execute()
  const rates = Map.groupBy(rows, ({ termsId }) => termsId)
  return terms.map((version) => ({
    ...version,
    rates: (rates.get(version.id) ?? []).map((rate) => ({ event: rate.event, ...toRate(rate) })),
  }))
}
