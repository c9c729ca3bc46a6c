import { sql } from 'kysely'

/** Lists what an account saved and chose for itself, what it was told, and when it is to be erased. */
export function listViewSections(accountId: bigint) {
  const isOwn = sql`account_id = ${accountId}`
  return [
    { name: 'saved_views', rows: sql`SELECT * FROM saved_view WHERE ${isOwn} ORDER BY id` },
    {
      name: 'mailed_views',
      rows: sql`SELECT view_id, advertiser_id, rhythm, weekday, created_at, due_at, mailed_at, fault, end_reason
        FROM view_schedule WHERE ${isOwn} ORDER BY view_id`,
    },
    {
      name: 'notices',
      rows: sql`SELECT advertiser_id, kind, subject, path, created_at, read_at, digest, digested_at FROM team_notice
        WHERE ${isOwn} ORDER BY id`,
    },
    { name: 'erasure_request', rows: sql`SELECT requested_at, due_at FROM erasure_request WHERE ${isOwn}` },
    { name: 'notice_choices', rows: sql`SELECT * FROM notice_choice WHERE ${isOwn} ORDER BY 1, 2, 3` },
    {
      name: 'digests',
      rows: sql`SELECT advertiser_id, digest, created_at FROM notice_digest WHERE ${isOwn} ORDER BY 1, 2`,
    },
  ]
}
