import { addTerms } from '#domains/programmes/programs/commands/add-terms.ts'
import type { NewTerms } from '#domains/programmes/programs/commands/add-terms.ts'
import { updateProgram } from '#domains/programmes/programs/commands/update-program.ts'
import type { ProgramChange } from '#domains/programmes/programs/commands/update-program.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { lockDraft } from './lock-own-program.ts'

/** What a brand may change of its programme. */
export type DraftChange = Pick<
  ProgramChange,
  'title' | 'description' | 'commissionText' | 'joinMode' | 'clickParam' | 'countries' | 'methods'
>

/** Changes the draft programme of an advertiser for its brand. A click parameter counts as chosen from then on. */
export function changeDraft(ctx: Ctx, { advertiserId, ...change }: DraftChange & { advertiserId: bigint }) {
  return inTransaction(ctx, async (tx) => {
    const { programId } = await lockDraft(tx, advertiserId)
    await updateProgram(tx, { programId, ...change })
    if (change.clickParam === undefined) return
    const clickParamSetAt = tx.now
    await tx.db
      .insertInto('setup')
      .values({ advertiserId, clickParamSetAt })
      .onConflict((conflict) => conflict.column('advertiserId').doUpdateSet({ clickParamSetAt }))
      .execute()
  })
}

/** Adds terms to the draft programme of an advertiser for its brand. */
export function addDraftTerms(ctx: Ctx, { advertiserId, ...terms }: DraftTerms) {
  return inTransaction(ctx, async (tx) => {
    const { programId } = await lockDraft(tx, advertiserId)
    return addTerms(tx, { programId, ...terms })
  })
}

type DraftTerms = Omit<NewTerms, 'programId'> & { advertiserId: bigint }
