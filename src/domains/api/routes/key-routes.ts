import { getPublisherId } from '#domains/publishers/rules.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import { createKey } from '../commands/create-key.ts'
import { revokeKey } from '../commands/revoke-key.ts'
import { createKeyCall, listKeysCall, revokeKeyCall } from '../contract/keys.ts'
import { listKeys } from '../queries/keys.ts'
import { viewKey } from '../views/keys.ts'

/** The routes of publishers about their API keys. */
export const keyRoutes: Route[] = [
  route(listKeysCall, async (ctx) => {
    const keys = await listKeys(ctx.db, { publisherId: getPublisherId(ctx.actor) })
    return { ...SUCCESS, data: keys.map(viewKey) }
  }),
  route(createKeyCall, async (ctx, { body }) => {
    const { key, text } = await createKey(ctx, { publisherId: getPublisherId(ctx.actor), ...body })
    return { ...SUCCESS, data: viewKey(key), key: text }
  }),
  route(revokeKeyCall, async (ctx, { params }) => {
    await revokeKey(ctx, { publisherId: getPublisherId(ctx.actor), keyId: params.key_id })
    return SUCCESS
  }),
]
