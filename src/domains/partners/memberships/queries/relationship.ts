import { sql } from 'kysely'
import type { Db } from '#database'
import type { ClaimStatus } from '#domains/figures/claims/rules.ts'
import { FIGURE_NAMES } from '#kernel/measures.ts'
import type { FullFigures } from '#kernel/measures.ts'
import type { StoredChange } from '#domains/partners/terms/rules/notice.ts'
import type { Day } from '#kernel/days.ts'
import type { MembershipOfAdvertiser } from './requests.ts'

/** The most rows of each kind in a timeline. */
const MAX_ROWS = 100

const sums = sql.join(FIGURE_NAMES.map((name) => sql`sum(${sql.ref(name)})::bigint AS ${sql.ref(name)}`))

/** Sums the clicks and orders of a publisher at an advertiser by month since a day, the last month first. */
export async function listMonths(
  db: Db,
  { advertiserId, publisherId, since }: MembershipOfAdvertiser & { since: Day },
) {
  const { rows } = await sql<FullFigures & { month: Day }>`
    SELECT date_trunc('month', day::timestamp)::date AS month, ${sums} FROM rollup_advertiser
    WHERE advertiser_id = ${advertiserId} AND publisher_id = ${publisherId} AND day >= ${since}
    GROUP BY 1 HAVING sum(clicks) > 0 OR sum(transactions) > 0 OR sum(cancelled_transactions) > 0
    ORDER BY 1 DESC`.execute(db)
  return rows
}

/** What a published version of the terms changes for a publisher. */
interface RateNoticeRow {
  version: number
  publishedAt: Date
  effectiveFrom: Date
  isCut: boolean
  acknowledgedAt: Date | null
  changes: StoredChange[]
}

/** Lists what published terms change for a publisher, the last first. */
export async function listRateNotices(db: Db, { programId, publisherId }: { programId: bigint; publisherId: bigint }) {
  const { rows } = await sql<RateNoticeRow>`
    SELECT terms.version, terms.created_at AS published_at, terms.effective_from, notice.is_cut,
      notice.acknowledged_at, notice.changes
    FROM terms_notice AS notice JOIN program_terms AS terms ON terms.id = notice.terms_id
    WHERE terms.program_id = ${programId} AND notice.publisher_id = ${publisherId}
    ORDER BY terms.version DESC LIMIT ${MAX_ROWS}`.execute(db)
  return rows
}

/** Lists the coupon codes of an advertiser that a publisher owns or owned, the last first. */
export async function listOwnedCoupons(db: Db, { advertiserId, publisherId }: MembershipOfAdvertiser) {
  const { rows } = await sql<{ code: string; site: string; assignedAt: Date; releasedAt: Date | null }>`
    SELECT coupon.code, site.name AS site, coupon.assigned_at, coupon.released_at
    FROM coupon_assignment AS coupon JOIN site ON site.id = coupon.site_id
    WHERE coupon.advertiser_id = ${advertiserId} AND site.publisher_id = ${publisherId}
    ORDER BY coupon.assigned_at DESC, coupon.id DESC LIMIT ${MAX_ROWS}`.execute(db)
  return rows
}

interface OwnClaimRow {
  id: string
  orderRef: string
  status: ClaimStatus
  filedAt: Date
  decidedAt: Date | null
}

/** Lists the claims of a publisher at an advertiser that reached it, the last first. */
export async function listOwnClaims(db: Db, { advertiserId, publisherId }: MembershipOfAdvertiser) {
  const { rows } = await sql<OwnClaimRow>`
    SELECT id, order_ref, status, filed_at, decided_at FROM claim
    WHERE publisher_id = ${publisherId} AND advertiser_id = ${advertiserId}
      AND status IN ('waiting', 'accepted', 'refused')
    ORDER BY filed_at DESC, id DESC LIMIT ${MAX_ROWS}`.execute(db)
  return rows
}
