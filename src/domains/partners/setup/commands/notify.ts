import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { tellTeam } from '#domains/people/notices/commands/tell-team.ts'
import { decidedEmail, waitingEmail } from '../mails.ts'
import type { OpeningDecision } from '../rules.ts'

/** Tells the operators who want it that a programme waits for its review. */
export async function notifyOperators(tx: Ctx, news: { program: string }): Promise<void> {
  const operators = await tx.db
    .selectFrom('accountSummary')
    .select(['email', 'locale'])
    .where('role', '=', 'operator')
    .where('reviewStatus', '=', 'approved')
    .where(sql<boolean>`NOT 'openings' = ANY (muted_notices)`)
    .execute()
  for (const { email, locale } of operators) {
    await enqueueMail(tx, { to: email, message: waitingEmail({ branding: tx.branding, ...news, locale }) })
  }
}

/** What was decided about the programme of an advertiser. */
export interface OpeningNews {
  advertiserId: bigint
  program: string
  decision: OpeningDecision
  reason: string
}

/** Tells a brand what was decided about its programme. It asked for the decision, so it is always told. */
export async function notifyAdvertiser(tx: Ctx, { advertiserId, ...news }: OpeningNews): Promise<void> {
  await tellTeam(tx, {
    advertiserId,
    kind: 'openings',
    path: '/brand',
    write: ({ locale, advertiser }) => decidedEmail({ branding: tx.branding, ...news, locale, advertiser }),
  })
}
