import { getAdvertiser } from '#domains/people/advertisers/queries.ts'
import { listMemberships } from '#domains/people/teams/queries.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { tryEach } from '#platform/server/jobs/try-each.ts'
import { addAdvertiserToLink } from '#platform/server/mail/email-layout.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { digestEmail } from '../mails.ts'
import { getDigestToken, lockDigest } from './end-digests.ts'
import type { NoticeReader } from '../queries.ts'
import { DIGESTS, getDigestEnd } from '../rules.ts'
import type { Digest } from '../rules.ts'

/**
 * Mails the digests that are due, one for each member of each team, each in a transaction of its own. What fails for
 * one member does not hold up the others.
 */
export async function mailDigests(ctx: Ctx): Promise<void> {
  const mailAll = async (digest: Digest) => {
    const until = getDigestEnd(digest, ctx.now)
    const members = await ctx.db
      .selectFrom('teamNotice')
      .select(['accountId', 'advertiserId'])
      .distinct()
      .where('digest', '=', digest)
      .where('digestedAt', 'is', null)
      .where('createdAt', '<', until)
      .execute()
    const mail = (member: NoticeReader) => mailDigest(ctx, { ...member, digest, until })
    await tryEach(members, mail, 'Some digests were not mailed.')
  }
  await tryEach(DIGESTS, mailAll, 'The digests of some members were not mailed.')
}

interface DueDigest extends NoticeReader {
  digest: Digest
  until: Date
}

function mailDigest(ctx: Ctx, { accountId, advertiserId, digest, until }: DueDigest): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await lockDigest(tx, { accountId, advertiserId, digest })
    const notices = await tx.db
      .updateTable('teamNotice')
      .set({ digestedAt: tx.now })
      .where('accountId', '=', accountId)
      .where('advertiserId', '=', advertiserId)
      .where('digest', '=', digest)
      .where('digestedAt', 'is', null)
      .where('createdAt', '<', until)
      .returning(['id', 'subject', 'path'])
      .execute()
    if (notices.length === 0) return
    // Who has left a team since is not told of it.
    const teams = await listMemberships(tx.db, { accountId })
    const isMember = teams.some((team) => team.advertiserId === advertiserId)
    const reader = await tx.db
      .selectFrom('accountSummary')
      .select(['email', 'locale'])
      .where('id', '=', accountId)
      .where('reviewStatus', '=', 'approved')
      .executeTakeFirst()
    if (reader && isMember) {
      const { name: advertiser } = await getAdvertiser(tx.db, { advertiserId })
      const token = await getDigestToken(tx, { accountId, advertiserId, digest })
      const written = digestEmail(
        { branding: tx.branding, locale: reader.locale, digest },
        { advertiser, notices, token },
      )
      const message = addAdvertiserToLink(written, { advertiserId })
      await enqueueMail(tx, { to: reader.email, message })
    }
    const details = { digest, advertiserId, count: notices.length, isTold: reader !== undefined && isMember }
    await audit(tx, { action: 'notices.digest', target: `account:${accountId}`, details })
  })
}
