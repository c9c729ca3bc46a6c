import { listSites } from '#domains/people/publishers/queries.ts'
import { getPublisherId } from '#kernel/actor-scope.ts'
import type { RequestCtx } from '#platform/server/http/route.ts'
import type { DirectoryContext } from '../views/v1.ts'

/** Reads what the views of advertisers need: the tracking links carry the key of the first active site. */
export async function getDirectoryContext(ctx: RequestCtx): Promise<DirectoryContext> {
  const sites = await listSites(ctx.db, { publisherId: getPublisherId(ctx.actor) })
  const { trackingOrigin, now } = ctx
  return { trackingOrigin, siteKey: sites.find(({ isActive }) => isActive)?.key, now }
}
