import { sql } from 'kysely'
import { getAccount } from '#domains/people/accounts/queries.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { ListSections, Person } from '#platform/server/privacy.ts'
import { removeMember } from './commands/change-member.ts'
import { lockTeam } from './commands/lock-team.ts'
import { findOwnedAdvertiserId, listMembers, listMemberships } from './queries.ts'
import { isActiveOwner } from './rules.ts'

export const listOwnTeamSections: ListSections<Person> = ({ email, isOwn }) => ({
  team: sql`SELECT advertiser_id, name, email, role, joined_at, invited_at, removed_at FROM team_member
    WHERE ${isOwn} OR (account_id IS NULL AND email = ${email}) ORDER BY id`,
})

export const listTeamSections: ListSections = ({ isOwn }) => ({
  team_members: sql`SELECT id, name, email, role, joined_at, invited_at, removed_at FROM team_member
    WHERE ${isOwn} ORDER BY id`,
})

/**
 * Deletes all that tells of an account in teams, its invitations included, inside the caller's transaction, which
 * erases the account. Answers the advertiser that has no owner left by this who has accepted, whose other members are
 * removed, too.
 */
export async function eraseMember(tx: Ctx, { accountId }: { accountId: bigint }): Promise<bigint | undefined> {
  const { email } = await getAccount(tx.db, accountId)
  for (const membership of await listMemberships(tx.db, { accountId })) await lockTeam(tx, membership.advertiserId)
  const advertiserId = await findOwnedAdvertiserId(tx.db, { accountId })
  await tx.db
    .deleteFrom('teamMember')
    .where((row) =>
      row.or([row('accountId', '=', accountId), row.and([row('accountId', 'is', null), row('email', '=', email)])]),
    )
    .execute()
  if (advertiserId === undefined) return undefined
  const others = await listMembers(tx.db, { advertiserId })
  if (others.some(isActiveOwner)) return undefined
  for (const { id } of others) await removeMember(tx, { advertiserId, memberId: id })
  return advertiserId
}
