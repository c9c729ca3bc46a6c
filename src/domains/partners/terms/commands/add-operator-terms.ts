import type { Db } from '#database'
import { addTerms, getValidation } from '#domains/programmes/programs/commands/add-terms.ts'
import type { NewTerms } from '#domains/programmes/programs/commands/add-terms.ts'
import { lockProgram } from '#domains/programmes/programs/commands/lock-program.ts'
import { indexRules } from '#domains/programmes/rates/rules/resolve.ts'
import { toDay } from '#kernel/days.ts'
import { invalidField } from '#kernel/errors.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { listJoined } from '../queries/drafts.ts'
import { readBook, readVersions } from '../queries/versions.ts'
import type { CurrentVersions, Version } from '../queries/versions.ts'
import { compareForAll, getEarliestStart, getTellUntil } from '../rules/difference.ts'
import type { PublisherChanges, VersionBook } from '../rules/difference.ts'
import { announceVersion } from './announce-version.ts'
import { carryOver, repeatVersion } from './repeat-version.ts'

/** The next version: the rules of the newest one hold on. */
export type OperatorTerms = Omit<NewTerms, 'rules' | 'rulesOf' | 'addedRules'>

/**
 * Adds the next version of the terms for an operator. It stands in the place of a version that has not begun. The job
 * tells each publisher for whom it changes anything, and those who were told of the version in whose place it stands.
 * It begins on its day, else as early as the notice days of the programme allow for a cut. A reason lets a cut begin
 * before, at once if it has no day; without one, the field `effective_from` is refused.
 */
export function addOperatorTerms(ctx: Ctx, input: OperatorTerms) {
  return inTransaction(ctx, async (tx) => {
    const { programId } = input
    const { noticeDays } = await lockProgram(tx, programId)
    const versions = await readVersions(tx.db, { programId, now: tx.now })
    const { inForce, scheduled } = versions
    // Nobody knows rates that have not begun.
    if (!inForce) return addTerms(tx, { ...input, noNoticeReason: null })
    const joined = (await listJoined(tx.db, { programId })).map(({ id }) => id)
    const before = await readBook(tx.db, inForce)
    const after = await readNextBook(tx.db, input, versions.all[0] ?? inForce)
    const compare = (at: Date) => compareForAll(joined, { before, after, at })
    const start = chooseStart(tx, input, { noticeDays, changed: compare(input.effectiveFrom ?? tx.now) })
    const added = await addInPlace(tx, { ...input, ...start }, { ...versions, inForce })
    const changed = compare(start.effectiveFrom)
    const hasNotice = start.noNoticeReason === null && changed.some(({ isCut }) => isCut)
    await announceVersion(tx, {
      termsId: added.termsId,
      beforeId: changed.length > 0 ? inForce.id : null,
      replacedId: scheduled?.id,
      tellUntil: hasNotice ? getTellUntil(start.effectiveFrom, { noticeDays }) : null,
    })
    return added
  })
}

/** Reads the book of the version to come: its rates, with the rules of the newest version for their events. */
async function readNextBook(db: Db, input: OperatorTerms, newest: Version): Promise<VersionBook> {
  const { rates, windowDays, couponRule = 'never' } = input
  const { rules, groupsOf } = await readBook(db, { ...newest, rates: [...rates] })
  const events = new Set(rates.map(({ event }) => event))
  const terms = { windowDays, couponRule, ...getValidation(input), restrictions: [] }
  return {
    ...indexRules(
      rules.filter(({ event }) => events.has(event)),
      groupsOf,
    ),
    terms,
  }
}

/** Chooses when a version begins, and keeps the reason only if it begins before its notice. */
function chooseStart(
  { now }: Ctx,
  { effectiveFrom, noNoticeReason }: OperatorTerms,
  { noticeDays, changed }: { noticeDays: number; changed: readonly PublisherChanges[] },
): { effectiveFrom: Date; noNoticeReason: string | null } {
  const earliest = getEarliestStart(changed, { now, noticeDays })
  const chosen = effectiveFrom ?? (noNoticeReason ? now : earliest)
  // `addTerms` refuses a time in the past.
  if (chosen >= earliest || chosen < now) return { effectiveFrom: chosen, noNoticeReason: null }
  if (noNoticeReason) return { effectiveFrom: chosen, noNoticeReason }
  const params = { count: changed.filter(({ isCut }) => isCut).length, day: toDay(earliest) }
  throw invalidField('effective_from', { code: 'program.terms_notice', params })
}

/** Adds the version after the one in force is repeated, so that one that has not begun does not hold. */
async function addInPlace(
  tx: Ctx,
  input: OperatorTerms,
  { all, inForce, scheduled }: CurrentVersions & { inForce: Version },
) {
  if (!scheduled) return addTerms(tx, input)
  const newest = all[0] ?? inForce
  await repeatVersion(tx, inForce)
  return addTerms(tx, { ...input, fee: input.fee ?? carryOver(newest).fee, rulesOf: newest.id })
}
