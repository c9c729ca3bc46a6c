import { addTerms } from '#domains/programmes/programs/commands/add-terms.ts'
import type { NewTerms } from '#domains/programmes/programs/commands/add-terms.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { CurrentVersions, Version } from '../queries/versions.ts'
import { carryOver, repeatVersion } from './repeat-version.ts'

/**
 * Adds the version of an advertiser in place of those that are not in force yet. A fee that an operator has set for a
 * later day begins on that day all the same, by a version that changes nothing else.
 */
export async function addVersion(
  tx: Ctx,
  terms: NewTerms & { effectiveFrom: Date },
  { inForce, scheduled, withNextFee }: CurrentVersions & { inForce: Version },
) {
  const { fee } = carryOver(inForce)
  if (scheduled || withNextFee) await repeatVersion(tx, inForce)
  if (!withNextFee) return addTerms(tx, { ...terms, fee })
  const next = getNextFee(withNextFee)
  if (next.effectiveFrom <= terms.effectiveFrom) {
    await repeatVersion(tx, inForce, next)
    return addTerms(tx, { ...terms, fee: next.fee })
  }
  const added = await addTerms(tx, { ...terms, fee })
  await addTerms(tx, { ...terms, ...next })
  return added
}

/** What a version has that only brings in the fee of another one, on the day of that one. */
export function getNextFee(version: Version) {
  return { effectiveFrom: version.effectiveFrom, fee: carryOver(version).fee, isRepetition: true }
}
