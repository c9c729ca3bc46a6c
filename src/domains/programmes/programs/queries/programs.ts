import { containing } from '#platform/server/database/like-pattern.ts'
import { sql } from 'kysely'
import type { Db } from '#database'
import type { MethodPolicy, PromotionMethod } from '#kernel/lists/promotion-methods.ts'
import type { Page } from '#kernel/paging.ts'
import { readPage } from '#platform/server/database/read-page.ts'
import type { ProgramStatus } from '../rules.ts'
import { listTerms } from './terms.ts'

/**
 * Finds the programme of an advertiser with countries, methods and all versions of its terms; undefined while it has
 * none.
 */
export async function findProgramByAdvertiser(db: Db, { advertiserId }: { advertiserId: bigint }) {
  const program = await db
    .selectFrom('program')
    .leftJoin('accountSummary as closer', 'closer.id', 'program.closedBy')
    .selectAll('program')
    .select(['closer.displayName as closerName', 'closer.role as closerRole'])
    .where('program.advertiserId', '=', advertiserId)
    .executeTakeFirst()
  if (!program) return undefined
  const [countries, methods, terms] = await Promise.all([
    db
      .selectFrom('programCountry')
      .select('countryCode')
      .where('programId', '=', program.id)
      .orderBy('countryCode')
      .execute(),
    listMethods(db, program.id),
    listTerms(db, { programIds: [program.id] }),
  ])
  return { ...program, countries: countries.map(({ countryCode }) => countryCode), methods, terms }
}

/** Lists the policies of a programme on methods. */
// A constraint of the table allows only the listed methods, so the narrower type is safe.
export function listMethods(db: Db, programId: bigint) {
  return db
    .selectFrom('programMethod')
    .select(['method', 'policy'])
    .where('programId', '=', programId)
    .$narrowType<{ method: PromotionMethod; policy: MethodPolicy }>()
    .execute()
}

/** The filter of the operator's list of advertisers. An absent field filters nothing. */
export interface AdvertiserFilter {
  /** A part of the name, of a host or of the programme's title. */
  keyword: string
  /** `none`: advertisers without a programme. */
  programStatus?: ProgramStatus | 'none' | undefined
  page: Page
}

/** Lists advertisers by name, with their programme, hosts and numbers of publishers. `count` covers all pages. */
export async function listAdvertisers(db: Db, { keyword, programStatus, page }: AdvertiserFilter) {
  let matching = db.selectFrom('advertiser').leftJoin('program', 'program.advertiserId', 'advertiser.id')
  if (programStatus === 'none') matching = matching.where('program.id', 'is', null)
  else if (programStatus) matching = matching.where('program.status', '=', programStatus)
  if (keyword !== '') {
    matching = matching.where((row) =>
      row.or([
        row('advertiser.name', 'ilike', containing(keyword)),
        row('program.title', 'ilike', containing(keyword)),
        hasHost(keyword),
      ]),
    )
  }
  const ordered = matching
    .select(['advertiser.id', 'advertiser.name', 'advertiser.status', 'advertiser.website'])
    .select(['program.status as programStatus', 'program.joinMode'])
    .select([
      sql<string[]>`ARRAY(
        SELECT host FROM advertiser_domain WHERE advertiser_id = advertiser.id ORDER BY host
      )`.as('hosts'),
      membershipCount('joined').as('joinedCount'),
      membershipCount('pending').as('pendingCount'),
    ])
    .orderBy((row) => row.fn('lower', ['advertiser.name']))
    .orderBy('advertiser.id')
  const { count, rows: advertisers } = await readPage(page, matching, ordered)
  return { count, advertisers }
}

/** Builds the condition that the row's advertiser declared a host that contains `part`. */
export function hasHost(part: string) {
  return sql<boolean>`EXISTS (
    SELECT FROM advertiser_domain
    WHERE advertiser_id = advertiser.id AND host LIKE ${containing(part.toLowerCase())}
  )`
}

/** Builds the count of publishers in this relation to the row's programme. */
export function membershipCount(status: 'joined' | 'pending') {
  return sql<number>`(
    SELECT count(*)::int FROM membership WHERE program_id = program.id AND status = ${status}
  )`
}
