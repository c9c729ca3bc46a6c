import type { Db } from '#database'
import type { Page } from '#kernel/paging.ts'
import { readPage } from '#platform/server/database/read-page.ts'
import type { MembershipKey, MembershipStatus } from '../rules.ts'
import { containing } from '#platform/server/database/like-pattern.ts'

/** Finds a publisher's relation to a programme; undefined when the publisher never requested to join. */
export function findMembership(db: Db, { programId, publisherId }: MembershipKey) {
  return db
    .selectFrom('membership')
    .selectAll()
    .where('programId', '=', programId)
    .where('publisherId', '=', publisherId)
    .executeTakeFirst()
}

/** Whether a membership is suspended, and an operator did it. */
export async function isSuspendedByNetwork(db: Db, membership: MembershipKey & { status: MembershipStatus }) {
  if (membership.status !== 'suspended') return false
  const last = await db
    .selectFrom('membershipEvent')
    .select('actedAs')
    .where('programId', '=', membership.programId)
    .where('publisherId', '=', membership.publisherId)
    .where('kind', '=', 'suspend')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.actedAs === 'operator'
}

/** Lists what happened between a publisher and a programme, oldest first. */
export function listMembershipEvents(db: Db, { programId, publisherId }: MembershipKey) {
  return db
    .selectFrom('membershipEvent')
    .select(['sequence', 'kind', 'actedAs', 'happenedAt', 'text', 'methods', 'ruleNo'])
    .where('programId', '=', programId)
    .where('publisherId', '=', publisherId)
    .orderBy('sequence', 'desc')
    .limit(MAX_EVENTS)
    .execute()
    .then((rows) => rows.toReversed())
}

/** The last events that a timeline shows. */
const MAX_EVENTS = 200

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
  let members = db.selectFrom('membership')
  if (publisherId !== undefined) members = members.where('membership.publisherId', '=', publisherId)
  if (status !== undefined) members = members.where('membership.status', '=', status)
  let named = members
    .innerJoin('program', 'program.id', 'membership.programId')
    .innerJoin('advertiser', 'advertiser.id', 'program.advertiserId')
    .innerJoin('publisher', 'publisher.id', 'membership.publisherId')
    .innerJoin('accountSummary as account', 'account.id', 'publisher.accountId')
    .leftJoin('accountSummary as decider', 'decider.id', 'membership.decidedBy')
  if (keyword !== '') {
    named = named.where((row) =>
      row.or([
        row('publisher.name', 'ilike', containing(keyword)),
        row('account.email', 'ilike', containing(keyword)),
        row('advertiser.name', 'ilike', containing(keyword)),
      ]),
    )
  }
  const ordered = named
    .selectAll('membership')
    .select(['advertiser.id as advertiserId', 'advertiser.name as advertiserName'])
    .select(['publisher.name as publisherName', 'account.email', 'decider.displayName as deciderName'])
    .orderBy('membership.requestedAt')
    .orderBy('membership.programId')
    .orderBy('membership.publisherId')
  // Every membership has its names: without a keyword they need not be read to count.
  const { count, rows: memberships } = await (keyword === ''
    ? readPage(page, members, ordered)
    : readPage(page, named, ordered))
  return { count, memberships }
}

/** Whose publishers are listed: all, or one of them; those after an id, and how many at most. */
interface Joined {
  advertiserId: bigint
  publisherId?: bigint | null
  afterId?: bigint
  limit: number
}

/**
 * Lists the publishers that joined the programme of an advertiser, by id. PostgreSQL reads only those that it answers:
 * the programme is one value, so that the index of its members has them in order.
 */
export function listJoinedPublishers(db: Db, { advertiserId, publisherId = null, afterId = 0n, limit }: Joined) {
  return db
    .selectFrom('membership')
    .innerJoin('publisher', 'publisher.id', 'membership.publisherId')
    .innerJoin('accountSummary as account', 'account.id', 'publisher.accountId')
    .select(['publisher.id', 'publisher.name', 'account.email', 'account.locale', 'account.mutedNotices'])
    .where('membership.programId', '=', (eb) =>
      eb.selectFrom('program').select('id').where('advertiserId', '=', advertiserId),
    )
    .where('membership.status', '=', 'joined')
    .where('account.erasedAt', 'is', null)
    .where('membership.publisherId', '>', afterId)
    .$if(publisherId !== null, (query) => query.where('membership.publisherId', '=', publisherId ?? 0n))
    .orderBy('membership.publisherId')
    .limit(limit)
    .execute()
}
