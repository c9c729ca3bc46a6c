import { addDays, toDay } from '#kernel/days.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import type { ParsedInputOf } from '#kernel/endpoint.ts'
import { notFound } from '#kernel/errors.ts'
import { toPage } from '#kernel/paging.ts'
import { errorText } from '#platform/server/error-texts.ts'
import { route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { getAdvertiser } from '#domains/people/advertisers/queries.ts'
import { listSites } from '#domains/people/publishers/queries.ts'
import { getPublisherScope } from '#kernel/actor-scope.ts'
import { buildTrackingUrl } from '#domains/tracking/tracking/rules/link.ts'
import { assignCoupon } from '../commands/assign-coupon.ts'
import { importPromotions } from '../commands/import-promotions.ts'
import { createPromotion, endPromotion, updatePromotion } from '../commands/save-promotion.ts'
import {
  MAX_CALENDAR,
  assignCouponCall,
  createPromotionCall,
  endPromotionCall,
  getPromotionCall,
  importPromotionsCall,
  listAllPromotionsCall,
  listManagedPromotionsCall,
  listPromotionMonthCall,
  updatePromotionCall,
} from '../contract/managed.ts'
import { listPromotionsCall } from '../contract/promotion.ts'
import { getPromotion, listManagedPromotions, listOfferedPromotions, toManagedFilter } from '../queries/promotions.ts'
import { MAX_IMPORT_ERRORS, getManagedAdvertiserId, placeInMonth } from '../rules.ts'
import { viewManagedPromotion, viewOfferedPromotion } from '../views.ts'

/** The routes of the promotions domain. */
export const promotionRoutes: Route[] = [
  route(listPromotionsCall, async (ctx, { query }) => ({ ...SUCCESS, data: await listForPublisher(ctx, query) })),
  route(listAllPromotionsCall, async (ctx, { query }) => ({ ...SUCCESS, data: await listManaged(ctx, query) })),
  route(listManagedPromotionsCall, async (ctx, { params, query }) => {
    const advertiserId = getManagedAdvertiserId(ctx.actor, params.advertiser_id)
    const { name } = await getAdvertiser(ctx.db, { advertiserId })
    return { ...SUCCESS, advertiser_name: name, data: await listManaged(ctx, query, advertiserId) }
  }),
  route(listPromotionMonthCall, async (ctx, { params, query }) => {
    const advertiserId = getManagedAdvertiserId(ctx.actor, params.advertiser_id)
    return { ...SUCCESS, data: await listMonth(ctx, advertiserId, query.month ?? toDay(ctx.now).slice(0, 7)) }
  }),
  route(getPromotionCall, async (ctx, { params }) => {
    const ids = getIds(ctx, params)
    const promotion = await getPromotion(ctx.db, { ...ids, now: ctx.now })
    return { ...SUCCESS, data: viewManagedPromotion(promotion, ctx.now) }
  }),
  route(createPromotionCall, async (ctx, { params, body: promotion }) => {
    const advertiserId = getManagedAdvertiserId(ctx.actor, params.advertiser_id)
    const { promotionId } = await createPromotion(ctx, { advertiserId, promotion })
    return { ...SUCCESS, promotion_id: Number(promotionId) }
  }),
  route(updatePromotionCall, async (ctx, { params, body: promotion }) => {
    await updatePromotion(ctx, { ...getIds(ctx, params), promotion })
    return SUCCESS
  }),
  route(endPromotionCall, async (ctx, { params }) => {
    await endPromotion(ctx, getIds(ctx, params))
    return SUCCESS
  }),
  route(assignCouponCall, async (ctx, { params, body }) => {
    await assignCoupon(ctx, { ...getIds(ctx, params), siteKey: body.site_key })
    return SUCCESS
  }),
  route(importPromotionsCall, async (ctx, { params, query, file }) => {
    const advertiserId = getManagedAdvertiserId(ctx.actor, params.advertiser_id)
    const sent = { advertiserId, file: file.read(), ...query }
    const { imported, errors, choice } = await importPromotions(ctx, sent)
    return {
      success: errors.length === 0,
      imported,
      errors: errors.map(({ line, column, ...error }) => ({ line, column, message: errorText(ctx.locale, error) })),
      has_more: errors.length === MAX_IMPORT_ERRORS,
      choice,
    }
  }),
]

function getIds(ctx: RequestCtx, params: ParsedInputOf<typeof getPromotionCall>['params']) {
  return {
    advertiserId: getManagedAdvertiserId(ctx.actor, params.advertiser_id),
    promotionId: params.promotion_id,
  }
}

type ManagedQuery = ParsedInputOf<typeof listAllPromotionsCall>['query']

async function listManaged(ctx: RequestCtx, query: ManagedQuery, advertiserId?: bigint) {
  const filter = { ...toManagedFilter(query), advertiserId, now: ctx.now, page: toPage(query) }
  const { count, promotions } = await listManagedPromotions(ctx.db, filter)
  return { count, promotions: promotions.map((row) => viewManagedPromotion(row, ctx.now)) }
}

async function listMonth(ctx: RequestCtx, advertiserId: bigint, month: string) {
  const from = `${month}-01`
  const during = { from, to: addDays(from, placeInMonth({ startsOn: from, endsOn: null }, month).days - 1) }
  const page = { number: 1, size: MAX_CALENDAR }
  const { count, promotions } = await listManagedPromotions(ctx.db, { advertiserId, during, now: ctx.now, page })
  return { month, count, promotions: promotions.map((row) => viewManagedPromotion(row, ctx.now)) }
}

const NO_SUBS = { sub1: '', sub2: '', sub3: '', sub4: '', sub5: '' }

async function listForPublisher(ctx: RequestCtx, query: ParsedInputOf<typeof listPromotionsCall>['query']) {
  const scope = getPublisherScope(ctx.actor)
  const { publisherId } = scope
  const sites = (await listSites(ctx.db, scope)).filter(({ isActive }) => isActive)
  const site = query.key === '' ? sites[0] : sites.find(({ key }) => key === query.key)
  if (site === undefined && query.key !== '') throw notFound()
  const { keyword, text, domain, category, type, sort, advertiser_id: advertiserId } = query
  const { count, promotions } = await listOfferedPromotions(ctx.db, {
    publisherId,
    today: toDay(ctx.now),
    keyword,
    text,
    domain,
    categories: category === undefined ? [] : [category],
    kind: type,
    advertiserId,
    sort,
    page: toPage(query),
  })
  const { trackingOrigin } = ctx
  return {
    count,
    promotions: promotions.map((row) => {
      const parts = site && { trackingOrigin, siteKey: site.key, subs: NO_SUBS, promotionId: row.id, url: row.url }
      return viewOfferedPromotion(row, parts ? buildTrackingUrl(parts) : null)
    }),
    sites: sites.map(({ key, name }) => ({ key, name })),
    site_key: site?.key ?? null,
  }
}
