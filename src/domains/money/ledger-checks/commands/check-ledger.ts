import { toDay } from '#kernel/days.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { listLines } from '#platform/server/database/database-check.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { differencesEmail } from '../mails.ts'
import { isChecked } from '../queries/ledger-checks.ts'
import { verifyMoneyInTime } from '../queries/verify-money.ts'
import { keepCheck, timeCheck } from './keep-check.ts'

/** No comparison takes longer, so a check ends before the next begins. */
const LIMIT_MS = 600_000

/** The lines of a mail; the page and the command show more. */
const MAILED_LINES = 10

/**
 * Checks the ledger once a UTC day, keeps what it found, and mails differences to all operators, whatever they chose
 * about notices. It writes only at its end: a check that is killed has kept nothing, and is repeated.
 */
export async function checkLedger(ctx: Ctx): Promise<void> {
  if (await isChecked(ctx.db, { day: toDay(ctx.now) })) return
  const outcome = await timeCheck(() => verifyMoneyInTime(ctx.db, { limitMs: LIMIT_MS }))
  await inTransaction(ctx, async (tx) => {
    if (!(await keepCheck(tx, outcome, { isFirst: true })) || outcome.results.length === 0) return
    const operators = await tx.db
      .selectFrom('accountSummary')
      .select(['email', 'locale'])
      .where('role', '=', 'operator')
      .where('reviewStatus', '=', 'approved')
      .where('erasedAt', 'is', null)
      .execute()
    const found = { results: outcome.results, lines: listLines(outcome.results).slice(0, MAILED_LINES) }
    for (const { email, locale } of operators) {
      await enqueueMail(tx, { to: email, message: differencesEmail({ branding: tx.branding, locale }, found) })
    }
  })
}
