import { SUCCESS } from '#kernel/endpoint.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import { getAdvertiserId } from '#kernel/actor-scope.ts'
import { removeReasonAlias, saveReasonAlias } from '../commands/save-reason-alias.ts'
import { listReasonAliasesCall, removeReasonAliasCall, saveReasonAliasCall } from '../contract/reason-aliases.ts'
import { listReasonAliases } from '../queries/reason-aliases.ts'

/** The routes of the reason codes of advertisers' own systems. */
export const reasonAliasRoutes: Route[] = [
  route(listReasonAliasesCall, async (ctx) => {
    return { ...SUCCESS, data: await listReasonAliases(ctx.db, { advertiserId: getAdvertiserId(ctx.actor) }) }
  }),
  route(saveReasonAliasCall, async (ctx, { body }) => {
    await saveReasonAlias(ctx, { advertiserId: getAdvertiserId(ctx.actor), ...body })
    return SUCCESS
  }),
  route(removeReasonAliasCall, async (ctx, { body }) => {
    await removeReasonAlias(ctx, { advertiserId: getAdvertiserId(ctx.actor), ...body })
    return SUCCESS
  }),
]
