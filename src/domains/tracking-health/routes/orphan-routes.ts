import { getAdvertiserId } from '#domains/advertisers/rules.ts'
import { findCouponOwner } from '#domains/promotions/queries/coupon-owners.ts'
import type { TokenSource } from '#domains/transactions/commands/receive-postback.ts'
import { readParameter } from '#domains/transactions/rules/read-order.ts'
import { toDay } from '#kernel/days.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { getOffset, toPage } from '#kernel/paging.ts'
import { route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { getCoverageCall, listOrphansCall } from '../contract/orphans.ts'
import { findClick, readClick } from '../queries/dry-run-details.ts'
import { listClaimsFor, listClicksAround, listCoveredOrders, listOrphans, namePublishers } from '../queries/orphans.ts'
import type { OrphanRow } from '../queries/orphans.ts'
import { summariseCoverage } from '../rules/coverage.ts'
import { suggestOwners } from '../rules/suggest-owner.ts'
import type { Suggestion } from '../rules/suggest-owner.ts'

/** The routes about orders that matched no click, and about the channels of those that did. */
export function orphanRoutes(tokens: TokenSource): Route[] {
  return [
    route(listOrphansCall, async (ctx, { query }) => {
      const advertiserId = getAdvertiserId(ctx.actor)
      const all = await listOrphans(ctx.db, { advertiserId })
      const matching = all.filter(({ reason }) => query.reason === undefined || reason === query.reason)
      const page = toPage(query)
      const first = getOffset(page, matching.length)
      const rows = matching.slice(first, first + page.size)
      const suggested = await suggestForAll(ctx, tokens, rows)
      const names = await namePublishers(ctx.db, [
        ...new Set([...suggested.values()].flatMap((each) => each.map(({ publisherId }) => publisherId))),
      ])
      const orphans = rows.map((row) => ({
        postback_id: row.id,
        order_id: row.orderRef,
        received_at: row.receivedAt.toISOString(),
        amount: readParameter(row.parameters, 'amount') ?? null,
        reason: row.reason,
        tries: row.tries,
        suggestions: (suggested.get(row.id) ?? []).map((each) => viewSuggestion(each, names)),
      }))
      return { ...SUCCESS, data: { count: matching.length, orphans } }
    }),
    route(getCoverageCall, async (ctx) => {
      const covered = await listCoveredOrders(ctx.db, { advertiserId: getAdvertiserId(ctx.actor) })
      const { orders, from, until, channels } = summariseCoverage(covered)
      return {
        ...SUCCESS,
        data: {
          orders,
          from: from?.toISOString() ?? null,
          until: until?.toISOString() ?? null,
          channels: channels.map(({ lastAt, ...each }) => ({ ...each, last_at: lastAt?.toISOString() ?? null })),
        },
      }
    }),
  ]
}

/** Suggests publishers for each order of a page, by the id of its postback. */
async function suggestForAll(
  { db, actor }: RequestCtx,
  tokens: TokenSource,
  rows: readonly OrphanRow[],
): Promise<Map<string, Suggestion[]>> {
  const advertiserId = getAdvertiserId(actor)
  const days = [...new Set(rows.map(({ receivedAt }) => toDay(receivedAt)))]
  const clicks = await listClicksAround(db, { advertiserId, days })
  const claims = await listClaimsFor(db, { advertiserId, orders: rows.map(({ orderRef }) => orderRef) })
  const suggested = new Map<string, Suggestion[]>()
  for (const { id, orderRef, receivedAt, parameters } of rows) {
    const code = readParameter(parameters, 'coupon')
    const named = readClick(tokens, parameters)
    const owner = code === undefined ? undefined : await findCouponOwner(db, { advertiserId, code })
    const facts = {
      claims: (claims.get(orderRef) ?? []).map(({ id: claimId, publisherId }) => ({ claimId, publisherId })),
      couponOwnerId: owner?.publisherId,
      click: named && (await findClick(db, { advertiserId, ...named })),
      clicks: clicks.get(toDay(receivedAt)) ?? [],
    }
    suggested.set(id, suggestOwners(facts))
  }
  return suggested
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
