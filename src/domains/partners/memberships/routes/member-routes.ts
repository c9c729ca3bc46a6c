import { getAdvertiserId } from '#kernel/actor-scope.ts'
import { findProgramByAdvertiser } from '#domains/programmes/programs/queries/programs.ts'
import { listGroups } from '#domains/programmes/rates/queries/groups.ts'
import { findProgress } from '#domains/figures/reports/queries/rollup-progress.ts'
import { addDays, toDay } from '#kernel/days.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { BASE_CURRENCY } from '#kernel/money.ts'
import { toPage } from '#kernel/paging.ts'
import { FileReply, route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { labelMembers } from '../commands/label-members.ts'
import * as calls from '../contract/members.ts'
import { exportMembers } from '../queries/export-members.ts'
import { listMembers, listTags } from '../queries/members.ts'
import { toFigureRange, toMemberFilter } from '../rules/member-filter.ts'
import { MAX_SELECTED } from '../rules/vocabulary.ts'
import { viewMember } from '../views.ts'

/** The routes of advertisers about the publishers of their programme. */
export const memberRoutes: Route[] = [
  route(calls.listMembersCall, async (ctx, { query }) => {
    const { db, now } = ctx
    const { sort = 'order_value' } = query
    const filter = toMemberFilter(query, getOwn(ctx))
    const range = toFigureRange(query, now)
    const [{ count, members }, groups, tags, progress] = await Promise.all([
      listMembers(db, { ...filter, range, sort, page: toPage(query) }),
      listOwnGroups(ctx),
      listTags(db, filter),
      findProgress(db, 'rollups'),
    ])
    return {
      ...SUCCESS,
      data: {
        count,
        publishers: members.map(viewMember),
        sort,
        begin: range.from,
        end: addDays(range.until, -1),
        today: toDay(now),
        groups,
        tags,
        currency: BASE_CURRENCY,
        as_of: progress?.toISOString() ?? null,
      },
    }
  }),
  route(calls.downloadMembersCall, async (ctx, { query }) => {
    const { sort = 'order_value' } = query
    const asked = { ...toMemberFilter(query, getOwn(ctx)), range: toFigureRange(query, ctx.now), sort }
    return new FileReply({
      filename: 'publishers.csv',
      contentType: 'text/csv; charset=utf-8',
      body: exportMembers(ctx.db, asked, { hasByteOrderMark: query.bom === '1' }),
    })
  }),
  route(calls.labelMembersCall, async (ctx, { body: { publishers, matching = {}, ...label } }) => {
    const own = getOwn(ctx)
    const chosen = publishers
      ? { advertiserId: own.advertiserId, publisherIds: publishers }
      : toMemberFilter(matching, own)
    const { changed, changedIds } = await labelMembers(ctx, { ...label, chosen })
    const canUndo = changedIds.length > 0 && changedIds.length <= MAX_SELECTED
    const act = label.act === 'add' ? ('remove' as const) : ('add' as const)
    return { ...SUCCESS, changed, undo: canUndo ? { ...label, act, publishers: changedIds.map(Number) } : null }
  }),
]

function getOwn({ actor, now }: RequestCtx) {
  return { advertiserId: getAdvertiserId(actor), now }
}

async function listOwnGroups({ db, actor }: RequestCtx) {
  const program = await findProgramByAdvertiser(db, { advertiserId: getAdvertiserId(actor) })
  const groups = program ? await listGroups(db, { programId: program.id }) : []
  return groups.map(({ id, name, memberCount: members }) => ({ id: Number(id), name, members }))
}
