import { sql } from 'kysely'
import { audit } from '#platform/server/audit/audit.ts'
import type { Ctx } from '#platform/server/context.ts'
import { announceCatalogChange, sitesOf } from '#platform/server/database/notify.ts'
import type { ListSections } from '#platform/server/privacy.ts'
import { clearOwner } from './commands/clear-owner.ts'

export const listOwnSubAccountSections: ListSections = ({ isOwn }) => ({
  sub_account_of: sql`SELECT publisher_id, site_id, user_name, email, access, created_at, removed_at FROM sub_account
    WHERE ${isOwn} ORDER BY id`,
})

export const listPublisherSections: ListSections = ({ id, isOwn }) => ({
  publisher: sql`SELECT * FROM publisher WHERE id = ${id}`,
  profile: sql`SELECT * FROM publisher_profile WHERE id = ${id}`,
  sites: sql`SELECT * FROM site WHERE ${isOwn} ORDER BY id`,
  sub_accounts: sql`SELECT id, site_id, user_name, email, access, created_at, removed_at FROM sub_account
    WHERE ${isOwn} ORDER BY id`,
})

/** Deletes all sub-accounts that an account has or had, of any publisher, inside the caller's transaction. */
export async function deleteSubAccounts(tx: Ctx, { accountId }: { accountId: bigint }): Promise<void> {
  const deleted = await tx.db.deleteFrom('subAccount').where('accountId', '=', accountId).returning('id').execute()
  for (const { id } of deleted) await audit(tx, { action: 'sub-account.delete', target: `sub-account:${id}` })
}

/** What an erased publisher said about itself. */
const NOTHING = {
  company: '',
  firstName: '',
  lastName: '',
  contactNumber: '',
  address: '',
  zipCode: '',
  country: '',
  paypalEmail: '',
  numEmployees: '',
  devKnowledge: '',
  profitModels: [],
  preferTrafficCategories: [],
  trafficSources: [],
  socialMedias: [],
  contentProduction: '',
  adNetwork: '',
}

/**
 * Erases what a publisher said about itself, inside the caller's transaction: names, profile, addresses of its sites,
 * and its sub-accounts with their accounts. The account of a removed sub-account stays if it has another one. The sites
 * stay, inactive, so that their links still lead visitors on.
 */
export async function erasePublisher(tx: Ctx, { publisherId }: { publisherId: bigint }): Promise<void> {
  const { db } = tx
  await db
    .updateTable('publisher')
    .set({ name: `Erased publisher ${publisherId}` })
    .where('id', '=', publisherId)
    .execute()
  await db.updateTable('publisherProfile').set(NOTHING).where('id', '=', publisherId).execute()
  await db
    .updateTable('site')
    .set({
      name: sql<string>`'Erased site ' || id`,
      url: 'https://erased.invalid',
      isActive: false,
      audienceCountries: [],
      contentCategories: [],
      scriptFoundAt: null,
    })
    .where('publisherId', '=', publisherId)
    .execute()
  await eraseSubAccounts(tx, { publisherId })
  await announceCatalogChange(tx, sitesOf({ publisherId }))
  await audit(tx, { action: 'publisher.erase', target: `publisher:${publisherId}` })
}

/** A present sub-account goes with the removed ones that its account had at other publishers. */
async function eraseSubAccounts(tx: Ctx, { publisherId }: { publisherId: bigint }): Promise<void> {
  const own = tx.db.selectFrom('subAccount').where('publisherId', '=', publisherId)
  const present = own.select('accountId').where('removedAt', 'is', null)
  const deleted = await tx.db
    .deleteFrom('subAccount')
    .where((row) => row.or([row('publisherId', '=', publisherId), row('accountId', 'in', present)]))
    .returning('accountId')
    .execute()
  for (const subAccount of deleted) await clearOwner(tx, subAccount)
}
