import { getAdvertiserId } from '#kernel/actor-scope.ts'
import { dryRunPostback } from '#domains/orders/transactions/commands/dry-run-postback.ts'
import type { TokenSource } from '#domains/orders/transactions/commands/receive-postback.ts'
import { listParameterHints } from '#domains/orders/transactions/rules/parameter-hints.ts'
import { viewParameterHints } from '#domains/orders/transactions/views.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { Refusal, notFound } from '#kernel/errors.ts'
import { toPage } from '#kernel/paging.ts'
import { errorText } from '#platform/server/error-texts.ts'
import { route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { PrefixCounter } from '#platform/server/limits/prefix-counter.ts'
import { getSender, replayPostback } from '../commands/replay-postback.ts'
import { dryRunPostbackCall, getPostbackCall, listPostbacksCall, replayPostbackCall } from '../contract/postbacks.ts'
import type { PostbackView } from '../contract/postbacks.ts'
import { readClick, readDryRunDetails } from '../queries/dry-run-details.ts'
import { findPostback, listPostbacks } from '../queries/list-postbacks.ts'
import type { PostbackRow } from '../queries/list-postbacks.ts'
import { listCreditedOrders } from '../queries/orphans.ts'
import { orphanRoutes } from './orphan-routes.ts'
import { readOrderId, viewDryRun, viewPostback } from '../views.ts'

/** Dry runs and replays of one advertiser and worker, in a minute. Counted in memory: a dry run writes nothing. */
const MAX_TRIES = 60
const WINDOW_MS = 60_000

/** The routes of an advertiser's last postbacks, and of orders without a click. `tokens` reads click tokens. */
export function postbackRoutes({ tokens }: { tokens: TokenSource }): Route[] {
  const tries = new PrefixCounter({ windowMs: WINDOW_MS, max: MAX_TRIES })

  /** Counts a dry run or a replay. Refuses one too many. */
  function limitTries(advertiserId: bigint): void {
    const now = Date.now()
    if (!tries.isOver(String(advertiserId), now)) return
    throw new Refusal({ code: 'too_many_attempts', status: 429, retryAfterSeconds: tries.secondsLeft(now) })
  }

  return [
    ...orphanRoutes({ tokens }),
    route(listPostbacksCall, async (ctx, { query }) => {
      const { result, channel } = query
      const filter = { advertiserId: getAdvertiserId(ctx.actor), result, channel }
      const { count, postbacks } = await listPostbacks(ctx.db, filter, toPage(query))
      return { ...SUCCESS, data: { count, postbacks: await viewPostbacks(ctx, postbacks) } }
    }),
    route(getPostbackCall, async (ctx, { params }) => {
      return { ...SUCCESS, data: await view(ctx, await getPostback(ctx, params.postback_id)) }
    }),
    route(dryRunPostbackCall, async (ctx, { body }) => {
      const advertiserId = getAdvertiserId(ctx.actor)
      const { parameters, postback_id: postbackId } = body
      const original = postbackId === undefined ? undefined : await getPostback(ctx, postbackId)
      limitTries(advertiserId)
      const channel = original?.channel ?? (body.channel === 'pixel' ? 'pixel' : 'query')
      const tried = { advertiserId, ...getSender(channel), channel, parameters }
      const run = await dryRunPostback(ctx, tokens, original ? { ...tried, acceptedAt: original.receivedAt } : tried)
      const click = readClick(tokens, parameters)
      const details = await readDryRunDetails(ctx.db, run, { advertiserId, click })
      const { reason } = run.outcome
      const message = reason === null ? null : errorText(ctx.locale, { code: `postback.${reason}` })
      const hints = viewParameterHints(ctx.locale, listParameterHints(parameters))
      return { ...SUCCESS, data: viewDryRun(run, details, { message, hints }) }
    }),
    route(replayPostbackCall, async (ctx, { params, body }) => {
      const advertiserId = getAdvertiserId(ctx.actor)
      await getPostback(ctx, params.postback_id)
      limitTries(advertiserId)
      const corrected = { advertiserId, postbackId: params.postback_id, parameters: body.parameters }
      const { replay, isRepeated } = await replayPostback(ctx, tokens, corrected)
      return { ...SUCCESS, is_repeated: isRepeated, data: await view(ctx, replay) }
    }),
  ]
}

/** Views postbacks of the signed-in advertiser. */
async function viewPostbacks({ db, actor, locale }: RequestCtx, rows: readonly PostbackRow[]): Promise<PostbackView[]> {
  const orders = rows.flatMap((row) => (row.result === 'rejected' ? (readOrderId(row) ?? []) : []))
  const credited = await listCreditedOrders(db, { advertiserId: getAdvertiserId(actor), orders })
  return rows.map((row) => viewPostback(row, { locale, credited }))
}

async function view(ctx: RequestCtx, row: PostbackRow): Promise<PostbackView> {
  const [viewed] = await viewPostbacks(ctx, [row])
  if (!viewed) throw notFound()
  return viewed
}

/** Gets a postback of the signed-in advertiser; one of another advertiser is not found. */
async function getPostback({ db, actor }: RequestCtx, postbackId: string): Promise<PostbackRow> {
  const postback = await findPostback(db, { advertiserId: getAdvertiserId(actor), postbackId })
  if (!postback) throw notFound()
  return postback
}
