import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { toDay } from '#kernel/days.ts'
import { closingForPublisherEmail } from '../mails.ts'

/** Publishers that one transaction mails. */
const BATCH = 500

/**
 * Mails the publishers of programmes whose end was announced or taken back, each once, in batches: a run that ends in
 * between is continued by the next. The mails are always sent, because dates depend on them.
 */
export async function mailClosings(ctx: Ctx, branding: EmailBranding): Promise<void> {
  for (;;) {
    const hasMore = await inTransaction(ctx, (tx) => mailBatch(tx, branding))
    if (!hasMore) return
  }
}

async function mailBatch(tx: Ctx, branding: EmailBranding): Promise<boolean> {
  const closing = await tx.db
    .selectFrom('programClosing')
    .innerJoin('program', 'program.id', 'programClosing.programId')
    .selectAll('programClosing')
    .select('program.title')
    .where('progressPublisherId', 'is not', null)
    .orderBy('programClosing.id')
    .limit(1)
    .forUpdate('programClosing')
    .executeTakeFirst()
  if (!closing) return false
  const { id, programId, title: program, closesAt, withdrawnAt, progressPublisherId } = closing
  const readers = await listReaders(tx, { programId, afterId: progressPublisherId ?? 0n })
  const day = withdrawnAt === null ? toDay(closesAt) : null
  for (const { email, locale, name } of readers) {
    await enqueueMail(tx, { to: email, message: closingForPublisherEmail({ branding, locale, name, program, day }) })
  }
  const last = readers.length < BATCH ? null : (readers.at(-1)?.id ?? null)
  await tx.db.updateTable('programClosing').set({ progressPublisherId: last }).where('id', '=', id).execute()
  const details = { day, readers: readers.length, isDone: last === null }
  await audit(tx, { action: 'program.tell_closing', target: `program:${programId}`, details })
  return true
}

/** Lists the next publishers that joined a programme. */
function listReaders(tx: Ctx, { programId, afterId }: { programId: bigint; afterId: bigint }) {
  return tx.db
    .selectFrom('membership')
    .innerJoin('publisher', 'publisher.id', 'membership.publisherId')
    .innerJoin('accountSummary as account', 'account.id', 'publisher.accountId')
    .select(['publisher.id', 'publisher.name', 'account.email', 'account.locale'])
    .where('membership.programId', '=', programId)
    .where('membership.status', '=', 'joined')
    .where('publisher.id', '>', afterId)
    .where('account.erasedAt', 'is', null)
    .orderBy('publisher.id')
    .limit(BATCH)
    .execute()
}
