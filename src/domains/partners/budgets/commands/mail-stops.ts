import { listJoinedPublishers } from '#domains/programmes/programs/queries/memberships.ts'
import type { Ctx } from '#platform/server/context.ts'
import { mailReaders } from '#platform/server/mail/mail-readers.ts'
import { stopAheadEmail, stoppedEmail } from '../mails.ts'
import type { Stop } from '../rules.ts'

/** A version of a budget; with a stop if it is reached, and without one if it is new. */
interface Announced {
  budgetId: bigint
  version: number
  stop?: Stop
}

/** Notes for the mails to publishers what a version of a budget takes from them, inside the caller's transaction. */
export async function announceStop(tx: Ctx, { budgetId, version, stop }: Announced): Promise<void> {
  const kind = stop ? 'stopped' : 'ahead'
  const stops = { stopsFrom: stop?.from ?? null, stopsUntil: stop?.until ?? null }
  await tx.db
    .insertInto('budgetNotice')
    .values({ budgetId, version, kind, announcedAt: tx.now, ...stops })
    .execute()
}

/**
 * Mails the publishers whom stops concern, each once, whatever they have switched off, because a stop is part of their
 * agreement. What no longer holds is not told any more.
 */
export async function mailStops(ctx: Ctx): Promise<void> {
  await mailReaders(ctx, await selectOpen(ctx).execute(), async (tx, { budgetId, version, kind, announcedAt }) => {
    const notice = await selectOpen(tx)
      .where('notice.budgetId', '=', budgetId)
      .where('notice.version', '=', version)
      .where((row) => row.and({ kind, announcedAt }))
      .forUpdate('notice')
      .executeTakeFirst()
    if (!notice) return undefined
    const { advertiserId, publisherId, program } = notice
    const isHeld = await isHolding(tx, notice)
    return {
      afterId: notice.progressPublisherId,
      listReaders: async ({ db }, next) =>
        isHeld ? listJoinedPublishers(db, { advertiserId, publisherId, ...next }) : [],
      write: ({ locale, name }) => writeMail(notice, { branding: tx.branding, locale, name, program }),
      save: ({ db }, progressPublisherId) =>
        db
          .updateTable('budgetNotice')
          .set({ progressPublisherId })
          .where((row) => row.and({ budgetId, version, kind, announcedAt }))
          .execute(),
      act: { action: 'budget.tell_publishers', target: `budget:${budgetId}`, details: { kind, version } },
    }
  })
}

type Notice = Awaited<ReturnType<ReturnType<typeof selectOpen>['execute']>>[number]

/** Selects the notices that are not mailed to all, the oldest first. */
function selectOpen({ db }: Ctx) {
  return db
    .selectFrom('budgetNotice as notice')
    .innerJoin('budget', 'budget.id', 'notice.budgetId')
    .innerJoin('budgetVersion as announced', (join) =>
      join.onRef('announced.budgetId', '=', 'notice.budgetId').onRef('announced.version', '=', 'notice.version'),
    )
    .innerJoin('program', 'program.advertiserId', 'budget.advertiserId')
    .selectAll('notice')
    .select(['budget.advertiserId', 'budget.publisherId', 'budget.period', 'budget.measure'])
    .select(['program.title as program', 'announced.cap', 'announced.effectiveFrom'])
    .where('notice.progressPublisherId', 'is not', null)
    .orderBy('notice.announcedAt')
    .orderBy('notice.budgetId')
}

/** Whether no later version has taken its place, and the stop has not ended. */
async function isHolding(tx: Ctx, { budgetId, version, stopsFrom }: Notice): Promise<boolean> {
  if (stopsFrom !== null) {
    const stop = await tx.db
      .selectFrom('budgetAlert')
      .select('stopsUntil')
      .where('budgetId', '=', budgetId)
      .where('version', '=', version)
      .where('stopsFrom', '=', stopsFrom)
      .executeTakeFirst()
    return Boolean(stop?.stopsUntil && stop.stopsUntil > tx.now)
  }
  const later = await tx.db
    .selectFrom('budgetVersion')
    .select('version')
    .where('budgetId', '=', budgetId)
    .where('version', '>', version)
    .executeTakeFirst()
  return !later
}

function writeMail(notice: Notice, parts: Parameters<typeof stoppedEmail>[0]) {
  const { cap, measure, period, effectiveFrom, stopsFrom: from, stopsUntil: until } = notice
  return from === null || until === null
    ? stopAheadEmail(parts, { cap: cap ?? 0n, measure, period, effectiveFrom })
    : stoppedEmail(parts, { from, until })
}
