import { sql } from 'kysely'
import type { Db } from '#database'
import { hasAccountState } from '#domains/account-states/queries.ts'
import { startOfDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { notFound } from '#kernel/errors.ts'
import { getOffset } from '#kernel/paging.ts'
import type { Page } from '#kernel/paging.ts'
import { containing, hasHost } from '#domains/programs/queries/programs.ts'
import { foldCode } from './rules.ts'
import type { PromotionKind, PromotionSort, PromotionState } from './rules.ts'

/** The filter of a publisher's list. An absent or empty field filters nothing. */
export interface OfferedFilter {
  publisherId: bigint
  /** The day (UTC) on which the promotions run. */
  today: Day
  /** A part of the advertiser's name. */
  keyword?: string
  /** A part of the title, the description or the code. */
  text?: string
  /** A part of a host that the advertiser declared. */
  domain?: string
  categories?: readonly string[]
  kind?: PromotionKind | undefined
  advertiserId?: bigint | undefined
  isJoinedOnly?: boolean
  sort: PromotionSort
  page: Page
}

/**
 * Lists the promotions that run and that a publisher may promote: of open programmes of active advertisers, without the
 * coupon codes of other publishers.
 */
export async function listOfferedPromotions(db: Db, filter: OfferedFilter) {
  const matching = applyFilter(offeredTo(db, filter), filter)
  const { count } = await matching.select((row) => row.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow()
  const kind = filter.sort === 'newest' || filter.sort === 'ending' ? undefined : filter.sort
  const promotions = await matching
    .selectAll('promotion')
    .select(['advertiser.name as advertiserName', 'program.commissionText as programCommission'])
    .select(sql<boolean>`membership.status IS NOT DISTINCT FROM 'joined'`.as('isJoined'))
    .select(sql<boolean>`assignment.id IS NOT NULL`.as('isOwnCoupon'))
    .$if(kind !== undefined, (query) => query.orderBy((row) => row('promotion.kind', '=', kind ?? 'coupon'), 'desc'))
    .$if(filter.sort === 'ending', (query) => query.orderBy('promotion.endsOn', (order) => order.asc().nullsLast()))
    .orderBy('promotion.startsOn', 'desc')
    .orderBy('promotion.id', 'desc')
    .limit(filter.page.size)
    .offset(getOffset(filter.page, count))
    .execute()
  return { count: Number(count), promotions }
}

function offeredTo(db: Db, { publisherId, today }: OfferedFilter) {
  return db
    .selectFrom('promotion')
    .innerJoin('advertiser', 'advertiser.id', 'promotion.advertiserId')
    .innerJoin('program', 'program.advertiserId', 'advertiser.id')
    .leftJoin('membership', (join) =>
      join.onRef('membership.programId', '=', 'program.id').on('membership.publisherId', '=', publisherId),
    )
    .leftJoin('couponAssignment as assignment', isAssignmentOfPromotion)
    .leftJoin('site', 'site.id', 'assignment.siteId')
    .where('promotion.endedAt', 'is', null)
    .where('promotion.startsOn', '<=', today)
    .where((row) => row.or([row('promotion.endsOn', 'is', null), row('promotion.endsOn', '>=', today)]))
    .where('advertiser.status', '=', 'active')
    .where('program.status', '=', 'open')
    .where((row) => row.or([row('program.closedFrom', 'is', null), row('program.closedFrom', '>', startOfDay(today))]))
    .where((row) => row.or([row('assignment.id', 'is', null), row('site.publisherId', '=', publisherId)]))
}

function applyFilter(query: ReturnType<typeof offeredTo>, filter: OfferedFilter) {
  const { keyword = '', text = '', domain = '', categories = [], kind, advertiserId } = filter
  let matching = query
  if (keyword !== '') matching = matching.where('advertiser.name', 'ilike', containing(keyword))
  if (text !== '') {
    matching = matching.where((row) =>
      row.or([
        row('promotion.title', 'ilike', containing(text)),
        row('promotion.description', 'ilike', containing(text)),
        row('promotion.code', 'ilike', containing(text)),
      ]),
    )
  }
  if (domain !== '') matching = matching.where(hasHost(domain))
  if (categories.length > 0) matching = matching.where('promotion.category', 'in', categories)
  if (kind !== undefined) matching = matching.where('promotion.kind', '=', kind)
  if (advertiserId !== undefined) matching = matching.where('promotion.advertiserId', '=', advertiserId)
  if (filter.isJoinedOnly) matching = matching.where('membership.status', '=', 'joined')
  return matching
}

// The type of the callback of a join depends on the joined tables, so the condition is raw SQL.
function isAssignmentOfPromotion<T extends { on: (condition: ReturnType<typeof sql<boolean>>) => T }>(join: T): T {
  return join.on(sql<boolean>`assignment.advertiser_id = promotion.advertiser_id
    AND assignment.code = upper(promotion.code) AND assignment.released_at IS NULL`)
}

/** The filter of the list of an advertiser or of operators. An absent field filters nothing. */
export interface ManagedFilter {
  advertiserId?: bigint | undefined
  promotionId?: bigint | undefined
  /** A part of the title, the code or the advertiser's name. */
  keyword?: string
  state?: PromotionState | undefined
  today: Day
  page: Page
}

/** Lists promotions with the owners of their codes, newest first. `count` covers all pages. */
export async function listManagedPromotions(db: Db, filter: ManagedFilter) {
  const matching = managed(db, filter)
  const { count } = await matching.select((row) => row.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow()
  const promotions = await matching
    .selectAll('promotion')
    .select(['advertiser.name as advertiserName', 'site.key as siteKey', 'site.name as siteName'])
    .select('publisher.name as publisherName')
    .orderBy('promotion.id', 'desc')
    .limit(filter.page.size)
    .offset(getOffset(filter.page, count))
    .execute()
  return { count: Number(count), promotions }
}

function managed(db: Db, { advertiserId, promotionId, keyword = '', state, today }: ManagedFilter) {
  let matching = db
    .selectFrom('promotion')
    .innerJoin('advertiser', 'advertiser.id', 'promotion.advertiserId')
    .leftJoin('couponAssignment as assignment', isAssignmentOfPromotion)
    .leftJoin('site', 'site.id', 'assignment.siteId')
    .leftJoin('publisher', 'publisher.id', 'site.publisherId')
  if (advertiserId !== undefined) matching = matching.where('promotion.advertiserId', '=', advertiserId)
  if (promotionId !== undefined) matching = matching.where('promotion.id', '=', promotionId)
  if (keyword !== '') {
    matching = matching.where((row) =>
      row.or([
        row('promotion.title', 'ilike', containing(keyword)),
        row('promotion.code', 'ilike', containing(keyword)),
        row('advertiser.name', 'ilike', containing(keyword)),
      ]),
    )
  }
  return state === undefined ? matching : matching.where(isInState(state, today))
}

/** Builds the condition that a promotion is in a state, as `getPromotionState` determines it. */
function isInState(state: PromotionState, today: Day) {
  const hasEnded = sql<boolean>`(promotion.ended_at IS NOT NULL OR coalesce(promotion.ends_on < ${today}, false))`
  if (state === 'ended') return hasEnded
  const hasBegun = state === 'active' ? sql`starts_on <= ${today}` : sql`starts_on > ${today}`
  return sql<boolean>`NOT ${hasEnded} AND promotion.${hasBegun}`
}

/** Reads one promotion of an advertiser. Refuses an unknown one as not found. */
export async function getPromotion(db: Db, ids: { advertiserId: bigint; promotionId: bigint; today: Day }) {
  const { promotions } = await listManagedPromotions(db, { ...ids, page: { number: 1, size: 1 } })
  const [promotion] = promotions
  if (!promotion) throw notFound()
  return promotion
}

const MAX_SITES = 500

/** Lists the active sites of the publishers that joined an advertiser's programme, by publisher. */
export function listJoinedSites(db: Db, { advertiserId, siteKey }: { advertiserId: bigint; siteKey?: string }) {
  let sites = db
    .selectFrom('site')
    .innerJoin('publisher', 'publisher.id', 'site.publisherId')
    .innerJoin('membership', 'membership.publisherId', 'publisher.id')
    .innerJoin('program', 'program.id', 'membership.programId')
    .where('program.advertiserId', '=', advertiserId)
    .where('membership.status', '=', 'joined')
    .where('site.isActive', '=', true)
  if (siteKey !== undefined) sites = sites.where('site.key', '=', siteKey)
  return sites
    .select(['site.id', 'site.key', 'site.name', 'publisher.name as publisherName'])
    .orderBy((row) => row.fn('lower', ['publisher.name']))
    .orderBy('site.id')
    .limit(MAX_SITES)
    .execute()
}

/** Finds the publisher of an active site by its key, while its account is approved. */
export function findWidgetSite(db: Db, { siteKey }: { siteKey: string }) {
  return db
    .selectFrom('site')
    .innerJoin('publisher', 'publisher.id', 'site.publisherId')
    .innerJoin('accountSummary as account', 'account.id', 'publisher.accountId')
    .select('site.publisherId')
    .where('site.key', '=', siteKey)
    .where('site.isActive', '=', true)
    .where('account.reviewStatus', '=', 'approved')
    .executeTakeFirst()
}

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
