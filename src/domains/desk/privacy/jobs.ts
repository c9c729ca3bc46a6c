import { getAccount } from '#domains/people/accounts/queries.ts'
import { Refusal } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { tryEach } from '#platform/server/jobs/try-each.ts'
import type { Job } from '#platform/server/jobs/job.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { eraseAccount } from './commands/erase-account.ts'
import { erasureStoppedEmail } from './mails.ts'
import { findRequest, getErasureFacts } from './queries/erasure.ts'
import type { ErasureParts } from './queries/erasure.ts'
import { findErasureObstacle } from './rules.ts'

/** The most accounts that one run erases; the next run erases the rest. */
const MAX_ERASURES = 100

interface ErasureServices {
  erasure: ErasureParts
}

/** The scheduled jobs of this domain. */
export function privacyJobs(services: ErasureServices): Job[] {
  return [{ name: 'requested-erasures', cron: '*/10 * * * *', run: (ctx) => eraseDueAccounts(ctx, services) }]
}

/**
 * Erases the accounts whose erasure was requested and is due, each in a transaction of its own. A request of the person
 * that something keeps from happening by now ends, and a mail says so. What fails for one account does not hold up the
 * others.
 */
export async function eraseDueAccounts(ctx: Ctx, services: ErasureServices): Promise<void> {
  const due = await ctx.db
    .selectFrom('erasureRequest')
    .select('accountId')
    .where('dueAt', '<=', ctx.now)
    .orderBy('dueAt')
    .limit(MAX_ERASURES)
    .execute()
  await tryEach(due, ({ accountId }) => eraseOrEnd(ctx, { accountId, ...services }), 'Some accounts were not erased.')
}

interface DueAccount extends ErasureServices {
  accountId: bigint
}

async function eraseOrEnd(ctx: Ctx, account: DueAccount): Promise<void> {
  try {
    await inTransaction(ctx, (tx) => eraseDue(tx, account))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await inTransaction(ctx, (tx) => endRequest(tx, account))
  }
}

async function eraseDue(tx: Ctx, account: DueAccount): Promise<void> {
  const { accountId, erasure } = account
  const request = await findRequest(tx.db, accountId)
  if (!request) return
  const isOwn = request.requestedBy === accountId
  const obstacle = isOwn ? findErasureObstacle(await getErasureFacts(tx.db, erasure, accountId)) : undefined
  if (obstacle) return endRequest(tx, account)
  await eraseAccount(tx, account)
}

async function endRequest(tx: Ctx, { accountId }: DueAccount): Promise<void> {
  const ended = await tx.db
    .deleteFrom('erasureRequest')
    .where('accountId', '=', accountId)
    .returning('accountId')
    .executeTakeFirst()
  if (!ended) return
  const { email, locale, displayName, erasedAt } = await getAccount(tx.db, accountId)
  if (erasedAt === null) {
    await enqueueMail(tx, { to: email, message: erasureStoppedEmail({ branding: tx.branding, locale, displayName }) })
  }
  await audit(tx, { action: 'account.stop-erasure', target: `account:${accountId}` })
}
