import { sql } from 'kysely'
import type { Db } from '#database'
import { findPublisherId } from '#domains/publishers/queries.ts'
import { hasHits } from '#domains/reports/queries/performance.ts'
import type { Role } from '#kernel/actor.ts'
import type { Ctx } from '#platform/server/context.ts'
import { countWaiting } from './applications.ts'

/** Counts which onboarding steps a publisher has done. */
export async function getFirstSteps(db: Db, { publisherId }: { publisherId: bigint }) {
  const { rows } = await sql<{ siteCount: number; joinedCount: number }>`
    SELECT
      (SELECT count(*)::int FROM site WHERE publisher_id = ${publisherId} AND is_active) AS site_count,
      (SELECT count(*)::int FROM membership WHERE publisher_id = ${publisherId} AND status = 'joined') AS joined_count
    `.execute(db)
  const [row] = rows
  if (!row) throw new Error('A select without a table answers one row.')
  return { ...row, hasHits: await hasHits(db, { publisherId }) }
}

/**
 * Finds the first page after a login, when it is not the role's home. A publisher whose links have no hits yet goes to
 * the first steps. An operator goes to the queue of applications while any wait.
 */
export async function findHome(
  { db }: Pick<Ctx, 'db'>,
  { accountId, role }: { accountId: bigint; role: Role },
): Promise<string | undefined> {
  if (role === 'operator') return (await countWaiting(db)) > 0 ? '/operator/applications' : undefined
  if (role !== 'publisher') return undefined
  const publisherId = await findPublisherId(db, { accountId })
  if (publisherId === undefined) return undefined
  return (await hasHits(db, { publisherId })) ? undefined : '/first-steps'
}
