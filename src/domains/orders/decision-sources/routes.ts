import { getAdvertiserId } from '#kernel/actor-scope.ts'
import { includesAct } from '#kernel/access.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { askFetch, removeDecisionSource, setDecisionSource, takeOverDecisionSource } from './commands/change-source.ts'
import * as calls from './contract.ts'
import type { DecisionSourceView } from './contract.ts'
import { describeFault } from './mails.ts'
import { findSource, findSourceLapse } from './queries.ts'

/** The routes about the address from which the decisions of an advertiser are fetched. */
export const decisionSourceRoutes: Route[] = [
  route(calls.getDecisionSourceCall, async (ctx) => ({ ...SUCCESS, data: await readSource(ctx) })),
  route(calls.setDecisionSourceCall, async (ctx, { body }) => {
    await setDecisionSource(ctx, { advertiserId: getAdvertiserId(ctx.actor), ...body })
    return { ...SUCCESS, data: await readSource(ctx) }
  }),
  route(calls.fetchDecisionsCall, async (ctx) => {
    await askFetch(ctx, { advertiserId: getAdvertiserId(ctx.actor) })
    return { ...SUCCESS, data: await readSource(ctx) }
  }),
  route(calls.takeOverDecisionSourceCall, async (ctx) => {
    await takeOverDecisionSource(ctx, { advertiserId: getAdvertiserId(ctx.actor) })
    return { ...SUCCESS, data: await readSource(ctx) }
  }),
  route(calls.removeDecisionSourceCall, async (ctx) => {
    await removeDecisionSource(ctx, { advertiserId: getAdvertiserId(ctx.actor) })
    return SUCCESS
  }),
]

async function readSource({ db, actor, locale }: RequestCtx): Promise<DecisionSourceView | null> {
  const row = await findSource(db, { advertiserId: getAdvertiserId(actor) })
  if (!row) return null
  const { url, mode, hour, dueAt, fetchedAt, fault, fileId, setBy, setterName } = row
  const isDecider = actor.kind === 'account' && includesAct(actor.teamRole, 'decide')
  return {
    url: isDecider ? url : new URL(url).origin,
    mode,
    hour,
    due_at: dueAt.toISOString(),
    fetched_at: fetchedAt?.toISOString() ?? null,
    fault: fault === null ? null : describeFault(fault, locale),
    file_id: fileId,
    set_by:
      setterName === null ? null : { name: setterName, is_self: actor.kind === 'account' && actor.accountId === setBy },
    stopped: row.stopReason ?? (await findSourceLapse(db, row)) ?? null,
  }
}
