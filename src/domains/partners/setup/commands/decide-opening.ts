import { updateProgram } from '#domains/programmes/programs/commands/update-program.ts'
import { Refusal, invalidField } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { OpeningDecision } from '../rules.ts'
import { lockOwnProgram } from './lock-own-program.ts'
import { notifyAdvertiser } from './notify.ts'
import { getAccountId, refuseUnfinished } from './open-program.ts'

/** An operator's decision about the programme of an advertiser that waits for its review. */
export interface OpeningDecisionInput {
  advertiserId: bigint
  decision: OpeningDecision
  /** What the brand has to change; required to decline. */
  reason: string
}

/** Opens a waiting programme or gives it back to its brand with a reason, and mails the brand. */
export function decideOpening(ctx: Ctx, input: OpeningDecisionInput): Promise<void> {
  const { advertiserId, decision } = input
  const reason = decision === 'approve' ? '' : input.reason
  return inTransaction(ctx, async (tx) => {
    const { programId, status, title, waiting } = await lockOwnProgram(tx, advertiserId)
    if (!waiting || status !== 'draft') throw new Refusal({ code: 'setup.not_waiting', status: 409 })
    if (decision === 'decline' && reason === '') throw invalidField('reason', { code: 'setup.reason_missing' })
    if (decision === 'approve') {
      await refuseUnfinished(tx, advertiserId)
      await updateProgram(tx, { programId, status: 'open' })
    }
    const state = decision === 'approve' ? 'approved' : 'declined'
    const values = { state, reason, decidedAt: tx.now, decidedBy: getAccountId(tx) } as const
    await tx.db.updateTable('opening').set(values).where('id', '=', waiting.id).execute()
    await audit(tx, { action: `opening.${decision}`, target: `program:${programId}`, details: { reason } })
    await notifyAdvertiser(tx, { advertiserId, program: title, decision, reason })
  })
}
