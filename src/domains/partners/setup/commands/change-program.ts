import { addTerms } from '#domains/programmes/programs/commands/add-terms.ts'
import type { NewTerms } from '#domains/programmes/programs/commands/add-terms.ts'
import { setLogo } from '#domains/programmes/programs/commands/logos.ts'
import { updateProgram } from '#domains/programmes/programs/commands/update-program.ts'
import type { ProgramChange } from '#domains/programmes/programs/commands/update-program.ts'
import { findProgramByAdvertiser } from '#domains/programmes/programs/queries/programs.ts'
import { Refusal } from '#kernel/errors.ts'
import { restrictsMethod } from '#kernel/lists/promotion-methods.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { lockChangeable, lockDraft } from './lock-own-program.ts'

/** What a brand may change of its programme. */
export type OwnChange = Pick<
  ProgramChange,
  'title' | 'description' | 'commissionText' | 'joinMode' | 'clickParam' | 'countries' | 'methods'
>

/**
 * Changes the programme of an advertiser for its brand, before and after the opening. Once it was opened, the brand can
 * neither change the click parameter, which its shop reads, nor restrict a method: its terms do that, with notice. A
 * click parameter counts as chosen from then on.
 */
export function changeOwnProgram(ctx: Ctx, { advertiserId, ...change }: OwnChange & { advertiserId: bigint }) {
  return inTransaction(ctx, async (tx) => {
    const { programId, status } = await lockChangeable(tx, advertiserId)
    if (status !== 'draft') await refuseBreach(tx, { advertiserId, ...change })
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

/** Shows a stored file as the logo of an advertiser's programme, before and after the opening, or none. */
export function changeOwnLogo(
  ctx: Ctx,
  { advertiserId, digest }: { advertiserId: bigint; digest: string | undefined },
) {
  return inTransaction(ctx, async (tx) => {
    const { programId } = await lockChangeable(tx, advertiserId)
    await setLogo(tx, { programId, digest })
  })
}

/** Refuses a change of an opened programme that takes from publishers, or from the shop, what they rely on. */
async function refuseBreach(tx: Ctx, { advertiserId, clickParam, methods }: OwnChange & { advertiserId: bigint }) {
  const before = await findProgramByAdvertiser(tx.db, { advertiserId })
  if (clickParam !== undefined && clickParam !== before?.clickParam) {
    throw new Refusal({ code: 'setup.click_param_in_use', status: 409, field: 'click_param' })
  }
  const after = methods && new Map(methods.map(({ method, policy }) => [method, policy]))
  const cut = after && before?.methods.find(({ method, policy }) => restrictsMethod(policy, after.get(method)))
  if (!cut) return
  const { method } = cut
  throw new Refusal({ code: 'setup.method_in_use', params: { method }, status: 409, field: 'methods' })
}

/** Adds terms to the draft programme of an advertiser for its brand. */
export function addDraftTerms(ctx: Ctx, { advertiserId, ...terms }: DraftTerms) {
  return inTransaction(ctx, async (tx) => {
    const { programId } = await lockDraft(tx, advertiserId)
    return addTerms(tx, { programId, ...terms })
  })
}

type DraftTerms = Omit<NewTerms, 'programId'> & { advertiserId: bigint }
