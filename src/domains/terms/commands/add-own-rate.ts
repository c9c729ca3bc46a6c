import { sql } from 'kysely'
import type { Rate } from '#domains/rates/rules/rate.ts'
import type { RateBook, RateRule } from '#domains/rates/rules/resolve.ts'
import { termsState } from '#domains/programs/rules.ts'
import { Refusal } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { findDraft, findLastNumber } from '../queries/drafts.ts'
import type { Draft } from '../queries/drafts.ts'
import { readBook } from '../queries/versions.ts'
import type { Version } from '../queries/versions.ts'
import { compareForAll } from '../rules/difference.ts'
import { fits, sortLines, toStoredLine } from '../rules/draft.ts'
import { lockOpenProgram } from './lock-open-program.ts'
import { notifyPublishers } from './notify-publishers.ts'
import { repeatVersion } from './repeat-version.ts'

/** A rate that an advertiser and a publisher have agreed upon. */
export interface OwnRate {
  advertiserId: bigint
  publisherId: bigint
  event: string
  rate: Rate
  branding: EmailBranding
}

/**
 * Gives a publisher a rate of its own from now on, by a version of the terms that repeats the one in force and adds a
 * rule. Versions that are published for later are repeated with it, and keep their notices; the draft gets it too. No
 * other publisher is concerned. Refuses with `rates.own_does_not_fit` a rate that does not fit the version in force. A
 * later version or a draft that it does not fit goes without it, and the publisher is told of that like of any change.
 */
export function addOwnRate(ctx: Ctx, { advertiserId, publisherId, event, rate, branding }: OwnRate) {
  return inTransaction(ctx, async (tx) => {
    const { program, versions } = await lockOpenProgram(tx, advertiserId)
    const programId = program.id
    const draft = await findDraft(tx.db, { programId })
    const lastNumber = await findLastNumber(tx.db, programId)
    const number = Math.max(lastNumber, ...(draft?.lines ?? []).map((line) => line.number)) + 1
    const rule: RateRule = { ...NO_FACTS, number, event, publisherId, startsAt: tx.now, rate }
    if (!fits((await readBook(tx.db, versions.inForce)).rules, rule)) {
      throw new Refusal({ code: 'rates.own_does_not_fit', status: 409 })
    }
    const { termsId, version } = await repeatVersion(tx, versions.inForce, { addedRules: [rule] })
    const before = await readBook(tx.db, {
      ...versions.inForce,
      id: termsId,
      ruleCount: versions.inForce.ruleCount + 1,
    })
    const scheduled = versions.all
      .filter((each) => termsState(each, versions.all, tx.now) === 'scheduled')
      .toSorted((one, other) => one.version - other.version)
    for (const later of scheduled) await addToLater(tx, { program, branding, later, rule, publisherId, before })
    if (draft) await addToDraft(tx, { programId, draft, rule })
    const details = { publisherId, termsId, version, rule: number, event, rate }
    await audit(tx, { action: 'terms.add_own_rate', target: `program:${programId}`, details })
    return { termsId, version }
  })
}

const NO_FACTS = { groupId: null, productGroup: null, region: null, customer: null, endsAt: null } as const

interface Later {
  program: { id: bigint; advertiserId: bigint; title: string }
  branding: EmailBranding
  later: Version
  rule: RateRule
  publisherId: bigint
  /** The rates that hold from now on. */
  before: RateBook
}

/**
 * Repeats a version that is not in force yet, with the rule, because the highest version that has begun holds. Its
 * notices, and who has acknowledged them, go with it; what it changes for the publisher of the rule is found anew.
 */
async function addToLater(tx: Ctx, { program, branding, later, rule, publisherId, before }: Later): Promise<void> {
  const addedRules = fits((await readBook(tx.db, later)).rules, rule) ? [rule] : []
  const { effectiveFrom } = later
  const { termsId, version } = await repeatVersion(tx, later, { effectiveFrom, addedRules })
  await sql`DELETE FROM terms_notice WHERE terms_id = ${later.id} AND publisher_id = ${publisherId}`.execute(tx.db)
  await sql`UPDATE terms_notice SET terms_id = ${termsId} WHERE terms_id = ${later.id}`.execute(tx.db)
  const after = await readBook(tx.db, { ...later, id: termsId, ruleCount: later.ruleCount + addedRules.length })
  const changed = compareForAll([publisherId], { before, after, at: effectiveFrom })
  if (changed.length === 0) return
  const news = { program, branding, version: { termsId, version, effectiveFrom }, changed }
  await notifyPublishers(tx, { ...news, replacedId: undefined })
}

interface Drafted {
  programId: bigint
  draft: Draft
  rule: RateRule
}

/** Puts the rule into the draft, so that its publication keeps it. Who changed the draft last stays. */
async function addToDraft(tx: Ctx, { programId, draft, rule }: Drafted): Promise<void> {
  if (!fits(draft.lines, rule)) return
  const lines = JSON.stringify(sortLines([...draft.lines, rule]).map(toStoredLine))
  await tx.db
    .updateTable('termsDraft')
    .set({ lines, revision: draft.revision + 1 })
    .where('programId', '=', programId)
    .execute()
  await tx.db.deleteFrom('termsReplay').where('programId', '=', programId).execute()
}
