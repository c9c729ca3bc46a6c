import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { ListSections } from '#platform/server/privacy.ts'

export const listNoticeSections: ListSections = ({ isOwn }) => ({
  notices: sql`SELECT advertiser_id, kind, subject, path, created_at, read_at, digest, digested_at FROM team_notice
    WHERE ${isOwn} ORDER BY id`,
})

export const listNoticeChoiceSections: ListSections = ({ isOwn }) => ({
  notice_choices: sql`SELECT * FROM notice_choice WHERE ${isOwn} ORDER BY 1, 2, 3`,
  digests: sql`SELECT advertiser_id, digest, created_at FROM notice_digest WHERE ${isOwn} ORDER BY 1, 2`,
})

/** Deletes the notices and the choices of an account, inside the caller's transaction. */
export async function eraseNotices(tx: Ctx, { accountId }: { accountId: bigint }): Promise<void> {
  await tx.db.deleteFrom('teamNotice').where('accountId', '=', accountId).execute()
  await tx.db.deleteFrom('noticeChoice').where('accountId', '=', accountId).execute()
  await tx.db.deleteFrom('noticeDigest').where('accountId', '=', accountId).execute()
}
