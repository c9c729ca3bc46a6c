import { sql } from 'kysely'
import { notFound } from '#kernel/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readFunding } from '../queries/funding.ts'

/**
 * Lets one transaction at a time change the funds of an advertiser, and reads them. Decisions need no lock, because
 * they only ever give funds back. Refuses an unknown advertiser as not found.
 */
export async function lockFunds(tx: Ctx, advertiserId: bigint) {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`funds of ${advertiserId}`}, 0))`.execute(tx.db)
  const known = await tx.db.selectFrom('advertiser').select('id').where('id', '=', advertiserId).executeTakeFirst()
  if (!known) throw notFound()
  return readFunding(tx.db, { advertiserId })
}
