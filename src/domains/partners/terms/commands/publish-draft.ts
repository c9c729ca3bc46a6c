import type { RateRule } from '#domains/programmes/rates/rules/resolve.ts'
import { startOfDay, toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { Refusal, invalidField } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { compareRates } from '../queries/comparison.ts'
import { findDraft, readDraftVersion } from '../queries/drafts.ts'
import { readBook } from '../queries/versions.ts'
import { compareForAll, getTellUntil } from '../rules/difference.ts'
import { addVersion, getNextFee } from './add-version.ts'
import { announceVersion } from './announce-version.ts'
import type { DraftChange } from './change-draft.ts'
import { checkRevision, lockOpenProgram } from './lock-open-program.ts'
import { repeatVersion } from './repeat-version.ts'

/** A draft that becomes the next version. */
export interface Publication extends DraftChange {
  /** The day (UTC) from which it holds; as early as its notice allows when missing. */
  effectiveOn?: Day | undefined
}

/**
 * Publishes the draft as the next version of the terms. A job tells each publisher for whom it changes anything. A
 * version that was published and is not in force yet is withdrawn. A cut begins after the notice days of the programme,
 * counted from when the last publisher is told. Answers how many publishers will be told.
 */
export function publishDraft(ctx: Ctx, { advertiserId, revision, effectiveOn }: Publication) {
  return inTransaction(ctx, async (tx) => {
    const { program, versions } = await lockOpenProgram(tx, advertiserId)
    const programId = program.id
    const draft = await findDraft(tx.db, { programId })
    checkRevision(draft, revision)
    if (!draft) throw new Refusal({ code: 'rates.no_draft', status: 409 })
    const before = await readBook(tx.db, versions.inForce)
    const after = await readDraftVersion(tx.db, { programId, draft, versions })
    const { earliest, joined } = await compareRates(tx.db, { program, before, after, now: tx.now })
    const effectiveFrom = chooseStart(tx, { earliest, effectiveOn })
    const rates = { rates: listRates(draft.lines), rules: listRules(draft.lines) }
    const { termsId, version } = await addVersion(tx, { ...after.terms, programId, effectiveFrom, ...rates }, versions)
    await tx.db.deleteFrom('termsDraft').where('programId', '=', programId).execute()
    const changed = compareForAll(
      joined.map(({ id }) => id),
      { before, after, at: effectiveFrom },
    )
    await announceVersion(tx, {
      termsId,
      beforeId: changed.length > 0 ? versions.inForce.id : null,
      replacedId: versions.scheduled?.id,
      tellUntil: changed.some(({ isCut }) => isCut) ? getTellUntil(effectiveFrom, program) : null,
    })
    const details = {
      termsId,
      version,
      effectiveFrom,
      publishers: changed.length,
      replaces: versions.scheduled?.version,
    }
    await audit(tx, { action: 'terms.publish', target: `program:${programId}`, details })
    return { version, effectiveFrom, told: changed.length }
  })
}

/**
 * Withdraws a version that is not in force yet: the next one repeats the version in force, from now on. A fee that an
 * operator has set for a later day stays set.
 */
export function withdrawVersion(ctx: Ctx, { advertiserId, version }: { advertiserId: bigint; version: number }) {
  return inTransaction(ctx, async (tx) => {
    const { program, versions } = await lockOpenProgram(tx, advertiserId)
    const { scheduled, inForce, withNextFee } = versions
    if (scheduled?.version !== version) throw new Refusal({ code: 'rates.not_scheduled', status: 409 })
    const next = await repeatVersion(tx, inForce)
    if (withNextFee) await repeatVersion(tx, inForce, getNextFee(withNextFee))
    await announceVersion(tx, { termsId: next.termsId, beforeId: null, replacedId: scheduled.id, tellUntil: null })
    const details = { version, withdrawnBy: next.version }
    await audit(tx, { action: 'terms.withdraw', target: `program:${program.id}`, details })
    return { version: next.version }
  })
}

/** Chooses when a version begins: on the given day, which its notice must allow. */
function chooseStart({ now }: Ctx, { earliest, effectiveOn }: { earliest: Date; effectiveOn: Day | undefined }): Date {
  if (effectiveOn === undefined) return earliest
  const chosen = startOfDay(effectiveOn)
  // A raise that is to begin today begins now.
  if (chosen < earliest && !(effectiveOn === toDay(now) && earliest <= now)) {
    throw invalidField('effective_on', { code: 'rates.too_early', params: { day: toDay(earliest) } })
  }
  return chosen < now ? now : chosen
}

function listRates(lines: readonly RateRule[]) {
  return lines.flatMap(({ number, event, rate }) => (number === 0 ? { event, ...rate } : []))
}

function listRules(lines: readonly RateRule[]): RateRule[] {
  return lines.filter(({ number }) => number > 0)
}
