import { sql } from 'kysely'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/context.ts'
import { announceCatalogChange } from '#platform/server/notify.ts'
import { clearOwner } from './clear-owner.ts'

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
  await announceCatalogChange(tx)
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
