import { sql } from 'kysely'
import { lockProgram } from '#domains/programmes/programs/commands/lock-program.ts'
import { setPause } from '#domains/programmes/programs/commands/set-pause.ts'
import { listJoinedPublishers } from '#domains/programmes/programs/queries/memberships.ts'
import { tellTeam } from '#domains/people/notices/commands/tell-team.ts'
import { startOfDay, toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { Refusal } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { closingForAdvertiserEmail } from '../mails.ts'
import { getClosingDays } from '../rules.ts'
import { lockOwn } from './lock-own.ts'

/** The programme of an advertiser. */
interface OwnProgram {
  advertiserId: bigint
}

/**
 * Announces that a programme is paused from the beginning of a day on; a job tells its publishers. Until then nothing
 * changes. Without a day it is paused at once, which is refused once a publisher has joined. Refuses a day before the
 * notice of the programme has passed, or more than a year ahead, and a programme that is not open, or whose pause or
 * close is announced.
 */
export function announcePause(ctx: Ctx, { advertiserId, day }: OwnProgram & { day?: Day | undefined }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const program = await lockOwn(tx, advertiserId, 'pause.not_open')
    const { programId, status, closesAt, pausesAt: present } = program
    if (status !== 'open' || closesAt !== null || present !== null) {
      throw new Refusal({ code: 'pause.not_open', status: 409 })
    }
    const isAtOnce = day === undefined
    const noticeDays = isAtOnce ? 0 : program.noticeDays
    const pausesAt = isAtOnce ? tx.now : startOfDay(day)
    await requireNotice(tx, { advertiserId, day, noticeDays: program.noticeDays })
    await endStalePause(tx, programId)
    await tx.db
      .insertInto('programPause')
      .values({
        programId,
        requestedBy: tx.actor.kind === 'account' ? tx.actor.accountId : null,
        requestedAt: tx.now,
        noticeDays,
        pausesAt,
        pausedAt: isAtOnce ? tx.now : null,
        // Without publishers nobody has to be told.
        ...(isAtOnce ? { progressPublisherId: null } : {}),
      })
      .execute()
    await setPause(tx, { programId, pausesAt, ...(isAtOnce ? { status: 'paused' } : {}) })
    await tellOfPause(tx, { advertiserId, program: program.title, day: toDay(pausesAt) })
    await audit(tx, {
      action: 'program.announce_pause',
      target: `program:${programId}`,
      details: { day: toDay(pausesAt) },
    })
  })
}

/**
 * Resumes a paused programme at once, or withdraws its announced pause. The publishers who were told are told that,
 * too. Refuses a programme that its brand has not paused.
 */
export function resumeProgram(ctx: Ctx, { advertiserId }: OwnProgram): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { programId, title, status, pausesAt } = await lockOwn(tx, advertiserId, 'pause.not_open')
    const ended =
      status !== 'closed' &&
      pausesAt !== null &&
      (await tx.db
        .updateTable('programPause')
        .set({
          endedAt: tx.now,
          // Nobody has to be told who was not told of the pause.
          progressPublisherId: sql`CASE WHEN progress_publisher_id = 0 THEN NULL ELSE 0 END`,
        })
        .where('programId', '=', programId)
        .where('pausesAt', '=', pausesAt)
        .where('endedAt', 'is', null)
        .returning('id')
        .executeTakeFirst())
    if (!ended) throw new Refusal({ code: 'pause.none', status: 409 })
    await setPause(tx, { programId, pausesAt: null, status: 'open' })
    await tellOfPause(tx, { advertiserId, program: title, day: null })
    await audit(tx, { action: 'program.resume', target: `program:${programId}` })
  })
}

/** Pauses the programmes whose day has come, each in a transaction of its own. Their links lead on. */
export async function startDuePauses(ctx: Ctx): Promise<void> {
  for (const { id, programId } of await selectDue(ctx).execute()) {
    await inTransaction(ctx, async (tx) => {
      await lockProgram(tx, programId)
      const due = await selectDue(tx).where('pause.id', '=', id).executeTakeFirst()
      if (!due) return
      await tx.db.updateTable('programPause').set({ pausedAt: tx.now }).where('id', '=', id).execute()
      await setPause(tx, { programId, pausesAt: due.pausesAt, status: 'paused' })
      await audit(tx, { action: 'program.pause', target: `program:${programId}` })
    })
  }
}

/** Selects the pauses that begin now. One that the network's change of the status has ended is not among them. */
function selectDue({ db, now }: Ctx) {
  return db
    .selectFrom('programPause as pause')
    .innerJoin('program', (join) =>
      join.onRef('program.id', '=', 'pause.programId').onRef('program.pausesAt', '=', 'pause.pausesAt'),
    )
    .select(['pause.id', 'pause.programId', 'pause.pausesAt'])
    .where('pause.pausesAt', '<=', now)
    .where('pause.pausedAt', 'is', null)
    .where('pause.endedAt', 'is', null)
    .where('program.status', '=', 'open')
}

interface Notice extends OwnProgram {
  day: Day | undefined
  noticeDays: number
}

async function requireNotice(tx: Ctx, { advertiserId, day, noticeDays }: Notice): Promise<void> {
  const days = getClosingDays({ now: tx.now, noticeDays })
  if (day === undefined) {
    const [joined] = await listJoinedPublishers(tx.db, { advertiserId, limit: 1 })
    if (joined) throw new Refusal({ code: 'pause.notice', params: { from: days.from }, status: 409, field: 'day' })
  } else if (day < days.from || day > days.until) {
    throw new Refusal({ code: 'closing.day', params: days, status: 422, field: 'day' })
  }
}

/** Ends the pause that the network ended when it changed the status of the programme. */
async function endStalePause(tx: Ctx, programId: bigint): Promise<void> {
  await tx.db
    .updateTable('programPause')
    .set({ endedAt: tx.now, progressPublisherId: null })
    .where('programId', '=', programId)
    .where('endedAt', 'is', null)
    .execute()
}

/** Tells those who run the programme. */
async function tellOfPause(
  tx: Ctx,
  { advertiserId, program, day }: OwnProgram & { program: string; day: Day | null },
): Promise<void> {
  await tellTeam(tx, {
    advertiserId,
    kind: 'closings',
    path: '/brand/programme',
    write: ({ locale, advertiser: name }) =>
      closingForAdvertiserEmail({ branding: tx.branding, about: 'pause', locale, name, program, day }),
  })
}
