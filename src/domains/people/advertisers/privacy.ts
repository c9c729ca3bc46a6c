import { sql } from 'kysely'
import { audit } from '#platform/server/audit/audit.ts'
import type { Ctx } from '#platform/server/context.ts'
import { announceCatalogChange, announcePageChange } from '#platform/server/database/notify.ts'
import type { ListSections } from '#platform/server/privacy.ts'
import { lockAdvertiser } from './commands.ts'

export const listAdvertiserSections: ListSections = ({ id, isOwn }) => ({
  advertiser: sql`SELECT * FROM advertiser WHERE id = ${id}`,
  company: sql`SELECT * FROM company WHERE ${isOwn}`,
  hosts: sql`SELECT id, host, created_at FROM advertiser_domain WHERE ${isOwn} ORDER BY id`,
})

/** Lists the postback secrets that an export of an advertiser contains, without their tokens. */
export const listSecretSections: ListSections = ({ isOwn }) => ({
  postback_secrets: sql`SELECT id, kind, created_at, expires_at, revoked_at FROM postback_secret
    WHERE ${isOwn} ORDER BY id`,
})

/** Deletes the company of an erased advertiser, inside the caller's transaction. */
export async function eraseCompany(tx: Ctx, { advertiserId }: { advertiserId: bigint }): Promise<void> {
  await tx.db.deleteFrom('company').where('advertiserId', '=', advertiserId).execute()
}

/**
 * Erases what an advertiser is, inside the caller's transaction: its name, website, hosts and secrets. Tracking links
 * to its hosts then answer as for a host that no advertiser declares.
 */
export async function eraseAdvertiser(tx: Ctx, { advertiserId }: { advertiserId: bigint }): Promise<void> {
  await lockAdvertiser(tx, advertiserId)
  await tx.db.deleteFrom('advertiserDomain').where('advertiserId', '=', advertiserId).execute()
  await tx.db
    .updateTable('postbackSecret')
    .set({ revokedAt: tx.now })
    .where('advertiserId', '=', advertiserId)
    .where('revokedAt', 'is', null)
    .execute()
  const pseudonym = { name: `Erased advertiser ${advertiserId}`, website: 'https://erased.invalid/' }
  await tx.db
    .updateTable('advertiser')
    .set({ ...pseudonym, status: 'paused', changedAt: tx.now })
    .where('id', '=', advertiserId)
    .execute()
  await announceCatalogChange(tx)
  await announcePageChange(tx)
  await audit(tx, { action: 'advertiser.erase', target: `advertiser:${advertiserId}` })
}
