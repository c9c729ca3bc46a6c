import { addTerms } from '#domains/programmes/programs/commands/add-terms.ts'
import type { NewTerms } from '#domains/programmes/programs/commands/add-terms.ts'
import type { RateRule } from '#domains/programmes/rates/rules/resolve.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Version } from '../queries/versions.ts'
import { pickOrderTerms } from '../rules/difference.ts'

interface Repetition extends Pick<NewTerms, 'fee' | 'isRepetition'> {
  /** When it begins; now when missing. */
  effectiveFrom?: Date
  /** Why it begins before its notice. */
  noNoticeReason?: string | null
  /** Rules of publishers that it has beside those of the other version. */
  addedRules?: readonly RateRule[]
}

/** Adds a version that repeats another one, with its rules and with who was in their groups then. */
export function repeatVersion(tx: Ctx, { programId, rates, ...version }: Version, { fee, ...others }: Repetition = {}) {
  const carried = carryOver(version)
  // What a version that has begun restricts is applied, and may be permitted again since.
  const restrictions = version.effectiveFrom > tx.now ? version.restrictions : []
  const repeated = { ...carried, programId, rates, rulesOf: version.id, fee: fee ?? carried.fee, restrictions }
  return addTerms(tx, { ...repeated, ...others })
}

/** What a version says beside its rates. */
export function carryOver(version: Omit<Version, 'rates' | 'programId'>) {
  const { feeBasis, feePpm } = version
  return { ...pickOrderTerms(version), fee: { feeBasis, feePpm } }
}
