import { addTerms } from '#domains/programs/commands/add-terms.ts'
import type { NewTerms } from '#domains/programs/commands/add-terms.ts'
import { lockProgram } from '#domains/programs/commands/lock-program.ts'
import { toDay } from '#kernel/days.ts'
import { Refusal } from '#kernel/errors.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { isAnnounced } from '../queries/announcements.ts'
import { readVersions } from '../queries/versions.ts'

/**
 * Adds the next version of the terms for an operator. Refuses with 409 one in whose place a version would not hold of
 * which publishers were told, because nobody would tell them: the brand withdraws that one first.
 */
export function addOperatorTerms(ctx: Ctx, input: NewTerms) {
  return inTransaction(ctx, async (tx) => {
    const { programId, effectiveFrom = tx.now } = input
    await lockProgram(tx, programId)
    const { scheduled } = await readVersions(tx.db, { programId, now: tx.now })
    // A version that is scheduled is in force from its day, unless a later one begins before.
    const isReplaced = scheduled && effectiveFrom <= scheduled.effectiveFrom
    if (isReplaced && (await isAnnounced(tx.db, { termsId: scheduled.id }))) {
      const params = { version: scheduled.version, day: toDay(scheduled.effectiveFrom) }
      throw new Refusal({ code: 'program.terms_announced', params, status: 409 })
    }
    return addTerms(tx, input)
  })
}
