import { getPublisher } from '#domains/people/publishers/queries.ts'
import { getPublisherId } from '#kernel/actor-scope.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { beginState, endState, reopenOwnAccount } from './commands/change-state.ts'
import {
  beginStateCall,
  closeOwnAccountCall,
  endStateCall,
  getOwnStatesCall,
  getStatesCall,
  reopenOwnAccountCall,
} from './contract.ts'
import { listPeriods } from './queries.ts'
import { viewStates } from './views.ts'

async function readStates({ db, now }: RequestCtx, publisherId: bigint) {
  const { accountId: ownerId, erasedAt } = await getPublisher(db, { publisherId })
  return viewStates(await listPeriods(db, { publisherId }), { ownerId, isErased: erasedAt !== null, now })
}

/** The routes of the states of publishers' accounts. */
export const accountStateRoutes: Route[] = [
  route(getOwnStatesCall, async (ctx) => ({ ...SUCCESS, data: await readStates(ctx, getPublisherId(ctx.actor)) })),
  route(closeOwnAccountCall, async (ctx, { body: { reason } }) => {
    await beginState(ctx, { publisherId: getPublisherId(ctx.actor), state: 'closed', reason })
    return SUCCESS
  }),
  route(reopenOwnAccountCall, async (ctx) => {
    await reopenOwnAccount(ctx, { publisherId: getPublisherId(ctx.actor) })
    return SUCCESS
  }),
  route(getStatesCall, async (ctx, { params }) => ({
    ...SUCCESS,
    data: await readStates(ctx, BigInt(params.publisher_id)),
  })),
  route(beginStateCall, async (ctx, { params, body }) => {
    await beginState(ctx, { publisherId: BigInt(params.publisher_id), ...body })
    return SUCCESS
  }),
  route(endStateCall, async (ctx, { params, body }) => {
    await endState(ctx, { publisherId: BigInt(params.publisher_id), ...body })
    return SUCCESS
  }),
]
