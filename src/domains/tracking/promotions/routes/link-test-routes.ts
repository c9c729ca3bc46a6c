import { findLoss } from '#domains/tracking/tracking/rules/link-walk.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import { testLink } from '../commands/test-link.ts'
import type { LinkTestServices } from '../commands/test-link.ts'
import { testLinkCall } from '../contract/managed.ts'
import { getManagedAdvertiserId } from '../rules.ts'

/** The route that tests the link of a promotion. */
export function linkTestRoutes(services: LinkTestServices): Route[] {
  return [
    route(testLinkCall, async (ctx, { params, body }) => {
      const advertiserId = getManagedAdvertiserId(ctx.actor, params.advertiser_id)
      const { hops, fault } = await testLink(ctx, services, { advertiserId, url: body.url })
      const viewed = hops.map(({ url, status, ms, hasClick }) => ({ url, status, ms, has_click: hasClick }))
      return { ...SUCCESS, data: { fault, lost_at: findLoss(hops), hops: viewed } }
    }),
  ]
}
