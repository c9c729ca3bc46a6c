import type { Db } from '#database'
import { CHOSEN_KINDS } from './rules.ts'
import type { ChosenKind, Digest, MailChoice } from './rules.ts'

/** The most notices that the list shows. */
const MAX_LISTED = 100

/** A member of a team. */
export interface NoticeReader {
  accountId: bigint
  advertiserId: bigint
}

/** The newest notices that the console shows to a member of a team. */
export function listNotices(db: Db, { accountId, advertiserId }: NoticeReader) {
  return db
    .selectFrom('teamNotice')
    .select(['id', 'kind', 'subject', 'path', 'createdAt', 'readAt'])
    .where('accountId', '=', accountId)
    .where('advertiserId', '=', advertiserId)
    .where('isListed', '=', true)
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute()
}

/** How a member is told of each kind that it can choose. */
export async function readChoices(
  db: Db,
  { accountId, advertiserId }: NoticeReader,
): Promise<Record<ChosenKind, { mail: MailChoice; isListed: boolean }>> {
  const rows = await db
    .selectFrom('noticeChoice')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('advertiserId', '=', advertiserId)
    .execute()
  const chosen = CHOSEN_KINDS.map((kind) => {
    const { mail = 'now', isListed = true } = rows.find((row) => row.kind === kind) ?? {}
    return [kind, { mail, isListed }] as const
  })
  return Object.fromEntries(chosen) as Record<ChosenKind, { mail: MailChoice; isListed: boolean }>
}

/** Finds the digests whose link has this token, while the member has chosen them for any kind. */
export function findDigest(db: Db, token: string): Promise<{ digest: Digest; advertiser: string } | undefined> {
  return db
    .selectFrom('noticeDigest as own')
    .innerJoin('advertiser', 'advertiser.id', 'own.advertiserId')
    .select(['own.digest', 'advertiser.name as advertiser'])
    .where('own.token', '=', token)
    .where((row) =>
      row.exists(
        row
          .selectFrom('noticeChoice as choice')
          .whereRef('choice.accountId', '=', 'own.accountId')
          .whereRef('choice.advertiserId', '=', 'own.advertiserId')
          .whereRef('choice.mail', '=', 'own.digest'),
      ),
    )
    .executeTakeFirst()
}
