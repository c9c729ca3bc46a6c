import { sql } from 'kysely'
import { DAY_MS } from '#kernel/days.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { getPublisher } from '#domains/people/publishers/queries.ts'
import { SETTLED_STATUSES } from '../contract/vocabulary.ts'
import { payoutEmail } from '../mails.ts'

/** Settlements older than this are not mailed any more. */
const MAILED_MS = 7 * DAY_MS

const BATCH = 500

/** Mails publishers about payouts that were approved, were paid, failed or came back, each once. */
export async function mailPayouts(ctx: Ctx): Promise<void> {
  for (;;) {
    const payouts = await listUnmailed(ctx)
    for (const payout of payouts) await mailPayout(ctx, payout)
    if (payouts.length < BATCH) return
  }
}

function listUnmailed({ db, now }: Ctx) {
  return db
    .selectFrom('payout')
    .innerJoin('payoutRun as run', 'run.id', 'payout.runId')
    .select(['payout.publisherId', 'payout.id', 'payout.status', 'payout.amount', 'run.month'])
    .select(['payout.method', 'payout.destinationHint', 'payout.reason'])
    .where('payout.status', 'in', [...ANNOUNCED_STATUSES, ...SETTLED_STATUSES])
    .where('changedAt', '>', new Date(now.getTime() - MAILED_MS))
    .where(
      sql<boolean>`NOT EXISTS (
        SELECT FROM payout_notice AS notice
        WHERE notice.publisher_id = payout.publisher_id AND notice.payout_id = payout.id
          AND notice.status = CASE payout.status WHEN 'exported' THEN 'approved' ELSE payout.status END
      )`,
    )
    .orderBy('changedAt')
    .limit(BATCH)
    .execute()
}

/** A payout in these states was announced, or is now. */
const ANNOUNCED_STATUSES = ['approved', 'exported'] as const

/** The switch of the mail about a payout. */
const NOTICE_OF = {
  approved: 'run_announced',
  paid: 'paid',
  failed: 'payment_failed',
  returned: 'payment_failed',
} as const

type Unmailed = Awaited<ReturnType<typeof listUnmailed>>[number]

function mailPayout(ctx: Ctx, payout: Unmailed): Promise<void> {
  const { publisherId, id: payoutId } = payout
  const status = SETTLED_STATUSES.find((each) => each === payout.status) ?? 'approved'
  return inTransaction(ctx, async (tx) => {
    const noted = await tx.db
      .insertInto('payoutNotice')
      .values({ publisherId, payoutId, status })
      .onConflict((conflict) => conflict.doNothing())
      .returning('payoutId')
      .executeTakeFirst()
    if (!noted) return
    const { email, name, locale, mutedNotices } = await getPublisher(tx.db, { publisherId })
    const isSent = !mutedNotices.includes(NOTICE_OF[status])
    if (isSent) {
      const message = payoutEmail({ branding: tx.branding, locale, name }, { ...payout, status })
      await enqueueMail(tx, { to: email, message })
    }
    await audit(tx, {
      action: 'payout.mail',
      target: `payout:${payoutId}`,
      details: { status, isSent },
    })
  })
}
