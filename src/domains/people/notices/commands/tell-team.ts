import { listTeamReaders } from '#domains/people/teams/queries.ts'
import type { TeamReader } from '#domains/people/teams/queries.ts'
import { getAdvertiser } from '#domains/people/advertisers/queries.ts'
import type { Ctx } from '#platform/server/context.ts'
import { addAdvertiserToLink } from '#platform/server/mail/email-layout.ts'
import type { EmailMessage } from '#platform/server/mail/email-layout.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { NOTICE_ACTS, chooseDelivery } from '../rules.ts'
import type { TeamNoticeKind } from '../rules.ts'

/** What a team is told. */
export interface TeamNews {
  advertiserId: bigint
  kind: TeamNoticeKind
  /** The page of the console that it is about. */
  path: string
  /** Writes the mail in the language of a reader; `advertiser` is the name of the advertiser. */
  write: (reader: TeamReader & { advertiser: string }) => EmailMessage
}

/** The longest subject that is kept. */
const MAX_SUBJECT = 300

/**
 * Tells the members of a team whose role includes the act of the kind, each as it has chosen: by mail at once, in a
 * digest, in the console. Inside the caller's transaction, which writes the audit line. Answers how many were told.
 */
export async function tellTeam(tx: Ctx, { advertiserId, kind, path, write }: TeamNews): Promise<number> {
  const readers = await listTeamReaders(tx.db, { advertiserId, act: NOTICE_ACTS[kind] })
  if (readers.length === 0) return 0
  const { name: advertiser } = await getAdvertiser(tx.db, { advertiserId })
  const choices = await tx.db
    .selectFrom('noticeChoice')
    .select(['accountId', 'mail', 'isListed'])
    .where('kind', '=', kind as 'claims')
    .where('advertiserId', '=', advertiserId)
    .where(
      'accountId',
      'in',
      readers.map(({ accountId }) => accountId),
    )
    .execute()
  for (const reader of readers) {
    const { accountId, email: to } = reader
    const choice = choices.find((each) => each.accountId === accountId)
    const { isMailed, digest, isListed } = chooseDelivery(kind, choice)
    const message = addAdvertiserToLink(write({ ...reader, advertiser }), { advertiserId })
    if (isMailed) await enqueueMail(tx, { to, message })
    if (!isListed && digest === null) continue
    const subject = message.subject.slice(0, MAX_SUBJECT)
    const notice = { accountId, advertiserId, kind, subject, path, createdAt: tx.now, isListed, digest }
    await tx.db.insertInto('teamNotice').values(notice).execute()
  }
  return readers.length
}
