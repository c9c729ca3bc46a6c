import { sql } from 'kysely'
import type { Db } from '#database'
import { hasAccountState } from '#domains/people/account-states/queries.ts'
import { foldCode } from '../rules.ts'

/**
 * Finds the site that earns an order with a coupon code at this moment: the owner of the code, if its account is
 * approved and neither suspended nor closed, its site is active and it has joined the open programme.
 */
export function findCouponOwner(db: Db, { advertiserId, code }: { advertiserId: bigint; code: string }) {
  return db
    .selectFrom('couponAssignment as assignment')
    .innerJoin('site', 'site.id', 'assignment.siteId')
    .innerJoin('publisher', 'publisher.id', 'site.publisherId')
    .innerJoin('accountSummary as account', 'account.id', 'publisher.accountId')
    .innerJoin('advertiser', 'advertiser.id', 'assignment.advertiserId')
    .innerJoin('program', 'program.advertiserId', 'assignment.advertiserId')
    .innerJoin('membership', (join) =>
      join.onRef('membership.programId', '=', 'program.id').onRef('membership.publisherId', '=', 'publisher.id'),
    )
    .select(['site.id as siteId', 'site.publisherId'])
    .where('assignment.advertiserId', '=', advertiserId)
    .where('assignment.code', '=', foldCode(code))
    .where('assignment.releasedAt', 'is', null)
    .where('account.reviewStatus', '=', 'approved')
    .where('site.isActive', '=', true)
    .where('advertiser.status', '=', 'active')
    .where('program.status', '=', 'open')
    .where((row) => row.not(hasAccountState(sql.ref('publisher.id'), ['suspended', 'closed'])))
    .where('membership.status', '=', 'joined')
    .executeTakeFirst()
}

/**
 * Lists the publishers whose sites own or owned coupon codes of an advertiser after a time, each with its period. The
 * codes are in the form of `foldCode`.
 */
export function listCouponOwners(
  db: Db,
  { advertiserId, codes, since }: { advertiserId: bigint; codes: readonly string[]; since: Date },
) {
  return db
    .selectFrom('couponAssignment as assignment')
    .innerJoin('site', 'site.id', 'assignment.siteId')
    .select(['assignment.code', 'site.publisherId', 'assignment.assignedAt', 'assignment.releasedAt'])
    .where('assignment.advertiserId', '=', advertiserId)
    .where('assignment.code', '=', sql<string>`ANY (${[...codes]}::text[])`)
    .where((row) => row.or([row('assignment.releasedAt', 'is', null), row('assignment.releasedAt', '>', since)]))
    .execute()
}
