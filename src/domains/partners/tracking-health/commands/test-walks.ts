import { issueTestClick } from '#domains/partners/setup/queries/test-click.ts'
import type { MintTestClick } from '#domains/partners/setup/queries/test-click.ts'
import { visitHop } from '#domains/tracking/tracking/queries/visit-hop.ts'
import { takeHop } from '#domains/tracking/tracking/rules/link-walk.ts'
import { uuid7 } from '#kernel/uuid7.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { OutboundClient } from '#platform/server/outbound/outbound-client.ts'
import { limitRate } from '#platform/server/limits/rate-limit.ts'
import { getWalk } from '../queries/test-walks.ts'

/** The walks of an advertiser that are kept. */
const MAX_WALKS = 20

const HOURLY_WALKS = 30

/** Issues a test click and begins to walk it to the shop. Refuses an advertiser without terms. */
export async function startWalk(
  ctx: Ctx,
  { advertiserId, mintTestClick }: { advertiserId: bigint; mintTestClick: MintTestClick },
): Promise<string> {
  const { token, clickParam, landingUrl } = await issueTestClick(ctx, { advertiserId, mintTestClick })
  await limitRate(ctx, { key: `test-walk:${advertiserId}`, max: HOURLY_WALKS, windowSeconds: 3600 })
  const id = uuid7(ctx.now.getTime())
  await inTransaction(ctx, async (tx) => {
    await tx.db
      .insertInto('testWalk')
      .values({
        advertiserId,
        id,
        startedAt: tx.now,
        token,
        clickParam,
        nextUrl: landingUrl,
        hops: '[]',
        fault: null,
      })
      .execute()
    await removeOldWalks(tx, advertiserId)
    await audit(tx, { action: 'test-walk.start', target: `test-walk:${id}`, details: { advertiserId } })
  })
  return id
}

async function removeOldWalks({ db }: Ctx, advertiserId: bigint): Promise<void> {
  const newest = db
    .selectFrom('testWalk')
    .select('id')
    .where('advertiserId', '=', advertiserId)
    .orderBy('id', 'desc')
    .limit(MAX_WALKS)
  await db.deleteFrom('testWalk').where('advertiserId', '=', advertiserId).where('id', 'not in', newest).execute()
}

/**
 * Takes a walk to its next address, from public servers only and without cookies. Does nothing when it has ended, and
 * when another call has taken it there meanwhile.
 */
export async function stepWalk(
  ctx: Ctx,
  outbound: OutboundClient,
  key: { advertiserId: bigint; walkId: string },
): Promise<void> {
  const walk = await getWalk(ctx.db, key)
  if (walk.nextUrl === null) return
  const { hops, nextUrl, fault } = takeHop(walk, walk, await visitHop(outbound, walk.nextUrl))
  await ctx.db
    .updateTable('testWalk')
    .set({ hops: JSON.stringify(hops), nextUrl, fault })
    .where('advertiserId', '=', key.advertiserId)
    .where('id', '=', key.walkId)
    .where('nextUrl', '=', walk.nextUrl)
    .execute()
}
