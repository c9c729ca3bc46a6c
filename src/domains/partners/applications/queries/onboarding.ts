import { sql } from 'kysely'
import type { Db } from '#database'
import { hasClicks } from '#domains/figures/reports/queries/attention.ts'
import { listMemberships } from '#domains/people/teams/queries.ts'
import type { Role } from '#kernel/actor.ts'
import { ADVERTISERS_PATH } from '#kernel/advertiser-link.ts'
import type { Ctx } from '#platform/server/context.ts'
import { countWaiting } from './applications.ts'

/** What a publisher has done on the way to the first commission. */
interface Checklist {
  siteCount: number
  joinedCount: number
  hasScript: boolean
  hasLinks: boolean
  hasClicks: boolean
  hasTransactions: boolean
}

/** Finds which steps of the checklist a publisher has done. Every later step proves that a link was made. */
export async function getChecklist(db: Db, { publisherId }: { publisherId: bigint }): Promise<Checklist> {
  const { rows } = await sql<Omit<Checklist, 'hasClicks'>>`
    SELECT
      (SELECT count(*)::int FROM site WHERE publisher_id = ${publisherId} AND is_active) AS site_count,
      (SELECT count(*)::int FROM membership WHERE publisher_id = ${publisherId} AND status = 'joined') AS joined_count,
      EXISTS (SELECT FROM site WHERE publisher_id = ${publisherId} AND script_found_at IS NOT NULL) AS has_script,
      EXISTS (SELECT FROM custom_link WHERE publisher_id = ${publisherId}) AS has_links,
      EXISTS (SELECT FROM transaction WHERE publisher_id = ${publisherId}) AS has_transactions`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A select without a table answers one row.')
  const isClicked = row.hasTransactions || (await hasClicks(db, { publisherId }))
  return { ...row, hasLinks: row.hasLinks || isClicked, hasClicks: isClicked }
}

/**
 * Finds the first page after a login, when it is not the role's home: an operator goes to the queue of applications
 * while any wait, and a member of several teams to what waits in their brands.
 */
export async function findHome(
  { db }: Pick<Ctx, 'db'>,
  { accountId, role }: { accountId: bigint; role: Role },
): Promise<string | undefined> {
  if (role === 'operator') return (await countWaiting(db)) > 0 ? '/operator/applications' : undefined
  const teams = role === 'advertiser' ? await listMemberships(db, { accountId }) : []
  return teams.length > 1 ? ADVERTISERS_PATH : undefined
}
