import { addTerms } from '#domains/programmes/programs/commands/add-terms.ts'
import type { NewTerms } from '#domains/programmes/programs/commands/add-terms.ts'
import { lockProgram } from '#domains/programmes/programs/commands/lock-program.ts'
import { getTerms } from '#domains/programmes/programs/queries/terms.ts'
import { toDay } from '#kernel/days.ts'
import { Refusal } from '#kernel/errors.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { listJoined } from '../queries/drafts.ts'
import { readBook, readVersions } from '../queries/versions.ts'
import type { CurrentVersions, Version } from '../queries/versions.ts'
import { compareForAll, getEarliestStart, getTellUntil } from '../rules/difference.ts'
import { announceVersion } from './announce-version.ts'
import { carryOver, repeatVersion } from './repeat-version.ts'

/**
 * Adds the next version of the terms for an operator. It stands in the place of a version that has not begun. The job
 * tells each publisher for whom it changes a rate, and those who were told of the version in whose place it stands.
 * Refuses the field `effective_from` for a cut that begins before the notice days of the programme have passed.
 */
export function addOperatorTerms(ctx: Ctx, input: NewTerms) {
  return inTransaction(ctx, async (tx) => {
    const { programId } = input
    const { noticeDays } = await lockProgram(tx, programId)
    const versions = await readVersions(tx.db, { programId, now: tx.now })
    const { inForce } = versions
    // Nobody knows rates that have not begun.
    if (!inForce) return addTerms(tx, input)
    const added = await addInPlace(tx, input, { ...versions, inForce })
    const version = await getTerms(tx.db, added)
    const cut = await announce(tx, { version, inForce, replaced: versions.scheduled, noticeDays })
    const earliest = getEarliestStart(cut, { now: tx.now, noticeDays })
    if (version.effectiveFrom < earliest) {
      const params = { count: cut.length, day: toDay(earliest) }
      throw new Refusal({
        code: 'program.terms_notice',
        params,
        status: 422,
        wireCode: 'invalid',
        field: 'effective_from',
      })
    }
    return added
  })
}

/** Adds the version after the one in force is repeated, so that one that has not begun does not hold. */
async function addInPlace(
  tx: Ctx,
  input: NewTerms,
  { all, inForce, scheduled }: CurrentVersions & { inForce: Version },
) {
  if (!scheduled) return addTerms(tx, input)
  const newest = all[0] ?? inForce
  await repeatVersion(tx, inForce)
  return addTerms(tx, { ...input, fee: input.fee ?? carryOver(newest).fee, rulesOf: input.rulesOf ?? newest.id })
}

interface Added {
  version: Version
  inForce: Version
  replaced: Version | undefined
  noticeDays: number
}

/** Lets the job tell the publishers. Answers those for whom the version lowers a rate. */
async function announce(tx: Ctx, { version, inForce, replaced, noticeDays }: Added) {
  const joined = await listJoined(tx.db, version)
  const books = { before: await readBook(tx.db, inForce), after: await readBook(tx.db, version) }
  const changed = compareForAll(
    joined.map(({ id }) => id),
    { ...books, at: version.effectiveFrom },
  )
  const cut = changed.filter(({ isCut }) => isCut)
  await announceVersion(tx, {
    termsId: version.id,
    beforeId: changed.length > 0 ? inForce.id : null,
    replacedId: replaced?.id,
    tellUntil: cut.length > 0 ? getTellUntil(version.effectiveFrom, { noticeDays }) : null,
  })
  return cut
}
