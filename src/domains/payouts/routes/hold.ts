import { getPublisher } from '#domains/publishers/queries.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import { holdPayouts, releasePayouts } from '../commands/hold-payouts.ts'
import { getPayoutHoldCall, holdPayoutsCall, releasePayoutsCall } from '../contract/hold.ts'
import { findHold } from '../queries/payment.ts'

/** The routes by which operators stop the payouts to a publisher. */
export const holdRoutes: Route[] = [
  route(getPayoutHoldCall, async (ctx, { params }) => {
    const publisherId = BigInt(params.publisher_id)
    await getPublisher(ctx.db, { publisherId })
    return { ...SUCCESS, data: { hold: await findHold(ctx.db, { publisherId }) } }
  }),
  route(holdPayoutsCall, async (ctx, { params, body }) => {
    await holdPayouts(ctx, { publisherId: BigInt(params.publisher_id), reason: body.reason })
    return SUCCESS
  }),
  route(releasePayoutsCall, async (ctx, { params }) => {
    await releasePayouts(ctx, { publisherId: BigInt(params.publisher_id) })
    return SUCCESS
  }),
]
