import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { stopAheadEmail, stoppedEmail } from '../mails.ts'
import { listJoined } from '../queries.ts'
import type { Stop } from '../rules.ts'

/** Publishers that one transaction mails. */
const BATCH = 500

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
 * Mails the publishers whom stops concern, each once, in batches: a run that ends in between is continued by the next.
 * They get these mails whatever they have switched off, because a stop is part of their agreement. What no longer holds
 * is not told any more.
 */
export async function mailStops(ctx: Ctx, branding: EmailBranding): Promise<void> {
  for (;;) {
    const hasMore = await inTransaction(ctx, (tx) => mailBatch(tx, branding))
    if (!hasMore) return
  }
}

/** Mails the next publishers of the oldest notice that is not told to all. Answers whether there was one. */
async function mailBatch(tx: Ctx, branding: EmailBranding): Promise<boolean> {
  const notice = await lockNotice(tx)
  if (!notice) return false
  const { budgetId, version, kind, announcedAt, advertiserId, publisherId, program } = notice
  const afterId = notice.progressPublisherId ?? 0n
  const readers = (await isHolding(tx, notice))
    ? await listJoined(tx.db, { advertiserId, publisherId, afterId, limit: BATCH })
    : []
  for (const { email, locale, name } of readers) {
    await enqueueMail(tx, { to: email, message: writeMail(notice, { branding, locale, name, program }) })
  }
  const last = readers.length < BATCH ? null : (readers.at(-1)?.id ?? null)
  await tx.db
    .updateTable('budgetNotice')
    .set({ progressPublisherId: last })
    .where('budgetId', '=', budgetId)
    .where('version', '=', version)
    .where('kind', '=', kind)
    .where('announcedAt', '=', announcedAt)
    .execute()
  const details = { kind, version, readers: readers.length, isDone: last === null }
  await audit(tx, { action: 'budget.tell_publishers', target: `budget:${budgetId}`, details })
  return true
}

type Notice = NonNullable<Awaited<ReturnType<typeof lockNotice>>>

function lockNotice(tx: Ctx) {
  return tx.db
    .selectFrom('budgetNotice as notice')
    .innerJoin('budget', 'budget.id', 'notice.budgetId')
    .innerJoin('budgetVersion as announced', (join) =>
      join.onRef('announced.budgetId', '=', 'notice.budgetId').onRef('announced.version', '=', 'notice.version'),
    )
    .innerJoin('program', 'program.advertiserId', 'budget.advertiserId')
    .selectAll('notice')
    .select([
      'budget.advertiserId',
      'budget.publisherId',
      'budget.period',
      'budget.measure',
      'program.title as program',
    ])
    .select(['announced.cap', 'announced.effectiveFrom'])
    .where('notice.progressPublisherId', 'is not', null)
    .orderBy('notice.announcedAt')
    .orderBy('notice.budgetId')
    .limit(1)
    .forUpdate('notice')
    .executeTakeFirst()
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
