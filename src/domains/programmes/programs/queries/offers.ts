import { sql } from 'kysely'
import type { Db } from '#database'
import type { DayRange } from '#kernel/days.ts'
import { startOfDay } from '#kernel/days.ts'
import { notFound } from '#kernel/errors.ts'
import type { Page } from '#kernel/paging.ts'
import { readPage } from '#platform/server/database/read-page.ts'
import type { ADVERTISER_SORTS, ProgramStatus } from '../rules.ts'
import { containing } from '#platform/server/database/like-pattern.ts'
import { hasHost } from './programs.ts'

/** The number of recommended advertisers. */
export const TOP_ADVERTISERS = 10

/** The filter of a publisher's list of advertisers. An absent field filters nothing. */
export interface OfferFilter {
  publisherId: bigint
  /** A part of the name or of the programme's title. */
  keyword: string
  /** A part of a declared host. */
  domain: string
  /** The days on which the advertiser came to the network. */
  range?: DayRange | undefined
  sort: (typeof ADVERTISER_SORTS)[number]
  page: Page
}

/**
 * Lists the programmes that a publisher is offered: open programmes of active advertisers, and programmes that this
 * publisher has joined or requested to join.
 */
export async function listOffers(db: Db, filter: OfferFilter) {
  const { publisherId, keyword, domain, range, sort, page } = filter
  let matching = offersTo(db, publisherId)
  if (keyword !== '') {
    matching = matching.where((row) =>
      row.or([
        row('advertiser.name', 'ilike', containing(keyword)),
        row('program.title', 'ilike', containing(keyword)),
      ]),
    )
  }
  if (domain !== '') matching = matching.where(hasHost(domain))
  if (range) {
    matching = matching
      .where('advertiser.createdAt', '>=', startOfDay(range.from))
      .where('advertiser.createdAt', '<', startOfDay(range.until))
  }
  const ordered = offerColumns(matching)
    .$if(sort === 'recommended', (query) => query.orderBy(score, 'desc'))
    .$if(sort === 'newest', (query) => query.orderBy('advertiser.createdAt', 'desc'))
    .orderBy((row) => row.fn('lower', ['advertiser.name']))
    .orderBy('advertiser.id')
  const { count, rows: offers } = await readPage(page, matching, ordered)
  return { count, offers }
}

/** Lists the open programmes with the best scores; those that the publisher has joined come last. */
export function listTopOffers(db: Db, { publisherId }: { publisherId: bigint }) {
  return offerColumns(offersTo(db, publisherId))
    .where('program.status', '=', 'open')
    .where('advertiser.status', '=', 'active')
    .orderBy((row) => row('membership.status', 'is not distinct from', 'joined'))
    .orderBy(score, 'desc')
    .orderBy((row) => row.fn('lower', ['advertiser.name']))
    .orderBy('advertiser.id')
    .limit(TOP_ADVERTISERS)
    .execute()
}

/** Whose offer is read, and whether one counts that is paused: its page is public, but lists do not offer it. */
interface OfferKey {
  publisherId: bigint
  advertiserId: bigint
  withPaused?: boolean
}

/** Reads one advertiser that is offered to a publisher. Refuses any other as not found. */
export async function getOffer(db: Db, { publisherId, advertiserId, withPaused = false }: OfferKey) {
  const offer = await offerColumns(offersTo(db, publisherId, withPaused ? ['open', 'paused'] : ['open']))
    .where('advertiser.id', '=', advertiserId)
    .executeTakeFirst()
  if (!offer) throw notFound()
  return offer
}

/** A programme that has not been measured yet comes after all others. */
const score = sql<bigint>`coalesce(figures.score, 0)`

function offersTo(db: Db, publisherId: bigint, statuses: readonly ProgramStatus[] = ['open']) {
  return db
    .selectFrom('program')
    .innerJoin('advertiser', 'advertiser.id', 'program.advertiserId')
    .leftJoin('membership', (join) =>
      join.onRef('membership.programId', '=', 'program.id').on('membership.publisherId', '=', sql.val(publisherId)),
    )
    .leftJoin('programFigures as figures', 'figures.programId', 'program.id')
    .where((row) =>
      row.or([
        row.and([row('program.status', 'in', statuses), row('advertiser.status', '=', 'active')]),
        row('membership.status', 'in', ['pending', 'joined', 'suspended']),
      ]),
    )
}

function offerColumns(offers: ReturnType<typeof offersTo>) {
  return (
    offers
      .select(['advertiser.id', 'advertiser.name', 'advertiser.website', 'advertiser.status as advertiserStatus'])
      .select(['program.id as programId', 'program.publicId', 'program.slug', 'program.status', 'program.joinMode'])
      .select('program.logoDigest')
      .select(['program.noJoinsFrom', 'program.closedFrom'])
      // An operator can close it before the announced day, or without one.
      .select(sql<Date | null>`least(program.closes_at, program.closed_at)`.as('closesAt'))
      .select(['program.pausesAt', 'program.joinsPausedUntil', 'program.stoppedFrom', 'program.stoppedUntil'])
      .select(['figures.confirmedCommission', 'figures.uncoveredCommission'])
      .select([
        'program.commissionText',
        'membership.status as membershipStatus',
        'membership.reason',
        'membership.question',
      ])
      .select([
        'figures.clicks',
        'figures.commission',
        'figures.confirmed',
        'figures.cancelled',
        'figures.decisionHours',
      ])
  )
}
