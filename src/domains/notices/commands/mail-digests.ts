import { findMembership } from '#domains/teams/queries.ts'
import { audit } from '#platform/server/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { digestEmail } from '../mails.ts'
import { DIGESTS, getDigestEnd } from '../rules.ts'
import type { Digest } from '../rules.ts'

/** Mails the digests that are due, one for each account, each in a transaction of its own. */
export async function mailDigests(ctx: Ctx, branding: EmailBranding): Promise<void> {
  for (const digest of DIGESTS) {
    const until = getDigestEnd(digest, ctx.now)
    const accounts = await ctx.db
      .selectFrom('teamNotice')
      .select('accountId')
      .distinct()
      .where('digest', '=', digest)
      .where('digestedAt', 'is', null)
      .where('createdAt', '<', until)
      .execute()
    for (const { accountId } of accounts) await mailDigest(ctx, { accountId, digest, until, branding })
  }
}

interface DueDigest {
  accountId: bigint
  digest: Digest
  until: Date
  branding: EmailBranding
}

function mailDigest(ctx: Ctx, { accountId, digest, until, branding }: DueDigest): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const notices = await tx.db
      .updateTable('teamNotice')
      .set({ digestedAt: tx.now })
      .where('accountId', '=', accountId)
      .where('digest', '=', digest)
      .where('digestedAt', 'is', null)
      .where('createdAt', '<', until)
      .returning(['id', 'subject', 'path', 'advertiserId'])
      .execute()
    if (notices.length === 0) return
    // Who has left a team since is not told of it.
    const membership = await findMembership(tx.db, { accountId })
    const told = notices.filter(({ advertiserId }) => advertiserId === membership?.advertiserId)
    const reader = await tx.db
      .selectFrom('accountSummary')
      .select(['email', 'locale'])
      .where('id', '=', accountId)
      .where('reviewStatus', '=', 'approved')
      .executeTakeFirst()
    if (reader && told.length > 0) {
      const message = digestEmail({ branding, locale: reader.locale, digest }, told)
      await enqueueMail(tx, { to: reader.email, message })
    }
    const details = { digest, count: notices.length, told: reader ? told.length : 0 }
    await audit(tx, { action: 'notices.digest', target: `account:${accountId}`, details })
  })
}
