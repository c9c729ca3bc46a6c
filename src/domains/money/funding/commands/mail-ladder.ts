import { sql } from 'kysely'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { audit } from '#platform/server/audit/audit.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { ladderOperatorEmail, ladderPublisherEmail } from '../mails.ts'
import type { LadderNews } from '../mails.ts'
import { readFunding } from '../queries/funding.ts'

/** Publishers that one transaction mails. */
const BATCH = 500

/** An advertiser that reached a level of the ladder. */
export interface ReachedLevel extends LadderNews {
  advertiserId: bigint
  reachedAt: Date
  branding: EmailBranding
}

/**
 * Tells the operators who want notices that an advertiser reached a level, and notes it for the mails to publishers,
 * inside the transaction that reaches it.
 */
export async function announceLevel(tx: Ctx, { advertiserId, reachedAt, branding, ...news }: ReachedLevel) {
  const operators = await tx.db
    .selectFrom('accountSummary')
    .select(['email', 'locale'])
    .where('role', '=', 'operator')
    .where('reviewStatus', '=', 'approved')
    .where(sql<boolean>`NOT 'funds' = ANY (muted_notices)`)
    .where('erasedAt', 'is', null)
    .execute()
  for (const { email, locale } of operators) {
    await enqueueMail(tx, { to: email, message: ladderOperatorEmail({ branding, locale, advertiserId }, news) })
  }
  await tx.db.insertInto('ladderNotice').values({ advertiserId, level: news.level, reachedAt }).execute()
}

/**
 * Mails the publishers of the programmes of advertisers that reached a level, each once, in batches: a run that ends in
 * between is continued by the next. A level that no longer holds is not told any more.
 */
export async function mailLadder(ctx: Ctx, branding: EmailBranding): Promise<void> {
  for (;;) {
    const hasMore = await inTransaction(ctx, (tx) => mailBatch(tx, branding))
    if (!hasMore) return
  }
}

/** Mails the next publishers of the oldest level that is not told to all. Answers whether there was one. */
async function mailBatch(tx: Ctx, branding: EmailBranding): Promise<boolean> {
  const notice = await tx.db
    .selectFrom('ladderNotice')
    .innerJoin('advertiser', 'advertiser.id', 'ladderNotice.advertiserId')
    .selectAll('ladderNotice')
    .select('advertiser.name as advertiser')
    .where('progressPublisherId', 'is not', null)
    .orderBy('reachedAt')
    .orderBy('advertiserId')
    .limit(1)
    .forUpdate('ladderNotice')
    .executeTakeFirst()
  if (!notice) return false
  const { advertiserId, level, reachedAt, advertiser, progressPublisherId } = notice
  const { warnedAt, usedUpAt, noJoinsFrom, closedFrom } = await readFunding(tx.db, { advertiserId })
  const holds = level === 'low' ? warnedAt !== null : usedUpAt?.getTime() === reachedAt.getTime()
  const readers = holds ? await listReaders(tx, { advertiserId, afterId: progressPublisherId ?? 0n }) : []
  for (const { email, locale, name, mutedNotices } of readers) {
    if (mutedNotices.includes('funds')) continue
    const news = { level, advertiser, noJoinsFrom, closedFrom }
    await enqueueMail(tx, { to: email, message: ladderPublisherEmail({ branding, locale, name }, news) })
  }
  const last = readers.length < BATCH ? null : (readers.at(-1)?.id ?? null)
  await tx.db
    .updateTable('ladderNotice')
    .set({ progressPublisherId: last })
    .where('advertiserId', '=', advertiserId)
    .where('level', '=', level)
    .where('reachedAt', '=', reachedAt)
    .execute()
  const details = { level, readers: readers.length, isDone: last === null }
  await audit(tx, { action: 'funds.tell_publishers', target: `advertiser:${advertiserId}`, details })
  return true
}

/** Lists the next publishers that joined a programme of an advertiser. */
function listReaders(tx: Ctx, { advertiserId, afterId }: { advertiserId: bigint; afterId: bigint }) {
  return tx.db
    .selectFrom('publisher')
    .innerJoin('accountSummary as account', 'account.id', 'publisher.accountId')
    .select(['publisher.id', 'publisher.name', 'account.email', 'account.locale', 'account.mutedNotices'])
    .where('publisher.id', '>', afterId)
    .where('account.erasedAt', 'is', null)
    .where((row) =>
      row.exists(
        row
          .selectFrom('membership')
          .innerJoin('program', 'program.id', 'membership.programId')
          .select('membership.publisherId')
          .whereRef('membership.publisherId', '=', 'publisher.id')
          .where('program.advertiserId', '=', advertiserId)
          .where('membership.status', '=', 'joined'),
      ),
    )
    .orderBy('publisher.id')
    .limit(BATCH)
    .execute()
}
