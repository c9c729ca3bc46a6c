import { readOrderFacts, readPayeeFacts } from '#domains/money/payouts/queries/explanations.ts'
import { viewExplanation } from '#domains/money/payouts/views/explanations.ts'
import { getPublisherId, getPublisherScope } from '#kernel/actor-scope.ts'
import { makeLinks } from '#domains/tracking/tracking/commands/make-links.ts'
import { viewLink } from '#domains/tracking/tracking/views.ts'
import { toDay } from '#kernel/days.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import {
  ApiAdvertiser,
  ApiPromotion,
  explainApiTransactionCall,
  listApiAdvertisersCall,
  listApiPromotionsCall,
  listApiTransactionsCall,
  makeApiLinksCall,
} from '../contract/v1.ts'
import { listDirectory } from '../queries/directory.ts'
import { listPromotions } from '../queries/promotions.ts'
import { viewApiAdvertiser, viewApiPromotion } from '../views/v1.ts'
import { getDirectoryContext } from './directory-context.ts'
import { replyChanges, replySynced } from './synced-reply.ts'

/** The routes of the API for programs with an API key. */
export function apiRoutes(sealing: Sealing): Route[] {
  return [explanationRoute(sealing), ...directoryRoutes]
}

function explanationRoute(sealing: Sealing): Route {
  return route(explainApiTransactionCall, async ({ db, actor, now }, { query }) => {
    const ids = { publisherId: getPublisherId(actor), transactionId: query.transaction_id }
    const [order, payee] = await Promise.all([readOrderFacts(db, ids), readPayeeFacts(db, sealing, { ...ids, now })])
    return viewExplanation(order, payee, now)
  })
}

const directoryRoutes: Route[] = [
  route(listApiTransactionsCall, (ctx, { query: { limit, format, cursor, ...query } }) => {
    const { updated_since: updatedSince, advertiser_id: advertiserId, ...others } = query
    const filter = { reader: 'publisher' as const, publisherId: getPublisherId(ctx.actor), updatedSince, advertiserId }
    return replyChanges(ctx, { limit, format, cursor }, { ...filter, ...others })
  }),
  route(listApiAdvertisersCall, async (ctx, { query }) => {
    const { updated_since: updatedSince, membership, ...part } = query
    const filter = { publisherId: getPublisherId(ctx.actor), updatedSince, membership }
    const context = await getDirectoryContext(ctx)
    return replySynced(ctx, part, {
      columns: Object.keys(ApiAdvertiser.shape),
      list: ({ after, limit }) => listDirectory(ctx.db, filter, { afterId: after, limit }),
      getPlace: ({ id }) => id,
      view: (row) => viewApiAdvertiser(row, context),
    })
  }),
  route(listApiPromotionsCall, async (ctx, { query }) => {
    const { updated_since: updatedSince, advertiser_id: advertiserId, type: kind, ...part } = query
    const today = toDay(ctx.now)
    const filter = { publisherId: getPublisherId(ctx.actor), today, updatedSince, advertiserId, kind }
    const context = await getDirectoryContext(ctx)
    return replySynced(ctx, part, {
      columns: Object.keys(ApiPromotion.shape),
      list: ({ after, limit }) => listPromotions(ctx.db, filter, { afterId: after, limit }),
      getPlace: ({ id }) => id,
      view: (row) => viewApiPromotion(row, context),
    })
  }),
  route(makeApiLinksCall, async (ctx, { body }) => {
    const { urls, site_key: siteKey, ...subs } = body
    const { site, links } = await makeLinks(ctx, { ...getPublisherScope(ctx.actor), siteKey, urls, subs })
    const parts = { trackingOrigin: ctx.trackingOrigin, siteKey: site.key, subs }
    return {
      data: links.map((resolved) => {
        const { url, fault, link } = viewLink(resolved, parts)
        return {
          url,
          fault,
          target: link?.target ?? null,
          advertiser_name: link?.advertiser_name ?? null,
          site_key: link?.site_key ?? null,
          tracking_url: link?.tracking_url ?? null,
          short_url: link?.short_url ?? null,
        }
      }),
    }
  }),
]
