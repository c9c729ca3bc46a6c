import { createLink } from '#domains/people/accounts/commands/account-links.ts'
import { createAccount } from '#domains/people/accounts/commands/create-account.ts'
import { decideReview } from '#domains/people/accounts/commands/decide-review.ts'
import { lockAccount } from '#domains/people/accounts/commands/lock-account.ts'
import { dropPassword } from '#domains/people/accounts/commands/passwords.ts'
import { findAccountByEmail, getAccount } from '#domains/people/accounts/queries.ts'
import type { TeamRole } from '#kernel/actor.ts'
import { Refusal, invalidField } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { refuseViolation } from '#platform/server/database/constraints.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { limitRate } from '#platform/server/limits/rate-limit.ts'
import type { Locale } from '#texts/texts.ts'
import { invitationEmail } from '../mails.ts'
import type { InvitationStep } from '../mails.ts'
import { listMembers } from '../queries.ts'
import { MAX_MEMBERS, getMemberState } from '../rules.ts'
import { lockMember, lockTeam } from './lock-team.ts'
import type { OwnMember } from './lock-team.ts'

/** Invitations of one advertiser, because each sends a mail to an address that it chooses. */
const INVITATION_LIMIT = { max: 30, windowSeconds: 86_400 }

/** A member to invite. */
export interface MemberInvitation {
  advertiserId: bigint
  /** The name of the advertiser. */
  advertiser: string
  name: string
  email: string
  role: TeamRole
  locale: Locale
}

/**
 * Adds a member to the team of an advertiser, and mails a link to choose a password. An address that has another
 * account gets another mail, and that member stays without an account: as an agency it is asked to sign in and accept,
 * otherwise it is told that it cannot join. The team's view does not tell the difference. Refuses a second member with
 * the same address, and more than `MAX_MEMBERS`.
 */
export async function inviteMember(ctx: Ctx, input: MemberInvitation): Promise<{ memberId: bigint }> {
  const { advertiserId, name, email, role } = input
  await limitRate(ctx, { key: `team:${advertiserId}`, ...INVITATION_LIMIT })
  return inTransaction(ctx, async (tx) => {
    await lockTeam(tx, advertiserId)
    const present = await listMembers(tx.db, { advertiserId })
    if (present.length >= MAX_MEMBERS) {
      throw new Refusal({ code: 'team.too_many', params: { max: MAX_MEMBERS }, status: 409 })
    }
    const { accountId, canAccept } = await openAccount(tx, input)
    const row = { advertiserId, accountId, email, name, role, joinedAt: tx.now, invitedAt: tx.now }
    const { id } = await refuseViolation(
      tx.db.insertInto('teamMember').values(row).returning('id').executeTakeFirstOrThrow(),
      { team_member_email: invalidField('email', { code: 'team.exists' }) },
    )
    await mailInvitation(tx, { ...input, accountId, canAccept })
    await audit(tx, {
      action: 'team.invite',
      target: `advertiser:${advertiserId}`,
      details: { memberId: id, accountId, role },
    })
    return { memberId: id }
  })
}

/**
 * Mails a new link to a member who has not accepted. The links before it stop to work. An address that has no account
 * any more gets one.
 */
export async function resendInvitation(
  ctx: Ctx,
  { advertiser, locale, ...own }: OwnMember & Pick<MemberInvitation, 'advertiser' | 'locale'>,
): Promise<void> {
  await limitRate(ctx, { key: `team:${own.advertiserId}`, ...INVITATION_LIMIT })
  await inTransaction(ctx, async (tx) => {
    const member = await lockMember(tx, own, 'owner')
    const state = getMemberState(member, tx.now)
    if (state === 'active' || state === 'blocked') throw new Refusal({ code: 'team.accepted', status: 409 })
    const news = { ...member, advertiser, locale }
    const opened = member.accountId === null ? await openAccount(tx, news) : { ...member, canAccept: false }
    const change = { invitedAt: tx.now, accountId: opened.accountId }
    await tx.db.updateTable('teamMember').set(change).where('id', '=', own.memberId).execute()
    await mailInvitation(tx, { ...news, ...opened })
    const details = { memberId: own.memberId }
    await audit(tx, { action: 'team.invite-again', target: `advertiser:${own.advertiserId}`, details })
  })
}

/** The account that an invitation made or opened again; without one, whether the address can accept by its own. */
interface OpenedAccount {
  accountId: bigint | null
  canAccept: boolean
}

type InvitationMail = Omit<MemberInvitation, 'advertiserId' | 'name'> & OpenedAccount

async function mailInvitation(tx: Ctx, { accountId, canAccept, email, role, ...news }: InvitationMail): Promise<void> {
  const { advertiser, locale } = news
  const step =
    accountId !== null
      ? { kind: 'password', url: await createLink(tx, { accountId, kind: 'password_set' }) }
      : canAccept
        ? { kind: 'accept', url: `${tx.branding.publicUrl}/brand/brands` }
        : { kind: 'none' }
  const message = invitationEmail({ branding: tx.branding, locale }, { advertiser, role, step: step as InvitationStep })
  await enqueueMail(tx, { to: email, message })
}

type Invited = Pick<MemberInvitation, 'email' | 'name' | 'locale' | 'role'>

/**
 * Creates the account of a member, or opens the account of a former member again. Returns none when the address has
 * another account, which can accept as an agency if it is an advertiser's, or one that an operator has rejected.
 */
async function openAccount(tx: Ctx, { email, name, locale, role }: Invited): Promise<OpenedAccount> {
  const found = await findAccountByEmail(tx.db, email)
  if (found) await lockAccount(tx, found.id)
  // The account may have been erased before it was locked; the address is free then.
  const present = await findAccountByEmail(tx.db, email)
  if (!present) {
    const account = { email, role: 'advertiser', displayName: name, reviewStatus: 'approved', locale } as const
    return { ...(await createAccount(tx, account)), canAccept: false }
  }
  const memberships = await tx.db
    .selectFrom('teamMember')
    .select('removedAt')
    .where('accountId', '=', present.id)
    .execute()
  if (memberships.length === 0 || memberships.some(({ removedAt }) => removedAt === null)) {
    const isAdvertiser = present.role === 'advertiser' && present.reviewStatus !== 'rejected'
    return { accountId: null, canAccept: role === 'agency' && isAdvertiser }
  }
  const reviewer = present.reviewedBy === null ? undefined : await getAccount(tx.db, present.reviewedBy)
  if (present.reviewStatus !== 'approved' && reviewer?.role === 'operator') return { accountId: null, canAccept: false }
  if (present.reviewStatus !== 'approved') {
    await decideReview(tx, { accountId: present.id, decision: 'approved' })
    // As after every invitation, the owner accepts by the mailed link; until then the team sees an invited member.
    await dropPassword(tx, { accountId: present.id })
  }
  return { accountId: present.id, canAccept: false }
}
