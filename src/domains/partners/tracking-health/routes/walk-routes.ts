import { getAdvertiserId } from '#kernel/actor-scope.ts'
import type { MintTestClick } from '#domains/partners/setup/queries/test-click.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import type { OutboundClient } from '#platform/server/outbound/outbound-client.ts'
import { startWalk, stepWalk } from '../commands/test-walks.ts'
import { getTestWalkCall, startTestWalkCall, stepTestWalkCall } from '../contract/test-walks.ts'
import { countRejectedSince, findOrderOfWalk, getWalk } from '../queries/test-walks.ts'
import { viewWalk } from '../views.ts'

/** What the routes of test walks need: the client that visits shops, and what makes the token of a test click. */
export interface WalkServices {
  outbound: OutboundClient
  mintTestClick: MintTestClick
}

/** The routes of test orders that are walked from the console. */
export function walkRoutes({ outbound, mintTestClick }: WalkServices): Route[] {
  return [
    route(startTestWalkCall, async (ctx) => {
      const advertiserId = getAdvertiserId(ctx.actor)
      return { ...SUCCESS, walk_id: await startWalk(ctx, { advertiserId, mintTestClick }) }
    }),
    route(getTestWalkCall, async (ctx, { params }) => readWalk(ctx, params.walk_id)),
    route(stepTestWalkCall, async (ctx, { params }) => {
      await stepWalk(ctx, outbound, { advertiserId: getAdvertiserId(ctx.actor), walkId: params.walk_id })
      return readWalk(ctx, params.walk_id)
    }),
  ]
}

async function readWalk({ db, actor }: RequestCtx, walkId: string) {
  const walk = await getWalk(db, { advertiserId: getAdvertiserId(actor), walkId })
  const order = await findOrderOfWalk(db, walk)
  const rejected = order ? 0 : await countRejectedSince(db, walk)
  return { ...SUCCESS, data: viewWalk(walk, { order, rejected }) }
}
