import type { Db } from '#database'
import { addDays, startOfDay, toDay } from '#kernel/days.ts'
import { IDLE_DAYS } from '../contract/vocabulary.ts'

/** The number of rows of each kind that a publisher is shown. */
const MAX_ROWS = 20

/** Lists the active sites of a publisher that had no payable click in `IDLE_DAYS` days and are older, oldest first. */
export function listIdleSites(db: Db, { publisherId, now }: { publisherId: bigint; now: Date }) {
  const since = addDays(toDay(now), 1 - IDLE_DAYS)
  return db
    .selectFrom('site')
    .select(['site.name', 'site.key'])
    .where('site.publisherId', '=', publisherId)
    .where('site.isActive', '=', true)
    .where('site.createdAt', '<', startOfDay(since))
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('rollupReport as report')
            .select('report.day')
            .where('report.publisherId', '=', publisherId)
            .where('report.type', '=', 'site')
            .where('report.day', '>=', since)
            .whereRef('report.groupId', '=', 'site.id')
            .where('report.clicks', '>', 0n),
        ),
      ),
    )
    .orderBy('site.id')
    .limit(MAX_ROWS)
    .execute()
}

/** Lists the programmes that a publisher joined and that are paused or closed, by name. */
export function listStoppedPrograms(db: Db, { publisherId }: { publisherId: bigint }) {
  return db
    .selectFrom('membership')
    .innerJoin('program', 'program.id', 'membership.programId')
    .innerJoin('advertiser', 'advertiser.id', 'program.advertiserId')
    .select(['advertiser.id', 'advertiser.name', 'program.status'])
    .where('membership.publisherId', '=', publisherId)
    .where('membership.status', '=', 'joined')
    .where('program.status', 'in', ['paused', 'closed'])
    .orderBy('advertiser.name')
    .limit(MAX_ROWS)
    .execute()
}

/** Tells whether a publisher has had a payable click. */
export async function hasClicks(db: Db, { publisherId }: { publisherId: bigint }): Promise<boolean> {
  const row = await db
    .selectFrom('rollupReport')
    .select('day')
    .where('publisherId', '=', publisherId)
    .where('type', '=', 'date')
    .where('clicks', '>', 0n)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
