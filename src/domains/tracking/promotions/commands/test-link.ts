import { getAdvertiser, listLinkableHosts } from '#domains/people/advertisers/queries.ts'
import { findProgramByAdvertiser } from '#domains/programmes/programs/queries/programs.ts'
import { visitHop } from '#domains/tracking/tracking/queries/visit-hop.ts'
import { buildLandingUrl } from '#domains/tracking/tracking/rules/destination.ts'
import { takeHop } from '#domains/tracking/tracking/rules/link-walk.ts'
import type { Walk } from '#domains/tracking/tracking/rules/link-walk.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { OutboundClient } from '#platform/server/outbound/outbound-client.ts'
import { limitRate } from '#platform/server/limits/rate-limit.ts'
import { readLink } from './save-promotion.ts'

const HOURLY_TESTS = 30
/** A walk that takes longer ends with the fault `timeout`. */
const MAX_WALK_MS = 20_000
const KEPT_MS = 90 * 86_400_000

/** What a test of a link needs: the client that visits shops, and what makes the token of a test click. */
export interface LinkTestServices {
  outbound: OutboundClient
  mintTestClick: (click: { advertiserId: bigint; issuedAt: Date }) => string
}

/**
 * Walks an address of an advertiser with a test click, from address to address, and keeps what it found for the
 * promotions that lead there, present and future ones. The click counts nowhere.
 */
export async function testLink(
  ctx: Ctx,
  { outbound, mintTestClick }: LinkTestServices,
  { advertiserId, url: text }: { advertiserId: bigint; url: string },
): Promise<Walk> {
  await getAdvertiser(ctx.db, { advertiserId })
  const url = readLink(text, await listLinkableHosts(ctx.db, { advertiserId }))
  await limitRate(ctx, { key: `link-test:${advertiserId}`, max: HOURLY_TESTS, windowSeconds: 3600 })
  const program = await findProgramByAdvertiser(ctx.db, { advertiserId })
  const click = {
    clickParam: program?.clickParam ?? 'click_id',
    token: mintTestClick({ advertiserId, issuedAt: ctx.now }),
  }
  const walk = await walkToEnd(outbound, click, buildLandingUrl(url, click))
  await inTransaction(ctx, async (tx) => {
    const found = { testedAt: tx.now, fault: walk.fault }
    await tx.db
      .insertInto('linkTest')
      .values({ advertiserId, url, ...found })
      .onConflict((conflict) => conflict.columns(['advertiserId', 'url']).doUpdateSet(found))
      .execute()
    await tx.db
      .deleteFrom('linkTest')
      .where('testedAt', '<', new Date(tx.now.getTime() - KEPT_MS))
      .execute()
    const details = { fault: walk.fault, hops: walk.hops.length }
    await audit(tx, { action: 'promotion.test_link', target: `advertiser:${advertiserId}`, details })
  })
  return walk
}

async function walkToEnd(outbound: OutboundClient, click: { clickParam: string; token: string }, landingUrl: string) {
  const startedAt = performance.now()
  let walk: Walk = { hops: [], nextUrl: landingUrl, fault: null }
  while (walk.nextUrl !== null) {
    if (performance.now() - startedAt > MAX_WALK_MS) return { ...walk, nextUrl: null, fault: 'timeout' as const }
    walk = takeHop(walk, click, await visitHop(outbound, walk.nextUrl))
  }
  return walk
}
