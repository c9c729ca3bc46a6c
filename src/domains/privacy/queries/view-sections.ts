import { sql } from 'kysely'

/** Lists what an account has saved and chosen for itself, and what it was told: its views and its notices. */
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
    { name: 'notice_choices', rows: sql`SELECT * FROM notice_choice WHERE ${isOwn} ORDER BY 1, 2, 3` },
    {
      name: 'digests',
      rows: sql`SELECT advertiser_id, digest, created_at FROM notice_digest WHERE ${isOwn} ORDER BY 1, 2`,
    },
  ]
}
