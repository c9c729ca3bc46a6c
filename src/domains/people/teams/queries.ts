import { sql } from 'kysely'
import type { Db } from '#database'
import { getTeamRoles } from '#kernel/access.ts'
import type { TeamAct } from '#kernel/access.ts'
import type { TeamRole } from '#kernel/actor.ts'
import { notFound } from '#kernel/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { getInvitationStart, getLapse, isActiveOwner } from './rules.ts'
import type { Lapse, StandingAct } from './rules.ts'

/** An account in the team of an advertiser. */
export interface Membership {
  advertiserId: bigint
  teamRole: TeamRole
}

/**
 * The advertiser for which a session acts, and the role of its account there: the one that the session has chosen while
 * the account is in its team, otherwise that of the team that it was in first. Undefined when the account is in no
 * team.
 */
export function findActingMembership(
  db: Db,
  session: { accountId: bigint; chosenAdvertiserId: bigint | null },
): Promise<Membership | undefined> {
  return selectMemberships(db, session)
    .orderBy(sql`advertiser_id = ${session.chosenAdvertiserId}`, 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** The teams that an account is in, by advertiser. What an account may do in a request says its session alone. */
export function listMemberships(db: Db, account: { accountId: bigint }): Promise<Membership[]> {
  return selectMemberships(db, account).orderBy('advertiserId').execute()
}

function selectMemberships(db: Db, { accountId }: { accountId: bigint }) {
  return db
    .selectFrom('teamMember')
    .select(['advertiserId', 'role as teamRole'])
    .where('accountId', '=', accountId)
    .where('removedAt', 'is', null)
}

/** The advertiser that an account owns, alone or with others; undefined for every other account. */
export async function findOwnedAdvertiserId(db: Db, account: { accountId: bigint }): Promise<bigint | undefined> {
  const owned = await selectMemberships(db, account).where('role', '=', 'owner').executeTakeFirst()
  return owned?.advertiserId
}

/** The most invitations that an address sees. */
const MAX_INVITATIONS = 100

/** The invitations as an agency that wait for the account of an address, the newest first. */
export function listInvitations({ db, now }: Pick<Ctx, 'db' | 'now'>, { email }: { email: string }) {
  return db
    .selectFrom('teamMember')
    .select(['id', 'advertiserId', 'role', 'invitedAt'])
    .where('email', '=', email)
    .where('accountId', 'is', null)
    .where('removedAt', 'is', null)
    .where('role', '=', 'agency')
    .where('invitedAt', '>', getInvitationStart(now))
    .orderBy('id', 'desc')
    .limit(MAX_INVITATIONS)
    .execute()
}

/** The members of a team, owners first and then by the order of joining. */
export function listMembers(db: Db, { advertiserId }: { advertiserId: bigint }) {
  return db
    .selectFrom('teamMember as member')
    .leftJoin('accountSummary as account', 'account.id', 'member.accountId')
    .selectAll('member')
    .select(sql<boolean>`coalesce(account.is_confirmed, false)`.as('hasPassword'))
    .select(sql<boolean>`coalesce(account.review_status = 'rejected', false)`.as('isBlocked'))
    .where('member.advertiserId', '=', advertiserId)
    .where('member.removedAt', 'is', null)
    .orderBy(sql`member.role = 'owner'`, 'desc')
    .orderBy('member.id')
    .execute()
}

/** A member with whether its owner has chosen a password. */
export type MemberRow = Awaited<ReturnType<typeof listMembers>>[number]

/** Gets a member of a team. Refuses one of another team like an unknown one. */
export async function getMember(db: Db, { advertiserId, memberId }: { advertiserId: bigint; memberId: bigint }) {
  const member = (await listMembers(db, { advertiserId })).find(({ id }) => id === memberId)
  if (!member) throw notFound()
  return member
}

/** The owner of an advertiser who joined first and has accepted; undefined when it has none. */
export async function findFirstOwner(db: Db, { advertiserId }: { advertiserId: bigint }) {
  return (await listMembers(db, { advertiserId })).find(isActiveOwner)
}

/** Who reads mails about an advertiser. */
export interface TeamReader {
  accountId: bigint
  email: string
  locale: 'en' | 'zh'
}

/**
 * Lists the members whose role includes an act, to tell them. Those who have not accepted their invitation are left
 * out.
 */
export function listTeamReaders(
  db: Db,
  { advertiserId, act }: { advertiserId: bigint; act: TeamAct },
): Promise<TeamReader[]> {
  return db
    .selectFrom('teamMember as member')
    .innerJoin('accountSummary as account', 'account.id', 'member.accountId')
    .select(['account.id as accountId', 'account.email', 'account.locale'])
    .where('member.advertiserId', '=', advertiserId)
    .where('member.removedAt', 'is', null)
    .where('member.role', 'in', getTeamRoles(act))
    .where('account.reviewStatus', '=', 'approved')
    .where((row) => row.or([row('member.invitedAt', 'is', null), row('account.isConfirmed', '=', true)]))
    .orderBy('member.id')
    .execute()
}

/** Finds why what an account set up for an advertiser may not go on; undefined while the account may still do it. */
export async function findLapse(
  db: Db,
  { advertiserId, accountId, ...standing }: StandingAct & { advertiserId: bigint; accountId: bigint | null },
): Promise<Lapse | undefined> {
  const member = await db
    .selectFrom('teamMember as member')
    .innerJoin('accountSummary as account', 'account.id', 'member.accountId')
    .select(['member.role', 'member.joinedAt', 'account.reviewStatus'])
    .where('member.advertiserId', '=', advertiserId)
    .where('member.accountId', '=', accountId)
    .where('member.removedAt', 'is', null)
    .executeTakeFirst()
  return getLapse(member && { ...member, isBlocked: member.reviewStatus !== 'approved' }, standing)
}
