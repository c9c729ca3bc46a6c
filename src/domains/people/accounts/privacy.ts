import { sql } from 'kysely'
import type { ListSections, Person } from '#platform/server/privacy.ts'

/** Lists what an export contains of an account itself, with the mails to its address. */
export const listAccountSections: ListSections<Person> = ({ id, email, isOwn }) => ({
  account: sql`SELECT * FROM account_summary WHERE id = ${id}`,
  sessions: sql`SELECT id, created_at, expires_at, last_used_at, user_agent, ip_prefix, advertiser_id
    FROM session WHERE ${isOwn} ORDER BY id`,
  two_step_sign_in: sql`SELECT created_at, confirmed_at FROM account_totp WHERE ${isOwn}`,
  mailed_links: sql`SELECT kind, created_at, expires_at, used_at FROM account_token WHERE ${isOwn} ORDER BY created_at`,
  mails: sql`SELECT to_address, subject, created_at, sent_at, failed_at FROM mail
    WHERE to_address = ${email} ORDER BY id`,
})
