import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { measureListing } from './measure-listings.ts'

/** Lets brands find a publisher, with what is measured of it now, or stops it. Does nothing a second time. */
export function changeListing(ctx: Ctx, { publisherId, isListed }: { publisherId: bigint; isListed: boolean }) {
  return inTransaction(ctx, async (tx) => {
    const isChanged = isListed ? await addListing(tx, publisherId) : await removeListing(tx, publisherId)
    if (!isChanged) return
    if (isListed) await measureListing(tx, { publisherId })
    const action = isListed ? 'publisher_listing.add' : 'publisher_listing.remove'
    await audit(tx, { action, target: `publisher:${publisherId}` })
  })
}

async function addListing({ db, now }: Ctx, publisherId: bigint): Promise<boolean> {
  const empty = { siteKinds: [], categories: [], countries: [], isVerified: false, evidence: 'few_clicks' as const }
  const added = await db
    .insertInto('publisherListing')
    .values({ publisherId, listedAt: now, measuredAt: now, ...empty })
    .onConflict((conflict) => conflict.column('publisherId').doNothing())
    .returning('publisherId')
    .executeTakeFirst()
  return added !== undefined
}

async function removeListing({ db }: Ctx, publisherId: bigint): Promise<boolean> {
  const removed = await db
    .deleteFrom('publisherListing')
    .where('publisherId', '=', publisherId)
    .returning('publisherId')
    .executeTakeFirst()
  return removed !== undefined
}
