import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import { announceCatalogChange, announcePageChange } from '#platform/server/database/notify.ts'
import type { ListSections } from '#platform/server/privacy.ts'
import { ENDED } from './commands/leave-program.ts'
import { slugFor } from './rules.ts'

export const listMembershipSections: ListSections = ({ isOwn }) => ({
  memberships: sql`SELECT * FROM membership WHERE ${isOwn} ORDER BY program_id`,
  membership_events: sql`SELECT * FROM membership_event WHERE ${isOwn} ORDER BY program_id, sequence`,
})

export const listProgramSections: ListSections = ({ isOwn }) => ({
  programmes: sql`SELECT * FROM program WHERE ${isOwn} ORDER BY id`,
  terms: sql`SELECT * FROM program_terms WHERE program_id IN (SELECT id FROM program WHERE ${isOwn}) ORDER BY id`,
  rates: sql`SELECT rule.* FROM program_rule AS rule JOIN program_terms AS terms ON terms.id = rule.terms_id
    WHERE terms.program_id IN (SELECT id FROM program WHERE ${isOwn}) ORDER BY rule.terms_id, rule.rule_no`,
})

export const listGroupSections: ListSections = ({ isOwn }) => ({
  publisher_groups: sql`SELECT * FROM publisher_group
    WHERE program_id IN (SELECT id FROM program WHERE ${isOwn}) ORDER BY id`,
})

/** The condition that the programme of an advertiser is neither a draft nor closed. */
export function hasOpenProgram(advertiserId: bigint | null) {
  return sql<boolean>`EXISTS (
    SELECT FROM program WHERE advertiser_id = ${advertiserId} AND status NOT IN ('draft', 'closed')
  )`
}

/** Ends the memberships of an erased publisher and deletes what it wrote, inside the caller's transaction. */
export async function eraseMemberships(tx: Ctx, { publisherId }: { publisherId: bigint }): Promise<void> {
  await tx.db.updateTable('membership').set({ message: '' }).where('publisherId', '=', publisherId).execute()
  await tx.db
    .updateTable('membershipEvent')
    .set({ text: '' })
    .where('publisherId', '=', publisherId)
    .where('actedAs', '=', 'publisher')
    .execute()
  await tx.db
    .updateTable('membership')
    .set({ ...ENDED, decidedAt: tx.now })
    .where('publisherId', '=', publisherId)
    .where('status', 'in', ['pending', 'joined'])
    .execute()
  await announceCatalogChange(tx)
}

/** Closes the programme of an erased advertiser and deletes its texts, inside the caller's transaction. */
export async function eraseProgram(tx: Ctx, { advertiserId }: { advertiserId: bigint }): Promise<void> {
  const title = `Erased programme ${advertiserId}`
  await tx.db
    .updateTable('program')
    .set({ title, slug: slugFor(title), description: '', commissionText: '', status: 'closed', changedAt: tx.now })
    .set({ closedAt: sql`coalesce(closed_at, ${tx.now}::timestamptz)` })
    .where('advertiserId', '=', advertiserId)
    .execute()
  await announceCatalogChange(tx)
  await announcePageChange(tx)
}
