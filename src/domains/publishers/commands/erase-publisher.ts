import { clearAccount } from '#domains/accounts/commands/clear-account.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/context.ts'
import { announceCatalogChange } from '#platform/server/notify.ts'

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
 * and its sub-accounts with their accounts. The sites stay, inactive, so that their links still lead visitors on.
 */
export async function erasePublisher(tx: Ctx, { publisherId }: { publisherId: bigint }): Promise<void> {
  const { db } = tx
  await db
    .updateTable('publisher')
    .set({ name: `Erased publisher ${publisherId}` })
    .where('id', '=', publisherId)
    .execute()
  await db.updateTable('publisherProfile').set(NOTHING).where('id', '=', publisherId).execute()
  const sites = await db.selectFrom('site').select('id').where('publisherId', '=', publisherId).execute()
  for (const { id } of sites) {
    const empty = { audienceCountries: [], contentCategories: [], scriptFoundAt: null }
    const named = { name: `Erased site ${id}`, url: 'https://erased.invalid', isActive: false }
    await db
      .updateTable('site')
      .set({ ...named, ...empty })
      .where('id', '=', id)
      .execute()
  }
  const removed = await db
    .deleteFrom('subAccount')
    .where('publisherId', '=', publisherId)
    .returning('accountId')
    .execute()
  for (const { accountId } of removed) if (accountId !== null) await clearAccount(tx, { accountId })
  await announceCatalogChange(tx)
  await audit(tx, { action: 'publisher.erase', target: `publisher:${publisherId}` })
}
