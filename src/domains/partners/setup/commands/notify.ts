import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { tellTeam } from '#domains/people/notices/commands/tell-team.ts'
import { decidedEmail, waitingEmail } from '../mails.ts'
import type { OpeningDecision } from '../rules.ts'

/** Tells the operators who want it that a programme waits for its review. */
export async function notifyOperators(tx: Ctx, news: { branding: EmailBranding; program: string }): Promise<void> {
  const operators = await tx.db
    .selectFrom('accountSummary')
    .select(['email', 'locale'])
    .where('role', '=', 'operator')
    .where('reviewStatus', '=', 'approved')
    .where(sql<boolean>`NOT 'openings' = ANY (muted_notices)`)
    .execute()
  for (const { email, locale } of operators) {
    await enqueueMail(tx, { to: email, message: waitingEmail({ ...news, locale }) })
  }
}

/** What was decided about the programme of an advertiser. */
export interface OpeningNews {
  advertiserId: bigint
  branding: EmailBranding
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
    write: ({ locale, advertiser }) => decidedEmail({ ...news, locale, advertiser }),
  })
}
