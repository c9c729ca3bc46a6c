import { lockProgram } from '#domains/programmes/programs/commands/lock-program.ts'
import { refuseClosed } from '#domains/programmes/programs/commands/request-join.ts'
import { getAdvertiser } from '#domains/people/advertisers/queries.ts'
import { findOwnProgram, readBook, readVersions } from '#domains/partners/terms/queries/versions.ts'
import { fits } from '#domains/partners/terms/rules/draft.ts'
import type { Day } from '#kernel/days.ts'
import { Refusal, invalidField, notFound } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { refuseViolation } from '#platform/server/database/constraints.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { invitedEmail } from '../mails.ts'
import { findInvitable, readCandidate } from '../queries/candidates.ts'
import { readConditions } from '../queries/conditions.ts'
import { findObstacle, getExpiry } from '../rules/invitation.ts'
import type { Offer } from '../rules/invitation.ts'
import { mailInvited } from './mail-invited.ts'

/** An invitation that an advertiser sends. */
export interface NewInvitation {
  advertiserId: bigint
  publisherId: bigint
  /** The rates that the publisher gets by accepting, one of an event at most; the ordinary ones for other events. */
  offers: readonly Offer[]
  message: string
  /** Its last day (UTC). */
  lastDay: Day
}

/**
 * Invites a publisher into the programme of an advertiser and mails it, unless it wants no such mails. Refuses a
 * publisher whom `findInvitable` does not find as not found, a programme that takes no publishers, what `findObstacle`
 * names, offers that do not fit the terms, and a last day that is too early or too late.
 */
export function invitePublisher(ctx: Ctx, invitation: NewInvitation): Promise<{ invitationId: bigint }> {
  const { advertiserId, publisherId, offers, message, lastDay } = invitation
  return inTransaction(ctx, async (tx) => {
    const program = await findOwnProgram(tx.db, { advertiserId })
    if (!program) throw new Refusal({ code: 'setup.no_program', status: 409 })
    const programId = program.id
    // Invitations of a programme run one after another, so that the budget holds.
    refuseClosed(await lockProgram(tx, programId), tx.now)
    if (!(await findInvitable(tx.db, { programId, publisherId }))) throw notFound()
    const obstacle = findObstacle(await readCandidate(tx.db, { programId, publisherId, now: tx.now }), tx.now)
    if (obstacle) throw new Refusal({ ...obstacle, status: 409 })
    await refuseMisfit(tx, { programId, publisherId, offers })
    const expiresAt = getExpiry(lastDay, tx.now)
    const sentBy = tx.actor.kind === 'account' ? tx.actor.accountId : null
    const { id } = await refuseViolation(
      tx.db
        .insertInto('invitation')
        .values({
          programId,
          publisherId,
          status: 'sent',
          message,
          sentAt: tx.now,
          sentBy,
          expiresAt,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
      { invitation_open: new Refusal({ code: 'invitation.open_already', status: 409 }) },
    )
    if (offers.length > 0) await insertOffers(tx, { invitationId: id, offers })
    const details = { invitationId: id, publisherId, offers, expiresAt }
    await audit(tx, { action: 'invitation.send', target: `program:${programId}`, details })
    const { name: advertiser } = await getAdvertiser(tx.db, { advertiserId })
    const { ordinary } = await readConditions(tx.db, { programId, publisherId, now: tx.now })
    await mailInvited(tx, { publisherId }, (reader) =>
      invitedEmail(
        { branding: tx.branding, ...reader, advertiser },
        { invitationId: id, offers, ordinary, message, lastDay },
      ),
    )
    return { invitationId: id }
  })
}

interface Offered {
  programId: bigint
  publisherId: bigint
  offers: readonly Offer[]
}

/** Refuses an event without a rate or named twice, and an amount beside rates for product groups. */
async function refuseMisfit(tx: Ctx, { programId, publisherId, offers }: Offered): Promise<void> {
  if (offers.length === 0) return
  const { inForce } = await readVersions(tx.db, { programId, now: tx.now })
  if (!inForce) throw new Refusal({ code: 'rates.set_up_first', status: 409 })
  const { rules } = await readBook(tx.db, inForce)
  const nothing = { groupId: null, productGroup: null, region: null, customer: null, startsAt: null, endsAt: null }
  for (const [index, { event, rate }] of offers.entries()) {
    const params = { event }
    if (offers.findIndex((each) => each.event === event) < index) {
      throw invalidField('offers', { code: 'invitation.event_twice', params })
    }
    if (fits(rules, { ...nothing, number: 1, publisherId, event, rate })) continue
    const hasRate = rules.some((each) => each.event === event)
    throw invalidField('offers', { code: hasRate ? 'rates.mixed' : 'rates.no_event_rate', params })
  }
}

async function insertOffers(tx: Ctx, { invitationId, offers }: { invitationId: bigint; offers: readonly Offer[] }) {
  const rows = offers.map(({ event, rate }) => ({
    invitationId,
    event,
    ratePpm: rate.kind === 'percent' ? rate.ratePpm : null,
    fixedAmount: rate.kind === 'fixed' ? rate.fixedAmount : null,
  }))
  await tx.db.insertInto('invitationOffer').values(rows).execute()
}
