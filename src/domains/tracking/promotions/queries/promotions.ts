import { sql } from 'kysely'
import type { Db } from '#database'
import { startOfDay, toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { notFound } from '#kernel/errors.ts'
import type { Page } from '#kernel/paging.ts'
import { containing } from '#platform/server/database/like-pattern.ts'
import { hasHost } from '#domains/programmes/programs/queries/programs.ts'
import { readPage } from '#platform/server/database/read-page.ts'
import type { PromotionKind, PromotionSort, PromotionState } from '../rules.ts'

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
  const kind = filter.sort === 'newest' || filter.sort === 'ending' ? undefined : filter.sort
  const ordered = matching
    .selectAll('promotion')
    .select(['advertiser.name as advertiserName', 'program.commissionText as programCommission'])
    .select(sql<boolean>`membership.status IS NOT DISTINCT FROM 'joined'`.as('isJoined'))
    .select(sql<boolean>`assignment.id IS NOT NULL`.as('isOwnCoupon'))
    .$if(kind !== undefined, (query) => query.orderBy((row) => row('promotion.kind', '=', kind ?? 'coupon'), 'desc'))
    .$if(filter.sort === 'ending', (query) => query.orderBy('promotion.endsOn', (order) => order.asc().nullsLast()))
    .orderBy('promotion.startsOn', 'desc')
    .orderBy('promotion.id', 'desc')
  const { count, rows: promotions } = await readPage(filter.page, matching, ordered)
  return { count, promotions }
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
  kind?: PromotionKind | undefined
  /** Whether a site owns the code. */
  hasOwner?: boolean | undefined
  /** Those that run on one of these days at least, the first and the last included. */
  during?: { from: Day; to: Day } | undefined
  now: Date
  page: Page
}

/** Reads the filter of the call of a list. */
export function toManagedFilter(query: {
  keyword: string
  state?: PromotionState | undefined
  type?: PromotionKind | undefined
  owner?: 'site' | 'none' | undefined
}) {
  const { keyword, state, type: kind, owner } = query
  return { keyword, state, kind, hasOwner: owner === undefined ? undefined : owner === 'site' }
}

/** Lists promotions with the owners of their codes, newest first. `count` covers all pages. */
export async function listManagedPromotions(db: Db, filter: ManagedFilter) {
  const matching = managed(db, filter)
  const ordered = matching
    .selectAll('promotion')
    .select(['advertiser.name as advertiserName', 'site.key as siteKey', 'site.name as siteName'])
    .select(['publisher.name as publisherName', 'site.publisherId as ownerId'])
    .select(['test.testedAt as linkTestedAt', 'test.fault as linkFault'])
    .select(sql<boolean>`coalesce(site.is_active AND membership.status = 'joined', false)`.as('canOwnerEarn'))
    .select(
      sql<boolean>`coalesce((
      SELECT terms.coupon_rule <> 'never' FROM program_terms AS terms
      WHERE terms.program_id = program.id AND terms.effective_from <= ${filter.now}
      ORDER BY terms.version DESC LIMIT 1
    ), false)`.as('paysCodes'),
    )
    .$if(filter.during !== undefined, (query) => query.orderBy('promotion.startsOn'))
    .orderBy('promotion.id', 'desc')
  const { count, rows: promotions } = await readPage(filter.page, matching, ordered)
  return { count, promotions }
}

/** Counts promotions, up to a limit. */
export async function countPromotions(db: Db, filter: Omit<ManagedFilter, 'page'>, limit: number): Promise<number> {
  const matching = managed(db, filter).select('promotion.id').limit(limit).as('matching')
  const { count } = await db
    .selectFrom(matching)
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function managed(db: Db, filter: Omit<ManagedFilter, 'page'>) {
  const { advertiserId, promotionId, keyword = '', state, now } = filter
  let matching = db
    .selectFrom('promotion')
    .innerJoin('advertiser', 'advertiser.id', 'promotion.advertiserId')
    .leftJoin('couponAssignment as assignment', isAssignmentOfPromotion)
    .leftJoin('site', 'site.id', 'assignment.siteId')
    .leftJoin('publisher', 'publisher.id', 'site.publisherId')
    .leftJoin('program', 'program.advertiserId', 'promotion.advertiserId')
    .leftJoin('membership', (join) =>
      join.onRef('membership.programId', '=', 'program.id').onRef('membership.publisherId', '=', 'site.publisherId'),
    )
    .leftJoin('linkTest as test', (join) =>
      join.onRef('test.advertiserId', '=', 'promotion.advertiserId').onRef('test.url', '=', 'promotion.url'),
    )
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
  return applyChoices(state === undefined ? matching : matching.where(isInState(state, toDay(now))), filter)
}

function applyChoices<T extends { where: (condition: ReturnType<typeof sql<boolean>>) => T }>(
  query: T,
  { kind, hasOwner, during }: Pick<ManagedFilter, 'kind' | 'hasOwner' | 'during'>,
): T {
  let matching = query
  if (kind !== undefined) matching = matching.where(sql<boolean>`promotion.kind = ${kind}`)
  if (hasOwner !== undefined) matching = matching.where(sql<boolean>`(assignment.id IS NOT NULL) = ${hasOwner}`)
  if (during === undefined) return matching
  return matching.where(sql<boolean>`promotion.starts_on <= ${during.to}
    AND least(promotion.ends_on, (promotion.ended_at AT TIME ZONE 'UTC')::date, 'infinity') >= ${during.from}`)
}

/** Builds the condition that a promotion is in a state, as `getPromotionState` determines it. */
function isInState(state: PromotionState, today: Day) {
  const hasEnded = sql<boolean>`(promotion.ended_at IS NOT NULL OR coalesce(promotion.ends_on < ${today}, false))`
  if (state === 'ended') return hasEnded
  const hasBegun = state === 'active' ? sql`starts_on <= ${today}` : sql`starts_on > ${today}`
  return sql<boolean>`NOT ${hasEnded} AND promotion.${hasBegun}`
}

/** Reads one promotion of an advertiser. Refuses an unknown one as not found. */
export async function getPromotion(db: Db, ids: { advertiserId: bigint; promotionId: bigint; now: Date }) {
  const { promotions } = await listManagedPromotions(db, { ...ids, page: { number: 1, size: 1 } })
  const [promotion] = promotions
  if (!promotion) throw notFound()
  return promotion
}

/** Finds an active site of a publisher who has joined an advertiser's programme. */
export function findJoinedSite(db: Db, { advertiserId, siteKey }: { advertiserId: bigint; siteKey: string }) {
  return db
    .selectFrom('site')
    .innerJoin('membership', 'membership.publisherId', 'site.publisherId')
    .innerJoin('program', 'program.id', 'membership.programId')
    .select('site.id')
    .where('site.key', '=', siteKey)
    .where('site.isActive', '=', true)
    .where('program.advertiserId', '=', advertiserId)
    .where('membership.status', '=', 'joined')
    .executeTakeFirst()
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
