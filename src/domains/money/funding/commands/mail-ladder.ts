import { sql } from 'kysely'
import { listJoinedPublishers } from '#domains/programmes/programs/queries/memberships.ts'
import type { Ctx } from '#platform/server/context.ts'
import { mailReaders } from '#platform/server/mail/mail-readers.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { ladderOperatorEmail, ladderPublisherEmail } from '../mails.ts'
import type { LadderNews } from '../mails.ts'
import { readFunding } from '../queries/funding.ts'

/** An advertiser that reached a level of the ladder. */
export interface ReachedLevel extends LadderNews {
  advertiserId: bigint
  reachedAt: Date
}

/**
 * Tells the operators who want notices that an advertiser reached a level, and notes it for the mails to publishers,
 * inside the transaction that reaches it.
 */
export async function announceLevel(tx: Ctx, { advertiserId, reachedAt, ...news }: ReachedLevel) {
  const operators = await tx.db
    .selectFrom('accountSummary')
    .select(['email', 'locale'])
    .where('role', '=', 'operator')
    .where('reviewStatus', '=', 'approved')
    .where(sql<boolean>`NOT 'funds' = ANY (muted_notices)`)
    .where('erasedAt', 'is', null)
    .execute()
  for (const { email, locale } of operators) {
    await enqueueMail(tx, {
      to: email,
      message: ladderOperatorEmail({ branding: tx.branding, locale, advertiserId }, news),
    })
  }
  await tx.db.insertInto('ladderNotice').values({ advertiserId, level: news.level, reachedAt }).execute()
}

/**
 * Mails the publishers of the programmes of advertisers that reached a level, each once. A level that no longer holds
 * is not told any more.
 */
export async function mailLadder(ctx: Ctx): Promise<void> {
  await mailReaders(ctx, await selectOpen(ctx).execute(), async (tx, { advertiserId, level, reachedAt }) => {
    const notice = await selectOpen(tx)
      .where((row) => row.and({ advertiserId, level, reachedAt }))
      .forUpdate('ladderNotice')
      .executeTakeFirst()
    if (!notice) return undefined
    const { warnedAt, usedUpAt, noJoinsFrom, closedFrom } = await readFunding(tx.db, { advertiserId })
    const holds = level === 'low' ? warnedAt !== null : usedUpAt?.getTime() === reachedAt.getTime()
    const news = { level, advertiser: notice.advertiser, noJoinsFrom, closedFrom }
    return {
      afterId: notice.progressPublisherId,
      listReaders: async ({ db }, next) => (holds ? listJoinedPublishers(db, { advertiserId, ...next }) : []),
      write: ({ locale, name, mutedNotices }) =>
        mutedNotices.includes('funds')
          ? undefined
          : ladderPublisherEmail({ branding: tx.branding, locale, name }, news),
      save: ({ db }, progressPublisherId) =>
        db
          .updateTable('ladderNotice')
          .set({ progressPublisherId })
          .where((row) => row.and({ advertiserId, level, reachedAt }))
          .execute(),
      act: { action: 'funds.tell_publishers', target: `advertiser:${advertiserId}`, details: { level } },
    }
  })
}

/** Selects the levels of which publishers are still to be mailed, the oldest first. */
function selectOpen({ db }: Ctx) {
  return db
    .selectFrom('ladderNotice')
    .innerJoin('advertiser', 'advertiser.id', 'ladderNotice.advertiserId')
    .selectAll('ladderNotice')
    .select('advertiser.name as advertiser')
    .where('progressPublisherId', 'is not', null)
    .orderBy('reachedAt')
    .orderBy('advertiserId')
}
