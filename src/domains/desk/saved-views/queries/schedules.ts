import type { Db } from '#database'

/**
 * Lists the views of an advertiser that an account is mailed, the newest first, with those whose mails have ended by
 * themselves.
 */
export function listSchedules(db: Db, { accountId, advertiserId }: { accountId: bigint; advertiserId: bigint | null }) {
  return db
    .selectFrom('viewSchedule as schedule')
    .innerJoin('savedView as view', 'view.id', 'schedule.viewId')
    .select(['view.id as viewId', 'view.list', 'view.name', 'view.query', 'view.deletedAt'])
    .select(['schedule.rhythm', 'schedule.weekday', 'schedule.dueAt', 'schedule.mailedAt'])
    .select(['schedule.fault', 'schedule.endReason'])
    .where('schedule.accountId', '=', accountId)
    .where('schedule.advertiserId', '=', advertiserId ?? 0n)
    .orderBy('schedule.createdAt', 'desc')
    .orderBy('view.id')
    .execute()
}

/** A view that an account is mailed. */
export type ScheduleRow = Awaited<ReturnType<typeof listSchedules>>[number]

/** Finds the name of the view that a mail with a token is about, while it is mailed. */
export async function findMailedView(db: Db, token: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('viewSchedule as schedule')
    .innerJoin('savedView as view', 'view.id', 'schedule.viewId')
    .select('view.name')
    .where('schedule.token', '=', token)
    .executeTakeFirst()
  return found?.name
}
