import type { Db } from '#database'
import type { Page } from '#kernel/paging.ts'
import { readPage } from '#platform/server/database/read-page.ts'

/** Lists the applicants who followed a publisher's referral link, newest first. `count` covers all pages. */
export async function listReferrals(db: Db, { publisherId, page }: { publisherId: bigint; page: Page }) {
  const referred = db
    .selectFrom('application')
    .leftJoin('publisher', 'publisher.accountId', 'application.accountId')
    .where('application.referredBy', '=', publisherId)
    .where('application.isRepeat', '=', false)
  const ordered = referred
    .select(['application.createdAt', 'application.status', 'publisher.name'])
    .orderBy('application.id', 'desc')
  const { count, rows: referrals } = await readPage(page, referred, ordered)
  return { count, referrals }
}
