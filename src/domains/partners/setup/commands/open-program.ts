import { updateProgram } from '#domains/programmes/programs/commands/update-program.ts'
import { Refusal } from '#kernel/errors.ts'
import type { CodedError } from '#kernel/error-codes.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { limitRate } from '#platform/server/limits/rate-limit.ts'
import { isReviewRequired } from '../queries/openings.ts'
import { getSetup } from '../queries/setup.ts'
import { findMissingStep } from '../rules.ts'
import type { RequiredStep } from '../rules.ts'
import { lockDraft, lockOwnProgram } from './lock-own-program.ts'
import { notifyOperators } from './notify.ts'

const DAILY_REVIEWS = 10

/** A brand that asks to open its programme. */
export interface OpeningRequest {
  advertiserId: bigint
}

/**
 * Opens the draft programme of an advertiser, or makes it wait for the review that the network requires. Refuses while
 * a required step is missing.
 */
export function requestOpening(ctx: Ctx, { advertiserId }: OpeningRequest) {
  return inTransaction(ctx, async (tx) => {
    const { programId, title } = await lockDraft(tx, advertiserId)
    await refuseUnfinished(tx, advertiserId)
    if (!(await isReviewRequired(tx.db))) {
      await updateProgram(tx, { programId, status: 'open' })
      return { status: 'open' as const }
    }
    await limitRate(tx, { key: `opening:${advertiserId}`, max: DAILY_REVIEWS, windowSeconds: 86_400 })
    await tx.db
      .insertInto('opening')
      .values({ programId, state: 'waiting', requestedAt: tx.now, requestedBy: getAccountId(tx) })
      .execute()
    await audit(tx, { action: 'opening.request', target: `program:${programId}` })
    await notifyOperators(tx, { program: title })
    return { status: 'waiting' as const }
  })
}

/** Takes a request to open back, so that the brand can change its programme again. */
export function withdrawOpening(ctx: Ctx, { advertiserId }: { advertiserId: bigint }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { programId, waiting } = await lockOwnProgram(tx, advertiserId)
    if (!waiting) throw new Refusal({ code: 'setup.not_waiting', status: 409 })
    const decision = { state: 'withdrawn', decidedAt: tx.now, decidedBy: getAccountId(tx) } as const
    await tx.db.updateTable('opening').set(decision).where('id', '=', waiting.id).execute()
    await audit(tx, { action: 'opening.withdraw', target: `program:${programId}` })
  })
}

const MISSING = {
  company: { code: 'setup.company' },
  hosts: { code: 'setup.hosts' },
  terms: { code: 'no_terms' },
  test: { code: 'setup.test' },
} as const satisfies Record<RequiredStep, CodedError>

/** Refuses with the sentence of the first required step that is missing. */
export async function refuseUnfinished(tx: Ctx, advertiserId: bigint): Promise<void> {
  const { done } = await getSetup(tx.db, { advertiserId, now: tx.now })
  const missing = findMissingStep(done)
  if (missing !== undefined) throw new Refusal({ ...MISSING[missing], status: 409 })
}

/** The account that acts; null for a job. */
export function getAccountId({ actor }: Ctx): bigint | null {
  return actor.kind === 'account' ? actor.accountId : null
}
