import { sql } from 'kysely'
import type { Db } from '#database'
import type { PromotionKind } from '#domains/tracking/promotions/rules.ts'
import type { Day } from '#kernel/days.ts'

/** A filter of the promotions that a publisher can use. */
export interface PromotionFilter {
  publisherId: bigint
  /** The day (UTC) of the request. */
  today: Day
  /** With it, promotions that have ended are listed too, so that a copy can drop them. */
  updatedSince?: Date | undefined
  advertiserId?: bigint | undefined
  kind?: PromotionKind | undefined
}

/** One promotion with its advertiser. */
export type PromotionRow = Awaited<ReturnType<typeof listPromotions>>[number]

/**
 * Lists promotions of open programmes of active advertisers by id, without the coupon codes of other publishers and
 * without those that have not begun.
 */
export function listPromotions(db: Db, filter: PromotionFilter, part: { afterId?: bigint | undefined; limit: number }) {
  const { publisherId, today, updatedSince, advertiserId, kind } = filter
  const updatedAt = getUpdatedAt(today)
  let rows = db
    .selectFrom('promotion')
    .innerJoin('advertiser', 'advertiser.id', 'promotion.advertiserId')
    .innerJoin('program', 'program.advertiserId', 'advertiser.id')
    .leftJoin('membership', (join) =>
      join.onRef('membership.programId', '=', 'program.id').on('membership.publisherId', '=', publisherId),
    )
    .where('advertiser.status', '=', 'active')
    .where('program.status', '=', 'open')
    .where('promotion.startsOn', '<=', today)
    .where(isFreeOrOwned(publisherId))
  if (updatedSince) rows = rows.where(updatedAt, '>=', updatedSince)
  else {
    rows = rows
      .where('promotion.endedAt', 'is', null)
      .where((row) => row.or([row('promotion.endsOn', 'is', null), row('promotion.endsOn', '>=', today)]))
  }
  if (advertiserId !== undefined) rows = rows.where('promotion.advertiserId', '=', advertiserId)
  if (kind) rows = rows.where('promotion.kind', '=', kind)
  if (part.afterId !== undefined) rows = rows.where('promotion.id', '>', part.afterId)
  return rows
    .selectAll('promotion')
    .select(['advertiser.name as advertiserName', 'program.commissionText as programCommission'])
    .select([sql<boolean>`membership.status IS NOT DISTINCT FROM 'joined'`.as('isJoined'), updatedAt.as('updatedAt')])
    .orderBy('promotion.id')
    .limit(part.limit)
    .execute()
}

/** One promotion of an advertiser, with the site that earns the orders with its code. */
export type OwnPromotionRow = Awaited<ReturnType<typeof listOwnPromotions>>[number]

/** Lists all promotions of an advertiser by id, those that have not begun or have ended too. */
export function listOwnPromotions(
  db: Db,
  filter: { advertiserId: bigint } & Pick<PromotionFilter, 'today' | 'updatedSince' | 'kind'>,
  { afterId, limit }: { afterId?: bigint | undefined; limit: number },
) {
  const { advertiserId, today, updatedSince, kind } = filter
  const updatedAt = getUpdatedAt(today)
  let rows = db
    .selectFrom('promotion')
    .leftJoin('program', 'program.advertiserId', 'promotion.advertiserId')
    .leftJoin('couponAssignment as assignment', (join) =>
      join
        .onRef('assignment.advertiserId', '=', 'promotion.advertiserId')
        .on(sql<boolean>`assignment.code = upper(promotion.code) AND assignment.released_at IS NULL`),
    )
    .leftJoin('site', 'site.id', 'assignment.siteId')
    .leftJoin('publisher', 'publisher.id', 'site.publisherId')
    .where('promotion.advertiserId', '=', advertiserId)
  if (updatedSince) rows = rows.where(updatedAt, '>=', updatedSince)
  if (kind) rows = rows.where('promotion.kind', '=', kind)
  if (afterId !== undefined) rows = rows.where('promotion.id', '>', afterId)
  return rows
    .selectAll('promotion')
    .select(['program.commissionText as programCommission', 'site.name as siteName', 'site.publisherId'])
    .select(['publisher.name as publisherName', updatedAt.as('updatedAt')])
    .orderBy('promotion.id')
    .limit(limit)
    .execute()
}

/** Whether a promotion has no coupon code that belongs to another publisher. */
function isFreeOrOwned(publisherId: bigint) {
  return sql<boolean>`NOT EXISTS (
    SELECT FROM coupon_assignment AS assignment JOIN site ON site.id = assignment.site_id
    WHERE assignment.advertiser_id = promotion.advertiser_id AND assignment.code = upper(promotion.code)
      AND assignment.released_at IS NULL AND site.publisher_id <> ${publisherId}
  )`
}

/** The last change of a promotion: a command, of which each leaves an audit line, or its first day or its end. */
function getUpdatedAt(today: Day) {
  return sql<Date>`greatest(
    promotion.created_at, promotion.starts_on::timestamp AT TIME ZONE 'UTC', promotion.ended_at,
    CASE WHEN promotion.ends_on < ${today} THEN (promotion.ends_on + 1)::timestamp AT TIME ZONE 'UTC' END,
    (SELECT max(created_at) FROM audit_line WHERE target = 'promotion:' || promotion.id)
  )`
}
