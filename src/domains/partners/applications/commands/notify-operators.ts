import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { isWithinLimit } from '#platform/server/limits/rate-limit.ts'
import { waitingEmail } from '../mails.ts'
import { countWaiting } from '../queries/applications.ts'
import { NOTICE_LIMIT } from '../rules/limits.ts'

/** Tells the operators who want it that applications wait; at most once an hour, however many arrive. */
export async function notifyOperators(tx: Ctx): Promise<void> {
  if (!(await isWithinLimit(tx, { key: 'application-notice', ...NOTICE_LIMIT }))) return
  const count = await countWaiting(tx.db)
  const operators = await tx.db
    .selectFrom('accountSummary')
    .select(['email', 'locale'])
    .where('role', '=', 'operator')
    .where('reviewStatus', '=', 'approved')
    .where(sql<boolean>`NOT 'applications' = ANY (muted_notices)`)
    .execute()
  for (const { email, locale } of operators) {
    await enqueueMail(tx, { to: email, message: waitingEmail({ branding: tx.branding, locale }, count) })
  }
}
