import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { ListSections, Person } from '#platform/server/privacy.ts'
import { deleteApplications } from './commands/remove-application.ts'

export const listApplicationSections: ListSections<Person> = ({ email, isOwn }) => ({
  applications: sql`SELECT id, kind, is_repeat, first_name, last_name, country_code, phone, fields, referred_by,
      status, reason, decided_at, decided_by, created_at FROM application WHERE ${isOwn} ORDER BY id`,
  sign_ups: sql`SELECT id, email, profile, created_at, confirmed_at, finished_at, application_id FROM signup
    WHERE email = ${email} ORDER BY created_at`,
})

/** Deletes all applications of an account and the sign-ups that led to them, inside the caller's transaction. */
export function removeApplications(tx: Ctx, { accountId }: { accountId: bigint }): Promise<void> {
  return deleteApplications(tx, { accountId })
}
