import type { Db } from '#database'
import { getOffset } from '#kernel/paging.ts'
import type { Page } from '#kernel/paging.ts'

/** Lists the applicants who followed a publisher's referral link, newest first. `count` covers all pages. */
export async function listReferrals(db: Db, { publisherId, page }: { publisherId: bigint; page: Page }) {
  const referred = db
    .selectFrom('application')
    .leftJoin('publisher', 'publisher.accountId', 'application.accountId')
    .where('application.referredBy', '=', publisherId)
    .where('application.isRepeat', '=', false)
  const { count } = await referred.select((row) => row.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow()
  const referrals = await referred
    .select(['application.createdAt', 'application.status', 'publisher.name'])
    .orderBy('application.id', 'desc')
    .limit(page.size)
    .offset(getOffset(page, count))
    .execute()
  return { count: Number(count), referrals }
}
