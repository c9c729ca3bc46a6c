import { sql } from 'kysely'
import type { Rate } from '#domains/programmes/rates/rules/rate.ts'
import type { RateRule } from '#domains/programmes/rates/rules/resolve.ts'
import { termsState } from '#domains/programmes/programs/rules.ts'
import { Refusal } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findDraft, findLastNumber } from '../queries/drafts.ts'
import type { Draft } from '../queries/drafts.ts'
import { readBook } from '../queries/versions.ts'
import type { Version } from '../queries/versions.ts'
import { compareForAll } from '../rules/difference.ts'
import type { VersionBook } from '../rules/difference.ts'
import { fits, sortLines, toStoredLine } from '../rules/draft.ts'
import { moveAnnouncement } from './announce-version.ts'
import { lockOpenProgram } from './lock-open-program.ts'
import { mailChangedRates } from './mail-changed-rates.ts'
import { repeatVersion } from './repeat-version.ts'

/** Rates that an advertiser and a publisher have agreed upon, one of an event at most. */
export interface OwnRates {
  advertiserId: bigint
  publisherId: bigint
  rates: readonly { event: string; rate: Rate }[]
}

/**
 * Gives a publisher rates of its own from now on, by one version of the terms that repeats the one in force and adds a
 * rule for each. Versions that are published for later are repeated with them, and keep their notices; the draft gets
 * them too. No other publisher is concerned. Refuses with `rates.own_does_not_fit` a rate that does not fit the version
 * in force. A later version or a draft that one does not fit goes without it, and the publisher is told of that like of
 * any change.
 */
export function addOwnRates(ctx: Ctx, { advertiserId, publisherId, rates }: OwnRates) {
  return inTransaction(ctx, async (tx) => {
    const { program, versions } = await lockOpenProgram(tx, advertiserId)
    const programId = program.id
    const draft = await findDraft(tx.db, { programId })
    const lastNumber = await findLastNumber(tx.db, programId)
    const number = Math.max(lastNumber, ...(draft?.lines ?? []).map((line) => line.number)) + 1
    const rules = rates.map(({ event, rate }, index): RateRule => {
      return { ...NO_FACTS, number: number + index, event, publisherId, startsAt: tx.now, rate }
    })
    if (selectFitting((await readBook(tx.db, versions.inForce)).rules, rules).length < rules.length) {
      throw new Refusal({ code: 'rates.own_does_not_fit', status: 409 })
    }
    const { termsId, version } = await repeatVersion(tx, versions.inForce, { addedRules: rules })
    const before = await readBook(tx.db, {
      ...versions.inForce,
      id: termsId,
      ruleCount: versions.inForce.ruleCount + rules.length,
    })
    const scheduled = versions.all
      .filter((each) => termsState(each, versions.all, tx.now) === 'scheduled')
      .toSorted((one, other) => one.version - other.version)
    for (const later of scheduled)
      await addToLater(tx, { program, later, rules, publisherId, before, beforeId: termsId })
    if (draft) await addToDraft(tx, { programId, draft, rules })
    const details = {
      publisherId,
      termsId,
      version,
      rates: rules.map(({ number: rule, event, rate }) => ({ rule, event, rate })),
    }
    await audit(tx, { action: 'terms.add_own_rate', target: `program:${programId}`, details })
    return { termsId, version }
  })
}

const NO_FACTS = { groupId: null, productGroup: null, region: null, customer: null, endsAt: null } as const

/** Selects the rules that lines take, one after another. */
function selectFitting(lines: readonly RateRule[], rules: readonly RateRule[]): RateRule[] {
  return rules.reduce<RateRule[]>((taken, rule) => (fits([...lines, ...taken], rule) ? [...taken, rule] : taken), [])
}

interface Later {
  program: { id: bigint; advertiserId: bigint; title: string }
  later: Version
  rules: readonly RateRule[]
  publisherId: bigint
  /** The rates that hold from now on, and their version. */
  before: VersionBook
  beforeId: bigint
}

/**
 * Repeats a version that is not in force yet, with the rules, because the highest version that has begun holds. Its
 * notices, and who has acknowledged them, go with it; what it changes for the publisher of the rules is found anew.
 */
async function addToLater(tx: Ctx, { program, later, rules, publisherId, before, beforeId }: Later): Promise<void> {
  const addedRules = selectFitting((await readBook(tx.db, later)).rules, rules)
  const { effectiveFrom, noNoticeReason, isRepetition } = later
  const repetition = { effectiveFrom, noNoticeReason, isRepetition, addedRules }
  const { termsId, version } = await repeatVersion(tx, later, repetition)
  await sql`DELETE FROM terms_notice WHERE terms_id = ${later.id} AND publisher_id = ${publisherId}`.execute(tx.db)
  await sql`UPDATE terms_notice SET terms_id = ${termsId} WHERE terms_id = ${later.id}`.execute(tx.db)
  await moveAnnouncement(tx, { termsId: later.id, nextId: termsId, beforeId })
  const after = await readBook(tx.db, { ...later, id: termsId, ruleCount: later.ruleCount + addedRules.length })
  const changed = compareForAll([publisherId], { before, after, at: effectiveFrom })
  if (changed.length === 0) return
  const news = { program, version: { termsId, version, effectiveFrom, noNoticeReason }, changed }
  await mailChangedRates(tx, news)
}

interface Drafted {
  programId: bigint
  draft: Draft
  rules: readonly RateRule[]
}

/** Puts the rules into the draft, so that its publication keeps them. Who changed the draft last stays. */
async function addToDraft(tx: Ctx, { programId, draft, rules }: Drafted): Promise<void> {
  const added = selectFitting(draft.lines, rules)
  if (added.length === 0) return
  const lines = JSON.stringify(sortLines([...draft.lines, ...added]).map(toStoredLine))
  await tx.db
    .updateTable('termsDraft')
    .set({ lines, revision: draft.revision + 1 })
    .where('programId', '=', programId)
    .execute()
  await tx.db.deleteFrom('termsReplay').where('programId', '=', programId).execute()
}
