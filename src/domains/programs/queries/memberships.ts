import type { Db } from '#database'
import { getOffset } from '#kernel/paging.ts'
import type { Page } from '#kernel/paging.ts'
import type { MembershipStatus } from '../rules.ts'
import { containing } from './programs.ts'

/** Finds a publisher's relation to a programme; undefined when the publisher never requested to join. */
export function findMembership(db: Db, { programId, publisherId }: { programId: bigint; publisherId: bigint }) {
  return db
    .selectFrom('membership')
    .selectAll()
    .where('programId', '=', programId)
    .where('publisherId', '=', publisherId)
    .executeTakeFirst()
}

/** The filter of a list of memberships. An absent field filters nothing. */
export interface MembershipFilter {
  publisherId?: bigint | undefined
  status?: MembershipStatus | undefined
  /** A part of the publisher's or the programme's name. */
  keyword?: string
  page: Page
}

/** Lists memberships with the names of publisher and advertiser, oldest request first. `count` covers all pages. */
export async function listMemberships(db: Db, { publisherId, status, keyword = '', page }: MembershipFilter) {
  let matching = db
    .selectFrom('membership')
    .innerJoin('program', 'program.id', 'membership.programId')
    .innerJoin('advertiser', 'advertiser.id', 'program.advertiserId')
    .innerJoin('publisher', 'publisher.id', 'membership.publisherId')
    .innerJoin('accountSummary as account', 'account.id', 'publisher.accountId')
    .leftJoin('accountSummary as decider', 'decider.id', 'membership.decidedBy')
  if (publisherId !== undefined) matching = matching.where('membership.publisherId', '=', publisherId)
  if (status !== undefined) matching = matching.where('membership.status', '=', status)
  if (keyword !== '') {
    matching = matching.where((row) =>
      row.or([
        row('publisher.name', 'ilike', containing(keyword)),
        row('account.email', 'ilike', containing(keyword)),
        row('advertiser.name', 'ilike', containing(keyword)),
      ]),
    )
  }
  const { count } = await matching.select((row) => row.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow()
  const memberships = await matching
    .selectAll('membership')
    .select(['advertiser.id as advertiserId', 'advertiser.name as advertiserName'])
    .select(['publisher.name as publisherName', 'account.email', 'decider.displayName as deciderName'])
    .orderBy('membership.requestedAt')
    .orderBy('membership.programId')
    .orderBy('membership.publisherId')
    .limit(page.size)
    .offset(getOffset(page, count))
    .execute()
  return { count: Number(count), memberships }
}
