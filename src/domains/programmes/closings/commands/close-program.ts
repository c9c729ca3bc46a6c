import { sql } from 'kysely'
import { lockProgram } from '#domains/programmes/programs/commands/lock-program.ts'
import { setClosing } from '#domains/programmes/programs/commands/set-closing.ts'
import { tellTeam } from '#domains/people/notices/commands/tell-team.ts'
import { startOfDay } from '#kernel/days.ts'
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
 * Announces that a programme closes at the beginning of a day: from now on nobody can ask to join, and a job tells its
 * publishers. Refuses a day before the notice of the programme has passed, or more than a year ahead, a programme that
 * is neither open nor paused, and a second announcement.
 */
export function announceClosing(ctx: Ctx, { advertiserId, day }: OwnProgram & { day: Day }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const program = await lockOwn(tx, advertiserId, 'closing.not_open')
    if (program.status !== 'open' && program.status !== 'paused') {
      throw new Refusal({ code: 'closing.not_open', status: 409 })
    }
    if (program.closesAt !== null) throw new Refusal({ code: 'closing.announced', status: 409 })
    const { programId, noticeDays } = program
    const days = getClosingDays({ now: tx.now, noticeDays })
    if (day < days.from || day > days.until) {
      throw new Refusal({ code: 'closing.day', params: days, status: 422, field: 'day' })
    }
    const closesAt = startOfDay(day)
    const requestedBy = tx.actor.kind === 'account' ? tx.actor.accountId : null
    await tx.db
      .insertInto('programClosing')
      .values({ programId, requestedBy, requestedAt: tx.now, noticeDays, closesAt })
      .execute()
    await setClosing(tx, { programId, closesAt })
    await tellOfClosing(tx, { advertiserId, program: program.title, day })
    await audit(tx, { action: 'program.announce_closing', target: `program:${programId}`, details: { day } })
  })
}

/**
 * Takes an announced end back before its day; the publishers who were told are told that, too. Refuses if an operator
 * has closed the programme meanwhile, because it would not go on.
 */
export function withdrawClosing(ctx: Ctx, { advertiserId }: OwnProgram): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { programId, title, status, closesAt } = await lockOwn(tx, advertiserId, 'closing.not_open')
    const withdrawn =
      status !== 'closed' &&
      closesAt !== null &&
      closesAt > tx.now &&
      (await tx.db
        .updateTable('programClosing')
        .set({
          withdrawnAt: tx.now,
          // Nobody has to be told who was not told of the end.
          progressPublisherId: sql`CASE WHEN progress_publisher_id = 0 THEN NULL ELSE 0 END`,
        })
        .where('programId', '=', programId)
        .where('withdrawnAt', 'is', null)
        .where('closedAt', 'is', null)
        .returning('id')
        .executeTakeFirst())
    if (!withdrawn) throw new Refusal({ code: 'closing.none', status: 409 })
    await setClosing(tx, { programId, closesAt: null })
    await tellOfClosing(tx, { advertiserId, program: title, day: null })
    await audit(tx, { action: 'program.withdraw_closing', target: `program:${programId}` })
  })
}

/** Closes the programmes whose day has come, each in a transaction of its own. Their links lead on. */
export async function closeDuePrograms(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .selectFrom('programClosing')
    .select(['id', 'programId', 'requestedBy'])
    .where('closesAt', '<=', ctx.now)
    .where('withdrawnAt', 'is', null)
    .where('closedAt', 'is', null)
    .execute()
  for (const { id, programId, requestedBy } of due) {
    await inTransaction(ctx, async (tx) => {
      await lockProgram(tx, programId)
      const closed = await tx.db
        .updateTable('programClosing')
        .set({ closedAt: tx.now })
        .where('id', '=', id)
        .where('withdrawnAt', 'is', null)
        .where('closedAt', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (!closed) return
      await setClosing(tx, { programId, closedBy: requestedBy })
      await audit(tx, { action: 'program.close', target: `program:${programId}` })
    })
  }
}

/** Tells those who run the programme. */
async function tellOfClosing(
  tx: Ctx,
  { advertiserId, program, day }: OwnProgram & { program: string; day: Day | null },
): Promise<void> {
  await tellTeam(tx, {
    advertiserId,
    kind: 'closings',
    path: '/brand/close',
    write: ({ locale, advertiser: name }) =>
      closingForAdvertiserEmail({ branding: tx.branding, about: 'close', locale, name, program, day }),
  })
}
