import { sql } from 'kysely'
import type { Db } from '#database'
import { hasHost } from '#domains/programmes/programs/queries/programs.ts'
import { listTerms } from '#domains/programmes/programs/queries/terms.ts'
import type { MembershipStatus } from '#domains/programmes/programs/rules.ts'

/** A filter of the advertisers that a publisher can promote. */
export interface DirectoryFilter {
  publisherId: bigint
  membership?: MembershipStatus | undefined
  updatedSince?: Date | undefined
  /** A part of a declared host, in lower case. */
  domain?: string | undefined
  /** An ISO 3166 code: the programme names this country. */
  country?: string | undefined
}

/** The rows after an advertiser, or after `offset` rows. */
interface Part {
  afterId?: bigint | undefined
  offset?: number
  limit: number
}

/** One advertiser with its programme, its terms and the publisher's membership. */
export type DirectoryRow = Awaited<ReturnType<typeof listDirectory>>[number]

/**
 * Lists open programmes of active advertisers, and programmes that the publisher has joined or asked to join, in the
 * order in which the advertisers came to the network.
 */
export async function listDirectory(db: Db, filter: DirectoryFilter, { afterId, offset = 0, limit }: Part) {
  const rows = await selectDirectory(db, filter)
    .$if(afterId !== undefined, (query) => query.where('advertiser.id', '>', afterId ?? 0n))
    .select(['advertiser.id', 'advertiser.name', 'advertiser.website'])
    .select(['program.id as programId', 'program.status', 'program.joinMode', 'program.commissionText'])
    .select('membership.status as membership')
    .select([
      updatedAt.as('updatedAt'),
      sql<string[]>`ARRAY(
        SELECT host FROM advertiser_domain WHERE advertiser_id = advertiser.id ORDER BY host
      )`.as('hosts'),
      sql<string[]>`ARRAY(
        SELECT country_code FROM program_country WHERE program_id = program.id ORDER BY country_code
      )`.as('countries'),
    ])
    .orderBy('advertiser.id')
    .limit(limit)
    .offset(offset)
    .execute()
  const terms = await listTerms(db, { programIds: rows.map(({ programId }) => programId) })
  const byProgram = Map.groupBy(terms, ({ programId }) => programId)
  return rows.map((row) => ({ ...row, terms: byProgram.get(row.programId) ?? [] }))
}

/** Counts the advertisers of a filter. */
export async function countDirectory(db: Db, filter: DirectoryFilter): Promise<number> {
  const row = await selectDirectory(db, filter)
    .select((query) => query.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** The last change of what a row shows. New terms change it when they come into force. */
const updatedAt = sql<Date>`greatest(
  advertiser.changed_at, program.changed_at, membership.requested_at, membership.decided_at, (
    SELECT max(effective_from) FROM program_terms WHERE program_id = program.id AND effective_from <= now()
  )
)`

function selectDirectory(db: Db, filter: DirectoryFilter) {
  const { publisherId, membership, updatedSince, domain, country } = filter
  let rows = db
    .selectFrom('program')
    .innerJoin('advertiser', 'advertiser.id', 'program.advertiserId')
    .leftJoin('membership', (join) =>
      join.onRef('membership.programId', '=', 'program.id').on('membership.publisherId', '=', publisherId),
    )
    .where((row) =>
      row.or([
        row.and([row('program.status', '=', 'open'), row('advertiser.status', '=', 'active')]),
        row('membership.status', 'in', ['pending', 'joined', 'suspended']),
      ]),
    )
  if (membership) rows = rows.where('membership.status', '=', membership)
  if (updatedSince) rows = rows.where(updatedAt, '>=', updatedSince)
  if (domain) rows = rows.where(hasHost(domain))
  if (country) {
    rows = rows.where((row) =>
      row.exists(
        row
          .selectFrom('programCountry')
          .select('programId')
          .whereRef('programId', '=', 'program.id')
          .where('countryCode', '=', country),
      ),
    )
  }
  return rows
}
