import { getAdvertiserId } from '#kernel/actor-scope.ts'
import type { TokenSource } from '#domains/orders/transactions/commands/receive-postback.ts'
import { readParameter } from '#domains/orders/transactions/rules/read-order.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { notFound } from '#kernel/errors.ts'
import { formatAmount } from '#kernel/money.ts'
import { getOffset, toPage } from '#kernel/paging.ts'
import { errorText } from '#platform/server/error-texts.ts'
import { route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { creditOrphan, dismissOrphan, restoreOrphan } from '../commands/credit-orphan.ts'
import * as calls from '../contract/orphans.ts'
import type { OrphanDetail } from '../contract/orphans.ts'
import { findPostback } from '../queries/list-postbacks.ts'
import { previewCredit } from '../queries/orphan-credits.ts'
import type { CreditPreview } from '../queries/orphan-credits.ts'
import { findOrphan, listCoveredOrders, listOrphans, namePublishers } from '../queries/orphans.ts'
import type { OrphanRow } from '../queries/orphans.ts'
import { suggestForAll } from '../queries/suggestions.ts'
import { summariseCoverage } from '../rules/coverage.ts'
import type { Suggestion } from '../rules/suggest-owner.ts'

interface OrphanParts {
  tokens: TokenSource
}

/** The routes about orders that matched no click, and about the channels of those that did. */
export function orphanRoutes(parts: OrphanParts): Route[] {
  return [
    route(calls.listOrphansCall, async (ctx, { query: { reason, dismissed, ...paging } }) => {
      const advertiserId = getAdvertiserId(ctx.actor)
      const all = await listOrphans(ctx.db, { advertiserId })
      const matching = all.filter(
        (each) => (reason === undefined || each.reason === reason) && !each.dismissal === (dismissed === undefined),
      )
      const page = toPage(paging)
      const first = getOffset(page, matching.length)
      const rows = matching.slice(first, first + page.size)
      const suggested = await suggestForAll(ctx.db, { advertiserId, tokens: parts.tokens }, rows)
      const names = await nameSuggested(ctx, [...suggested.values()].flat())
      const orphans = rows.map((row) => ({
        ...viewOrphan(row),
        suggestions: (suggested.get(row.id) ?? []).map((each) => viewSuggestion(each, names)),
      }))
      return { ...SUCCESS, data: { count: matching.length, orphans } }
    }),
    ...actRoutes(parts),
    route(calls.getCoverageCall, async (ctx) => {
      const covered = await listCoveredOrders(ctx.db, { advertiserId: getAdvertiserId(ctx.actor) })
      const { orders, from, until, sameSales, channels } = summariseCoverage(covered)
      return {
        ...SUCCESS,
        data: {
          orders,
          from: from?.toISOString() ?? null,
          until: until?.toISOString() ?? null,
          same_sales: sameSales,
          channels: channels.map(({ lastAt, ...each }) => ({ ...each, last_at: lastAt?.toISOString() ?? null })),
        },
      }
    }),
  ]
}

function actRoutes({ tokens }: OrphanParts): Route[] {
  const ofAdvertiser = ({ actor }: RequestCtx, params: { postback_id: string }) => {
    return { advertiserId: getAdvertiserId(actor), postbackId: params.postback_id }
  }
  return [
    route(calls.getOrphanCall, async (ctx, { params }) => {
      const named = ofAdvertiser(ctx, params)
      if (!(await findPostback(ctx.db, named))) throw notFound()
      const orphan = await findOrphan(ctx.db, named)
      return { ...SUCCESS, data: orphan && !orphan.isRecorded ? await readDetail(ctx, tokens, orphan) : null }
    }),
    route(calls.creditOrphanCall, async (ctx, { params, body: { publisher_id: publisherId, note } }) => {
      const credit = { ...ofAdvertiser(ctx, params), tokens, publisherId, note }
      const { claimId, transactionId } = await creditOrphan(ctx, credit)
      return { ...SUCCESS, claim_id: claimId, publisher_id: Number(publisherId), transaction_id: transactionId }
    }),
    route(calls.dismissOrphanCall, async (ctx, { params, body }) => {
      await dismissOrphan(ctx, { ...ofAdvertiser(ctx, params), ...body })
      return SUCCESS
    }),
    route(calls.restoreOrphanCall, async (ctx, { params }) => {
      await restoreOrphan(ctx, ofAdvertiser(ctx, params))
      return SUCCESS
    }),
  ]
}

async function readDetail(ctx: RequestCtx, tokens: TokenSource, orphan: OrphanRow): Promise<OrphanDetail> {
  const advertiserId = getAdvertiserId(ctx.actor)
  const suggestions = (await suggestForAll(ctx.db, { advertiserId, tokens }, [orphan])).get(orphan.id) ?? []
  const names = await nameSuggested(ctx, suggestions)
  const credits = []
  for (const suggestion of suggestions) {
    const preview = await previewCredit(ctx, { advertiserId, orphan, suggestion })
    credits.push({ ...viewSuggestion(suggestion, names), ...viewPreview(ctx, preview) })
  }
  return { ...viewOrphan(orphan), credits }
}

function nameSuggested({ db }: RequestCtx, suggestions: readonly Suggestion[]) {
  return namePublishers(db, [...new Set(suggestions.map(({ publisherId }) => publisherId))])
}

function viewOrphan(row: OrphanRow) {
  return {
    postback_id: row.id,
    order_id: row.orderRef,
    received_at: row.receivedAt.toISOString(),
    amount: readParameter(row.parameters, 'amount') ?? null,
    reason: row.reason,
    tries: row.tries,
    dismissal: row.dismissal ? { reason: row.dismissal.reason, at: row.dismissal.dismissedAt.toISOString() } : null,
  }
}

function viewPreview({ locale }: RequestCtx, { siteName, worth, problem }: CreditPreview) {
  const format = (amount: bigint | null | undefined) =>
    amount === null || amount === undefined ? null : formatAmount(amount)
  return {
    site_name: siteName,
    commission: format(worth?.commission),
    fee: format(worth?.fee),
    problem: problem && errorText(locale, problem),
  }
}

function viewSuggestion(
  { publisherId, clue, claimId, clickedAt, percent }: Suggestion,
  names: ReadonlyMap<bigint, string>,
) {
  return {
    publisher_id: Number(publisherId),
    publisher_name: names.get(publisherId) ?? String(publisherId),
    clue,
    claim_id: claimId ?? null,
    clicked_at: clickedAt?.toISOString() ?? null,
    percent: percent ?? null,
  }
}
