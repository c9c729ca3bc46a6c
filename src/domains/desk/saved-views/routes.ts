import { getAdvertiserId } from '#kernel/actor-scope.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { Refusal, invalidField, notFound } from '#kernel/errors.ts'
import { parseListQuery } from '#kernel/list-query.ts'
import { route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import type { SavedList } from '#platform/server/saved-lists.ts'
import { changeView, deleteView, restoreView, saveView } from './commands/save-view.ts'
import { endSchedule, endScheduleByMail, scheduleView } from './commands/schedule-view.ts'
import * as contract from './contract.ts'
import type { View } from './contract.ts'
import { countRows } from './queries/count-rows.ts'
import { findMailedView, listSchedules } from './queries/schedules.ts'
import { getOwnView, listViews } from './queries/views.ts'
import type { ViewOwner, ViewRow } from './queries/views.ts'
import { MAX_VIEW_COUNT } from './rules/limits.ts'
import { findList, toViewQuery } from './rules/lists.ts'
import { getMember } from './rules/organisation.ts'
import type { Member } from './rules/organisation.ts'
import { viewMailedView, viewView } from './views.ts'

/** The routes of saved views of these lists. */
export function viewRoutes(lists: readonly SavedList[]): Route[] {
  const view = (row: ViewRow, member: Member) => {
    const viewed = viewView(row, member, lists)
    if (!viewed) throw notFound()
    return viewed
  }
  return [
    route(contract.listViewsCall, async (ctx, { query }) => {
      const member = getActingMember(ctx)
      const rows = await listViews(ctx.db, { member, list: query.list, isPinned: query.is_pinned === '1' })
      const views = rows.flatMap((row) => viewView(row, member, lists) ?? [])
      const { canShare, canPinForOthers, roles } = member
      return { ...SUCCESS, data: { views, has_team: canShare, can_pin_for_others: canPinForOthers, roles: [...roles] } }
    }),
    route(contract.saveViewCall, async (ctx, { body }) => {
      const member = getActingMember(ctx)
      const saved = findList(lists, body.list, member.role)
      if (!saved) throw invalidField('list', { code: 'view.list' })
      const { name, scope, role = null, is_pinned: isPinned } = body
      if (!isOffered(member, body)) throw invalidField('scope', { code: 'view.scope' })
      const query = toViewQuery(saved.list, body.query)
      const row = await saveView(ctx, { member, list: saved.list.name, name, query, scope, role, isPinned })
      return { ...SUCCESS, view: view(row, member) }
    }),
    route(contract.changeViewCall, async (ctx, { params, body }) => {
      const member = getActingMember(ctx)
      const own = { viewId: params.view_id, member }
      const present = await getOwnView(ctx.db, { viewId: params.view_id, ...getOwner(member) })
      const saved = findList(lists, present.list, member.role)
      if (!saved) throw notFound()
      const query = body.query === undefined ? undefined : toViewQuery(saved.list, body.query)
      const row = await changeView(ctx, { ...own, name: body.name, query, isPinned: body.is_pinned })
      return { ...SUCCESS, view: view(row, member) }
    }),
    route(contract.deleteViewCall, async (ctx, { params }) => {
      await deleteView(ctx, { viewId: params.view_id, ...getOwner(getActingMember(ctx)) })
      return SUCCESS
    }),
    route(contract.restoreViewCall, async (ctx, { params }) => {
      const member = getActingMember(ctx)
      const row = await restoreView(ctx, { viewId: params.view_id, member })
      return { ...SUCCESS, view: view(row, member) }
    }),
    ...mailRoutes(lists),
    countRoute(lists),
  ]
}

function mailRoutes(lists: readonly SavedList[]): Route[] {
  return [
    route(contract.listMailedViewsCall, async (ctx) => {
      const member = getActingMember(ctx)
      const rows = await listSchedules(ctx.db, member)
      return {
        ...SUCCESS,
        data: { views: rows.map((row) => viewMailedView(row, { member, lists, locale: ctx.locale })) },
      }
    }),
    route(contract.scheduleViewCall, async (ctx, { params, body }) => {
      const member = { ...getActingMember(ctx), advertiserId: getAdvertiserId(ctx.actor) }
      const { rhythm, weekday = null } = body
      const when = { rhythm, weekday: rhythm === 'weekly' ? weekday : null }
      await scheduleView(ctx, { member, viewId: params.view_id, lists, ...when })
      return SUCCESS
    }),
    route(contract.endScheduleCall, async (ctx, { params }) => {
      await endSchedule(ctx, { viewId: params.view_id, accountId: getActingMember(ctx).accountId })
      return SUCCESS
    }),
    route(contract.findMailedViewCall, async (ctx, { body }) => {
      return { ...SUCCESS, name: (await findMailedView(ctx.db, body.token)) ?? null }
    }),
    route(contract.endMailedViewCall, async (ctx, { body }) => {
      await endScheduleByMail(ctx, body.token)
      return SUCCESS
    }),
  ]
}

function countRoute(lists: readonly SavedList[]): Route {
  return route(contract.countViewsCall, async (ctx) => {
    const member = getActingMember(ctx)
    const counts: { view_id: number; count: number }[] = []
    // One after the other, so that an account uses one connection.
    for (const row of await listViews(ctx.db, { member, isPinned: true })) {
      const saved = findList(lists, row.list, member.role)
      if (!saved) continue
      const { query: params } = parseListQuery(saved.list, new URLSearchParams(row.query))
      const count = await countRows(ctx, saved, { params, limit: MAX_VIEW_COUNT + 1 })
      if (count !== undefined) counts.push({ view_id: Number(row.id), count })
    }
    return { ...SUCCESS, data: { counts } }
  })
}

function getActingMember({ actor }: RequestCtx): Member {
  if (actor.kind !== 'account') throw new Refusal({ code: 'sign_in_required', status: 401 })
  return getMember(actor)
}

function getOwner({ accountId, advertiserId }: Member): ViewOwner {
  return { accountId, advertiserId }
}

/** Whether an account can save a view for these others. */
function isOffered(
  { canShare, roles }: Member,
  { scope, role }: Pick<View, 'scope'> & { role?: View['role'] | undefined },
) {
  if (scope === 'me') return true
  return canShare && (scope === 'team' || roles.some((each) => each === role))
}
