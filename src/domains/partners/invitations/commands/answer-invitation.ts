import { tellAdvertiser } from '#domains/programmes/programs/commands/mail-memberships.ts'
import { joinByInvitation } from '#domains/programmes/programs/commands/join-by-invitation.ts'
import { getPublisher } from '#domains/people/publishers/queries.ts'
import { addOwnRates } from '#domains/partners/terms/commands/add-own-rates.ts'
import { Refusal, notFound } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { answeredInvitationEmail } from '../mails.ts'
import { isSuspended } from '../queries/candidates.ts'
import { readConditions } from '../queries/conditions.ts'
import { getReceivedInvitation } from '../queries/invitations.ts'
import { toOffer } from '../rules/invitation.ts'
import { refuseDeclined } from './end-declined.ts'
import { endInvitation, lockInvitation } from './end-invitation.ts'
import { muteInvitations } from './mute-invitations.ts'

interface Answer {
  publisherId: bigint
  invitationId: bigint
}

/** An acceptance, by a publisher that saw the terms with this mark. */
export interface Acceptance extends Answer {
  mark: string
}

/**
 * Accepts an invitation: the publisher joins at once, the offers become its own rates from now on, and the team of the
 * brand is told. Refuses an invitation of another publisher as not found, one that has ended, a programme that takes no
 * publishers, a suspended publisher, one whose own request was declined since, and terms that have changed since the
 * publisher saw them.
 */
export function acceptInvitation(ctx: Ctx, { publisherId, invitationId, mark }: Acceptance): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { programId, program } = await lockOwn(tx, { publisherId, invitationId })
    const { offers } = await getReceivedInvitation(tx.db, { publisherId, invitationId, now: tx.now })
    if (await isSuspended(tx.db, { publisherId })) {
      throw new Refusal({ code: 'invitation.account_suspended', status: 409 })
    }
    await refuseDeclined(tx, { invitationId })
    await joinByInvitation(tx, { programId, publisherId })
    const conditions = await readConditions(tx.db, { programId, publisherId, now: tx.now })
    if (conditions.mark !== mark) throw new Refusal({ code: 'invitation.terms_changed', status: 409 })
    const rates = offers.map(toOffer)
    const owner = { advertiserId: program.advertiserId, publisherId }
    const { termsId } = rates.length > 0 ? await addOwnRates(tx, { ...owner, rates }) : { termsId: null }
    await endInvitation(tx, { invitationId, status: 'accepted', termsId })
    const details = { invitationId, publisherId, offers: rates, termsId }
    await audit(tx, { action: 'invitation.accept', target: `program:${programId}`, details })
    await tell(tx, { programId, publisherId, answer: 'accepted', reason: '' })
  })
}

/** A refusal of an invitation; the reason may be empty. */
export interface Decline extends Answer {
  reason: string
  /** Whether the publisher wants no more invitations to the programme. */
  isMuted: boolean
}

/** Declines an invitation, and mutes those of its brand if the publisher wants that. The team of the brand is told. */
export function declineInvitation(ctx: Ctx, { publisherId, invitationId, ...decline }: Decline) {
  const { reason, isMuted } = decline
  return inTransaction(ctx, async (tx) => {
    const { programId, program } = await lockOwn(tx, { publisherId, invitationId })
    await endInvitation(tx, { invitationId, status: 'declined', reason })
    const details = { invitationId, publisherId }
    await audit(tx, { action: 'invitation.decline', target: `program:${programId}`, details })
    if (isMuted) await muteInvitations(tx, { publisherId, advertiserId: program.advertiserId, isMuted })
    await tell(tx, { programId, publisherId, answer: 'declined', reason })
  })
}

/** Locks an open invitation of a publisher. Refuses one of another publisher as not found, also when it has ended. */
async function lockOwn(tx: Ctx, { publisherId, invitationId }: Answer) {
  const own = await tx.db
    .selectFrom('invitation')
    .select('id')
    .where('id', '=', invitationId)
    .where('publisherId', '=', publisherId)
    .executeTakeFirst()
  if (!own) throw notFound()
  return lockInvitation(tx, invitationId)
}

interface News {
  programId: bigint
  publisherId: bigint
  answer: 'accepted' | 'declined'
  reason: string
}

async function tell(tx: Ctx, { programId, publisherId, answer, reason }: News): Promise<void> {
  const { name: publisher } = await getPublisher(tx.db, { publisherId })
  const path = answer === 'accepted' ? `/brand/publishers/${publisherId}` : '/brand/publishers/invitations'
  await tellAdvertiser(tx, { programId, path }, (reader) =>
    answeredInvitationEmail({ branding: tx.branding, ...reader }, { publisher, answer, reason, path }),
  )
}
