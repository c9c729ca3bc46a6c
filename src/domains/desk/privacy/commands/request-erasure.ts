import { getAccount } from '#domains/people/accounts/queries.ts'
import { Refusal, invalidField } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { limitRate } from '#platform/server/limits/rate-limit.ts'
import { erasureRequestedEmail } from '../mails.ts'
import { findRequest, getErasureFacts } from '../queries/erasure.ts'
import type { ErasureParts } from '../queries/erasure.ts'
import { findErasureObstacle, getErasureTime } from '../rules.ts'
import { lockErasable } from './erase-account.ts'

/** Requests for one account. Each sends a mail. */
const REQUEST_LIMIT = { max: 5, windowSeconds: 3600 }

/** A person who wants the own account erased. */
export interface OwnRequest {
  accountId: bigint
  /** Whether the person has ticked what follows. */
  isConfirmed: boolean
  erasure: ErasureParts
}

/**
 * Notes that the account is to be erased in seven days, and mails its person how to keep it. Nothing changes when that
 * is noted already. Refuses the field `confirmed` without the tick, and with its code what `findErasureObstacle`
 * names.
 */
export async function requestOwnErasure(ctx: Ctx, own: OwnRequest): Promise<void> {
  const { accountId, isConfirmed, erasure } = own
  if (!isConfirmed) throw invalidField('confirmed', { code: 'account.confirm_erasure' })
  const obstacle = findErasureObstacle(await getErasureFacts(ctx.db, erasure, accountId))
  if (obstacle) throw new Refusal({ code: obstacle, status: 409 })
  await requestErasure(ctx, { accountId, requestedBy: accountId })
}

/** An operator who acts for a person; `email` repeats the address of the account, as the operator typed it. */
export interface OperatorRequest {
  accountId: bigint
  operatorId: bigint
  email: string
}

/**
 * Notes for a person who asked an operator that the account is to be erased in seven days, and mails the person, who
 * can keep it. Refuses like `eraseAccount`.
 */
export function requestErasureFor(ctx: Ctx, { operatorId, ...input }: OperatorRequest): Promise<void> {
  return requestErasure(ctx, { ...input, requestedBy: operatorId })
}

interface Request {
  accountId: bigint
  requestedBy: bigint
  email?: string
}

function requestErasure(ctx: Ctx, { accountId, requestedBy, email }: Request): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const account = await lockErasable(tx, { accountId, email })
    if (await findRequest(tx.db, accountId)) return
    await limitRate(tx, { key: `erasure:${accountId}`, ...REQUEST_LIMIT })
    const dueAt = getErasureTime(tx.now)
    await tx.db.insertInto('erasureRequest').values({ accountId, requestedBy, requestedAt: tx.now, dueAt }).execute()
    const { locale, displayName } = account
    await enqueueMail(tx, {
      to: account.email,
      message: erasureRequestedEmail({ branding: tx.branding, locale, displayName, dueAt }),
    })
    await audit(tx, { action: 'account.request-erasure', target: `account:${accountId}`, details: { dueAt } })
  })
}

/** Takes the request back, so that the account stays. Does nothing without one. Refuses an unknown account. */
export function keepAccount(ctx: Ctx, { accountId }: { accountId: bigint }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await getAccount(tx.db, accountId)
    const kept = await tx.db
      .deleteFrom('erasureRequest')
      .where('accountId', '=', accountId)
      .returning('accountId')
      .executeTakeFirst()
    if (kept) await audit(tx, { action: 'account.keep', target: `account:${accountId}` })
  })
}
