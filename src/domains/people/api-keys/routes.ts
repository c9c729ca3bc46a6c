import { getAdvertiserId, getPublisherId } from '#kernel/actor-scope.ts'
import type { Actor } from '#kernel/actor.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import { createKey } from './commands/create-key.ts'
import { revokeKey } from './commands/revoke-key.ts'
import {
  createAdvertiserKeyCall,
  createKeyCall,
  listAdvertiserKeysCall,
  listKeysCall,
  revokeAdvertiserKeyCall,
  revokeKeyCall,
} from './contract.ts'
import { listKeys } from './queries.ts'
import type { KeyOwner } from './queries.ts'
import { viewKey } from './views.ts'

interface KeyCalls {
  list: typeof listKeysCall | typeof listAdvertiserKeysCall
  create: typeof createKeyCall | typeof createAdvertiserKeyCall
  revoke: typeof revokeKeyCall | typeof revokeAdvertiserKeyCall
}

/** The routes of publishers and advertisers about their API keys. */
export const keyRoutes: Route[] = [
  ...routesOf({ list: listKeysCall, create: createKeyCall, revoke: revokeKeyCall }, (actor) => ({
    publisherId: getPublisherId(actor),
  })),
  ...routesOf(
    { list: listAdvertiserKeysCall, create: createAdvertiserKeyCall, revoke: revokeAdvertiserKeyCall },
    (actor) => ({
      advertiserId: getAdvertiserId(actor),
    }),
  ),
]

function routesOf({ list, create, revoke }: KeyCalls, getOwner: (actor: Actor) => KeyOwner): Route[] {
  return [
    route(list, async (ctx) => {
      const keys = await listKeys(ctx.db, getOwner(ctx.actor))
      return { ...SUCCESS, data: keys.map(viewKey) }
    }),
    route(create, async (ctx, { body }) => {
      const { key, text } = await createKey(ctx, { ...getOwner(ctx.actor), ...body })
      return { ...SUCCESS, data: viewKey(key), key: text }
    }),
    route(revoke, async (ctx, { params }) => {
      await revokeKey(ctx, { ...getOwner(ctx.actor), keyId: params.key_id })
      return SUCCESS
    }),
  ]
}
