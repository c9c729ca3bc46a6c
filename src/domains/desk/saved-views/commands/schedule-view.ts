import { lockAccount } from '#domains/people/accounts/commands/lock-account.ts'
import { Refusal, notFound } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { createToken } from '#platform/server/secrets/opaque-token.ts'
import { isMailed } from '#platform/server/saved-lists.ts'
import type { SavedList } from '#platform/server/saved-lists.ts'
import type { Member } from '../rules/organisation.ts'
import { findSeenView } from '../queries/views.ts'
import { findList } from '../rules/lists.ts'
import { MAX_SCHEDULES, getNextMail } from '../rules/schedule.ts'
import type { Rhythmic } from '../rules/schedule.ts'

/** Which view is mailed to whom, and when; the lists are those that can be mailed. */
interface NewSchedule extends Rhythmic {
  member: Member & { advertiserId: bigint }
  viewId: bigint
  lists: readonly SavedList[]
}

/**
 * Has a view that an account sees mailed to it, in place of an earlier schedule. Refuses one of a list whose views are
 * not mailed, and more schedules than an account can have for a brand.
 */
export function scheduleView(ctx: Ctx, { member, viewId, lists, ...rhythm }: NewSchedule): Promise<void> {
  const { accountId, advertiserId } = member
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, accountId)
    const view = await findSeenView(tx.db, { member, viewId })
    const saved = view && findList(lists, view.list, member.role)
    if (!saved) throw notFound()
    if (!isMailed(saved)) throw new Refusal({ code: 'view.not_mailed', status: 422 })
    const next = { ...rhythm, advertiserId, dueAt: getNextMail(rhythm, tx.now), fault: null, endReason: null }
    await tx.db
      .insertInto('viewSchedule')
      .values({ accountId, viewId, ...next, token: createToken(), createdAt: tx.now })
      .onConflict((conflict) => conflict.columns(['accountId', 'viewId']).doUpdateSet(next))
      .execute()
    const { count } = await tx.db
      .selectFrom('viewSchedule')
      .select((row) => row.fn.countAll<bigint>().as('count'))
      .where('accountId', '=', accountId)
      .where('advertiserId', '=', advertiserId)
      .executeTakeFirstOrThrow()
    if (count > MAX_SCHEDULES) {
      throw new Refusal({ code: 'view.too_many_mails', params: { max: MAX_SCHEDULES }, status: 409 })
    }
    await audit(tx, { action: 'view.schedule', target: `view:${viewId}`, details: { ...rhythm } })
  })
}

/** Ends the mails of a view to an account. Refuses a view that it is not mailed as not found. */
export function endSchedule(ctx: Ctx, { accountId, viewId }: { accountId: bigint; viewId: bigint }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const ended = await tx.db
      .deleteFrom('viewSchedule')
      .where('accountId', '=', accountId)
      .where('viewId', '=', viewId)
      .returning('viewId')
      .executeTakeFirst()
    if (!ended) throw notFound()
    await audit(tx, { action: 'view.end_schedule', target: `view:${viewId}` })
  })
}

/** Ends the schedule of a mail, by the token in it. Answers whether there was one. */
export function endScheduleByMail(ctx: Ctx, token: string): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const ended = await tx.db
      .deleteFrom('viewSchedule')
      .where('token', '=', token)
      .returning(['viewId', 'accountId'])
      .executeTakeFirst()
    if (!ended) return false
    const details = { accountId: ended.accountId, byMail: true }
    await audit(tx, { action: 'view.end_schedule', target: `view:${ended.viewId}`, details })
    return true
  })
}
