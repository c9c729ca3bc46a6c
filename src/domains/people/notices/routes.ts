import { getAdvertiserId } from '#kernel/actor-scope.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { notFound } from '#kernel/errors.ts'
import { route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { chooseNotices, markAllRead } from './commands/choose-notices.ts'
import { endDigestsByMail } from './commands/end-digests.ts'
import { chooseNoticesCall, endDigestCall, findDigestCall, listNoticesCall, readNoticesCall } from './contract.ts'
import { findDigest, listNotices, readChoices } from './queries.ts'
import type { NoticeReader } from './queries.ts'
import { CHOSEN_KINDS, FIXED_KINDS, listKindsFor } from './rules.ts'

/** The routes of the notices to a member of a team. */
export const noticeRoutes: Route[] = [
  route(listNoticesCall, async (ctx) => {
    const reader = getReader(ctx)
    const [rows, choices] = [await listNotices(ctx.db, reader), await readChoices(ctx.db, reader)]
    const notices = rows.map(({ id, createdAt, readAt, ...notice }) => {
      return { id: Number(id), ...notice, created_at: createdAt.toISOString(), is_read: readAt !== null }
    })
    const chosen = listKindsFor(CHOSEN_KINDS, reader).map((kind) => {
      return { kind, mail: choices[kind].mail, is_listed: choices[kind].isListed }
    })
    return { ...SUCCESS, data: { notices, choices: chosen, fixed: listKindsFor(FIXED_KINDS, reader) } }
  }),
  route(chooseNoticesCall, async (ctx, { body }) => {
    const choices = body.choices.map(({ is_listed: isListed, ...choice }) => ({ ...choice, isListed }))
    const { accountId, advertiserId } = getReader(ctx)
    await chooseNotices(ctx, { accountId, advertiserId, choices })
    return SUCCESS
  }),
  route(readNoticesCall, async (ctx) => {
    await markAllRead(ctx, getReader(ctx))
    return SUCCESS
  }),
  route(findDigestCall, async (ctx, { body }) => {
    return { ...SUCCESS, digest: (await findDigest(ctx.db, body.token)) ?? null }
  }),
  route(endDigestCall, async (ctx, { body }) => {
    await endDigestsByMail(ctx, body.token)
    return SUCCESS
  }),
]

function getReader({ actor }: RequestCtx): NoticeReader & AccountActor {
  if (actor.kind !== 'account') throw notFound()
  return { ...actor, advertiserId: getAdvertiserId(actor) }
}
