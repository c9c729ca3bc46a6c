import { getPublisher } from '#domains/people/publishers/queries.ts'
import { Refusal } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { refuseViolation } from '#platform/server/database/constraints.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { announceCatalogChange, sitesOf } from '#platform/server/database/notify.ts'
import type { RestrictedState } from '../rules.ts'
import { stateEmail } from '../mails.ts'
import type { StateChange } from '../mails.ts'
import { findOpenPeriod } from '../queries.ts'
import { getFinalAt, isOwn } from '../rules.ts'

/** A change of the state of a publisher's account, with the sender of the mail about it. */
export interface StateInput {
  publisherId: bigint
  state: RestrictedState
  /** What the publisher reads. */
  reason: string
}

/**
 * Puts the account of a publisher on hold, suspends it or closes it, and mails the publisher. An account that its
 * publisher closed can be closed by the network, so that the publisher cannot reopen it. Refuses with 409 any other
 * state in which the account is already, and an erased account, whose states nothing could end.
 */
export function beginState(ctx: Ctx, { publisherId, state, reason }: StateInput): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const publisher = await getPublisher(tx.db, { publisherId })
    if (publisher.erasedAt !== null) throw new Refusal({ code: 'account.erased', status: 409 })
    const period = { publisherId, state, reason, beganAt: tx.now, beganBy: getActingAccount(tx) }
    if (state === 'closed' && !isOwn(period, publisher.accountId)) await endOwnClosing(tx, { publisher, reason })
    await refuseViolation(tx.db.insertInto('accountState').values(period).execute(), {
      account_state_open: new Refusal({ code: 'account_state.begun', status: 409 }),
    })
    await announceCatalogChange(tx, sitesOf({ publisherId }))
    const isByOwner = isOwn(period, publisher.accountId)
    await tellPublisher(tx, { publisher, change: { state, change: 'began', reason, isOwn: isByOwner } })
    await audit(tx, { action: `account-state.${state}`, target: `publisher:${publisherId}` })
  })
}

/** Ends the closing by the publisher itself, if there is one, because the network closes the account. */
async function endOwnClosing(
  tx: Ctx,
  { publisher, reason }: { publisher: Awaited<ReturnType<typeof getPublisher>>; reason: string },
): Promise<void> {
  await tx.db
    .updateTable('accountState')
    .set({ endedAt: tx.now, endedBy: getActingAccount(tx), endReason: reason })
    .where('publisherId', '=', publisher.id)
    .where('state', '=', 'closed')
    .where('beganBy', '=', publisher.accountId)
    .where('endedAt', 'is', null)
    .execute()
  await announceCatalogChange(tx, sitesOf({ publisherId: publisher.id }))
}

/** Ends a state of the account of a publisher, and mails the publisher. Refuses with 409 when it is not in it. */
export function endState(ctx: Ctx, { publisherId, state, reason }: StateInput): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const publisher = await getPublisher(tx.db, { publisherId })
    const period = await findOpenPeriod(tx.db, { publisherId, state, isLocked: true })
    if (!period) throw new Refusal({ code: 'account_state.not_begun', status: 409 })
    if (publisher.erasedAt !== null) throw new Refusal({ code: 'account.erased', status: 409 })
    const endedBy = getActingAccount(tx)
    await tx.db
      .updateTable('accountState')
      .set({ endedAt: tx.now, endedBy, endReason: reason })
      .where('id', '=', period.id)
      .execute()
    await announceCatalogChange(tx, sitesOf({ publisherId }))
    const isByOwner = endedBy === publisher.accountId
    await tellPublisher(tx, { publisher, change: { state, change: 'ended', reason, isOwn: isByOwner } })
    await audit(tx, { action: `account-state.end-${state}`, target: `publisher:${publisherId}` })
  })
}

/**
 * Reopens the account that the publisher closed itself. Refuses with 409 an account that is not closed, that the
 * network closed, or whose closing is final.
 */
export function reopenOwnAccount(ctx: Ctx, input: Omit<StateInput, 'state' | 'reason'>): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { publisherId } = input
    const { accountId } = await getPublisher(tx.db, { publisherId })
    const period = await findOpenPeriod(tx.db, { publisherId, state: 'closed', isLocked: true })
    if (!period) throw new Refusal({ code: 'account_state.not_begun', status: 409 })
    if (!isOwn(period, accountId) || getFinalAt(period.beganAt) <= tx.now) {
      throw new Refusal({ code: 'account_state.final', status: 409 })
    }
    await endState(tx, { ...input, state: 'closed', reason: '' })
  })
}

/** Returns the account that acts; null for the system. */
export function getActingAccount({ actor }: Ctx): bigint | null {
  return actor.kind === 'account' ? actor.accountId : null
}

interface Told {
  publisher: Awaited<ReturnType<typeof getPublisher>>
  change: StateChange
}

/** The mail says what the publisher has to know about its money, so it cannot be switched off. */
async function tellPublisher(tx: Ctx, { publisher, change }: Told): Promise<void> {
  const { email, name, locale } = publisher
  await enqueueMail(tx, { to: email, message: stateEmail({ branding: tx.branding, locale, name }, change) })
}
