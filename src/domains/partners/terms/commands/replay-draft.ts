import { Refusal } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { notify } from '#platform/server/database/notify.ts'
import { compareRates } from '../queries/comparison.ts'
import { findDraft, readDraftBook, readDraftVersion } from '../queries/drafts.ts'
import { listOrderSlices, listWaitingReplays } from '../queries/replays.ts'
import { readBook, readVersions } from '../queries/versions.ts'
import { REPLAY_DAYS, addSlices, getReplayDay, listBoundaries, toStoredReplay } from '../rules/replay.ts'
import type { ReplayedPublisher } from '../rules/replay.ts'
import type { DraftChange } from './change-draft.ts'
import { checkRevision, lockOpenProgram } from './lock-open-program.ts'

/** The notification channel for replays that wait for the job. */
export const REPLAYS_CHANNEL = 'terms_replays'

/** Asks for the replay of a draft, in place of an earlier one. A change of the draft deletes it. */
export function askReplay(ctx: Ctx, { advertiserId, revision }: DraftChange): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { program, versions } = await lockOpenProgram(tx, advertiserId)
    const programId = program.id
    const draft = await findDraft(tx.db, { programId })
    checkRevision(draft, revision)
    if (!draft) throw new Refusal({ code: 'rates.no_draft', status: 409 })
    const before = await readBook(tx.db, versions.inForce)
    const after = await readDraftVersion(tx.db, { programId, draft, versions })
    const { earliest } = await compareRates(tx.db, { program, before, after, now: tx.now })
    const row = {
      askedAt: tx.now,
      askedBy: tx.actor.kind === 'account' ? tx.actor.accountId : null,
      startsAt: earliest,
      daysDone: 0,
      outcome: null,
      result: null,
    }
    await tx.db
      .insertInto('termsReplay')
      .values({ programId, ...row })
      .onConflict((conflict) => conflict.column('programId').doUpdateSet(row))
      .execute()
    await audit(tx, { action: 'terms.replay', target: `program:${programId}`, details: { revision } })
    await notify(tx, REPLAYS_CHANNEL)
  })
}

type WaitingReplay = Awaited<ReturnType<typeof listWaitingReplays>>[number]

/**
 * Computes the replays that wait, one after another. One that a killed job began starts anew; one that fails is marked
 * as failed, so that it does not hold up the others.
 */
export async function advanceReplays(ctx: Ctx): Promise<void> {
  const failures: unknown[] = []
  for (const replay of await listWaitingReplays(ctx.db)) {
    await computeReplay(ctx, replay).catch(async (error: unknown) => {
      failures.push(error)
      await saveProgress(ctx, replay, { outcome: 'failed' })
    })
  }
  if (failures.length > 0) throw new Error(`${failures.length} replays have failed`, { cause: failures[0] })
}

/** Prices the orders day by day, until the draft changes. */
async function computeReplay(ctx: Ctx, replay: WaitingReplay): Promise<void> {
  const { programId, advertiserId, askedAt: until, startsAt } = replay
  const { inForce } = await readVersions(ctx.db, { programId, now: until })
  const draft = await findDraft(ctx.db, { programId })
  if (!inForce || !draft) return
  const before = await readBook(ctx.db, inForce)
  const after = await readDraftBook(ctx.db, programId, draft.lines)
  const replayed = { before, after, startsAt, until }
  const boundaries = listBoundaries(replayed)
  const sums = new Map<bigint, ReplayedPublisher>()
  for (let day = 0; day < REPLAY_DAYS; day++) {
    const slices = await listOrderSlices(ctx.db, { advertiserId, ...getReplayDay(until, day), boundaries })
    addSlices(sums, slices, replayed)
    if (!(await saveProgress(ctx, replay, { daysDone: day + 1 }))) return
  }
  await inTransaction(ctx, async (tx) => {
    const result = JSON.stringify(toStoredReplay(sums.values()))
    if (!(await saveProgress(tx, replay, { outcome: 'done', result }))) return
    await audit(tx, { action: 'terms.replayed', target: `program:${programId}`, details: { publishers: sums.size } })
  })
}

interface Progress {
  daysDone?: number
  outcome?: 'done' | 'failed'
  result?: string
}

/** Writes how far a replay is. Answers whether it is still wanted. */
async function saveProgress({ db }: Ctx, { programId, askedAt }: WaitingReplay, progress: Progress): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('termsReplay')
    .set(progress)
    .where('programId', '=', programId)
    .where('askedAt', '=', askedAt)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
