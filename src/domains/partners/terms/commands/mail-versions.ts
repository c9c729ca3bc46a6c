import { sql } from 'kysely'
import { lockProgram } from '#domains/programmes/programs/commands/lock-program.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { tryEach } from '#platform/server/jobs/try-each.ts'
import { listOpenAnnouncements, listToCompare, listToldOfReplaced } from '../queries/announcements.ts'
import { readBook, readVersions } from '../queries/versions.ts'
import type { Version } from '../queries/versions.ts'
import { compareForAll, getEarliestStart, getTellUntil } from '../rules/difference.ts'
import { isWithdrawn } from '../rules/notice.ts'
import { applyRestrictions } from './apply-restrictions.ts'
import { mailChangedRates, mailWithdrawnRates } from './mail-changed-rates.ts'
import { mailLateMembers } from './mail-late-members.ts'
import { mailReturned } from './mail-returned.ts'
import { repeatVersion } from './repeat-version.ts'

/** The most publishers that one transaction mails, and that it compares to find them. */
const MAILED_AT_ONCE = 500
const COMPARED_AT_ONCE = 5000

/** The most transactions of a run; the next run goes on. So the time of a run is close to that of its mails. */
const MAX_BATCHES = 200

/** The most publishers of a version that a run skips because they cannot be mailed; with more, something else fails. */
const MAX_SKIPPED = 20

/** How far a run is with a version. */
interface Progress {
  termsId: bigint
  /** How many publishers the next transaction mails. */
  limit: number
  /** Publishers up to this id are told or skipped. */
  after: bigint
  /** Publishers whom this run could not mail, with the errors; the next run tries again. */
  skipped: Map<bigint, unknown>
  /** Whether only publishers are left who are told that a replaced version does not hold. */
  isCompared: boolean
  /** The first publisher of the transaction under way. */
  tried: bigint | undefined
}

/**
 * Mails the publishers of announced versions, in batches: each publisher once of each version, also when a run dies in
 * between or two run at once. A publisher or a version that fails does not hold up the others. Then it mails those who
 * joined later about versions that have not begun, and those who were suspended about what the terms changed meanwhile.
 * Last, it restricts the methods of programmes whose terms have begun to say so.
 */
export async function mailVersions(ctx: Ctx): Promise<void> {
  const steps = [mailAnnounced, mailLateMembers, mailReturned, applyRestrictions]
  await tryEach(steps, (step) => step(ctx), 'Some publishers were not told of new rates.')
}

async function mailAnnounced(ctx: Ctx): Promise<void> {
  let batches = 0
  const mailAll = async ({ termsId }: { termsId: bigint }) => {
    const skipped = new Map<bigint, unknown>()
    const begin = { limit: MAILED_AT_ONCE, after: 0n, skipped, isCompared: false, tried: undefined }
    const progress: Progress = { termsId, ...begin }
    for (let hasMore = true; hasMore && batches < MAX_BATCHES; batches += 1) hasMore = await mailOrSkip(ctx, progress)
    const [cause] = skipped.values()
    if (skipped.size > 0) throw new Error(`${skipped.size} publishers were not told of version ${termsId}.`, { cause })
  }
  await tryEach(await listOpenAnnouncements(ctx.db), mailAll, 'Some publishers were not told of announced versions.')
}

/** Mails the next publishers. A batch that fails is mailed in smaller ones, and who fails alone is skipped. */
async function mailOrSkip(ctx: Ctx, progress: Progress): Promise<boolean> {
  progress.tried = undefined
  try {
    const next = await mailBatch(ctx, progress)
    if (next === undefined) return false
    progress.termsId = next
    progress.limit = Math.min(progress.limit * 2, MAILED_AT_ONCE)
  } catch (error) {
    // Without a publisher, the failure is none of a notice.
    if (progress.tried === undefined || progress.skipped.size === MAX_SKIPPED) throw error
    if (progress.limit === 1) progress.skipped.set(progress.tried, error)
    progress.limit = Math.ceil(progress.limit / 4)
  }
  return true
}

/** Mails the next publishers of a version. Answers the version of which more are to be told; undefined once all are. */
function mailBatch(ctx: Ctx, progress: Progress): Promise<bigint | undefined> {
  const { termsId } = progress
  return inTransaction(ctx, async (tx) => {
    const { programId } = await tx.db
      .selectFrom('programTerms')
      .select('programId')
      .where('id', '=', termsId)
      .executeTakeFirstOrThrow()
    // Terms are published, withdrawn and repeated under the same lock.
    const program = await lockProgram(tx, programId)
    const announcement = await tx.db
      .selectFrom('termsAnnouncement')
      .selectAll()
      .where('termsId', '=', termsId)
      .where('endedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!announcement) return undefined
    const { all } = await readVersions(tx.db, { programId, now: tx.now })
    const find = (id: bigint | null) => all.find((version) => version.id === id)
    const [version, before] = [find(termsId), find(announcement.beforeId)]
    const own = { ...announcement, program: { ...program, id: programId }, progress }
    const isOver = !version || !before || progress.isCompared || isWithdrawn(version, all)
    if (isOver) return mailEnd(tx, own)
    return mailChanges(tx, { ...own, version, before, isNewest: all[0] === version })
  })
}

type Announced = {
  termsId: bigint
  replacedIds: readonly bigint[]
  publishedAt: Date
  tellUntil: Date | null
  toldUpto: bigint
  postponements: number
  program: { id: bigint; advertiserId: bigint; title: string; noticeDays: number }
  progress: Progress
}

interface Changing extends Announced {
  version: Version
  before: Version
  /** Whether no version was added after it. */
  isNewest: boolean
}

/** Mails the next publishers for whom the version changes a rate. */
async function mailChanges(tx: Ctx, announced: Changing): Promise<bigint> {
  const { termsId, program, progress, version, before, isNewest, tellUntil, replacedIds } = announced
  const { skipped, limit } = progress
  const after = progress.after > announced.toldUpto ? progress.after : announced.toldUpto
  const listed = { ...announced, programId: program.id, after, limit: COMPARED_AT_ONCE }
  const publisherIds = await listToCompare(tx.db, listed)
  const books = { before: await readBook(tx.db, before), after: await readBook(tx.db, version) }
  const open = publisherIds.filter((id) => !skipped.has(id))
  const changed = compareForAll(open, { ...books, at: version.effectiveFrom })
  const told = changed.slice(0, limit)
  progress.tried = told[0]?.publisherId
  const isTooLate = tellUntil !== null && tellUntil < tx.now && told.some(({ isCut }) => isCut)
  // Putting it off would undo a version that was added since.
  if (isTooLate && isNewest) return postpone(tx, announced)
  await mailChangedRates(tx, { program, version: { ...version, termsId }, changed: told })
  await markTold(tx, { replacedIds, publisherIds: told.map(({ publisherId }) => publisherId) })
  const isAll = told.length === changed.length
  const last = (isAll ? publisherIds.at(-1) : told.at(-1)?.publisherId) ?? after
  await noteProgress(tx, progress, { last, isLast: isAll && publisherIds.length < COMPARED_AT_ONCE })
  if (told.length > 0) await auditTold(tx, announced, { told: told.length })
  return termsId
}

/** Notes how far the run is. As long as a publisher is skipped, the next run begins with the first of them. */
async function noteProgress(tx: Ctx, progress: Progress, { last, isLast }: { last: bigint; isLast: boolean }) {
  const { termsId, skipped } = progress
  const hasSkipped = skipped.size > 0
  const toldUpto = [...skipped.keys()].reduce((upto, id) => (id <= upto ? id - 1n : upto), last)
  await tx.db
    .updateTable('termsAnnouncement')
    .set({ toldUpto, ...(isLast && !hasSkipped ? { beforeId: null } : {}) })
    .where('termsId', '=', termsId)
    .execute()
  progress.after = last
  progress.isCompared = isLast && hasSkipped
}

/** Mails the next publishers who were told of a replaced version that it does not hold. */
async function mailEnd(tx: Ctx, announced: Announced): Promise<bigint | undefined> {
  const { termsId, program, progress, replacedIds } = announced
  const { skipped, limit } = progress
  const rows = await listToldOfReplaced(tx.db, { termsId, replacedIds, skipped: [...skipped.keys()], limit })
  progress.tried = rows[0]?.publisherId
  if (rows.length === 0) {
    if (skipped.size > 0) return undefined
    const ended = { endedAt: tx.now, beforeId: null }
    await tx.db.updateTable('termsAnnouncement').set(ended).where('termsId', '=', termsId).execute()
    return undefined
  }
  await mailWithdrawnRates(tx, { program, rows })
  await markTold(tx, { replacedIds, publisherIds: rows.map(({ publisherId }) => publisherId) })
  await auditTold(tx, announced, { withdrawn: rows.length })
  return termsId
}

async function markTold(tx: Ctx, marked: { replacedIds: readonly bigint[]; publisherIds: readonly bigint[] }) {
  await sql`
    UPDATE terms_notice SET withdrawal_told_at = ${tx.now}
    WHERE terms_id = ANY (${[...marked.replacedIds]}::bigint[])
      AND publisher_id = ANY (${[...marked.publisherIds]}::bigint[]) AND withdrawal_told_at IS NULL`.execute(tx.db)
}

function auditTold(tx: Ctx, { program, termsId }: Announced, counts: { told?: number; withdrawn?: number }) {
  return audit(tx, { action: 'terms.tell', target: `program:${program.id}`, details: { termsId, ...counts } })
}

/**
 * Puts off a cut of which a publisher could not be told in time: the same rates are published again, for a later day,
 * and all are mailed about that one instead. Each time leaves more time for the mails.
 */
async function postpone(tx: Ctx, announced: Changing): Promise<bigint> {
  const { termsId, program, version, before, replacedIds, postponements } = announced
  const again = await repeatVersion(tx, before)
  const days = program.noticeDays + 2 ** postponements
  const effectiveFrom = getEarliestStart([{ isCut: true }], { now: tx.now, noticeDays: days })
  const next = await repeatVersion(tx, version, { effectiveFrom })
  await tx.db
    .updateTable('termsAnnouncement')
    .set({
      termsId: next.termsId,
      beforeId: again.termsId,
      replacedIds: [...replacedIds, termsId],
      publishedAt: tx.now,
      tellUntil: getTellUntil(effectiveFrom, program),
      toldUpto: 0n,
      postponements: postponements + 1,
    })
    .where('termsId', '=', termsId)
    .execute()
  const details = { version: next.version, effectiveFrom, replaces: version.version }
  announced.progress.after = 0n
  await audit(tx, { action: 'terms.postpone', target: `program:${program.id}`, details })
  return next.termsId
}
