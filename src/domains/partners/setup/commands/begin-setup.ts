import { addCompany } from '#domains/people/advertisers/commands.ts'
import { getHost, isLocalHostname, parseHost } from '#domains/people/advertisers/rules.ts'
import type { Company } from '#domains/people/advertisers/rules.ts'
import { createToken } from '#platform/server/secrets/opaque-token.ts'
import type { Ctx } from '#platform/server/context.ts'
import { audit } from '#platform/server/audit/audit.ts'

/** What is known of a new advertiser before its brand signs in. */
export interface NewSetup {
  advertiserId: bigint
  website: string
  company: Partial<Company>
}

/**
 * Begins the set-up of an advertiser inside the caller's transaction: with what is known of its company, and with the
 * host of its website to be proved.
 */
export async function beginSetup(tx: Ctx, { advertiserId, website, company }: NewSetup): Promise<void> {
  await addCompany(tx, { advertiserId, ...company })
  const host = await findFreeHost(tx, website)
  if (host !== undefined) {
    await tx.db
      .insertInto('pendingDomain')
      .values({ advertiserId, host, token: createToken(), createdAt: tx.now })
      .execute()
  }
  await audit(tx, { action: 'setup.begin', target: `advertiser:${advertiserId}`, details: { host } })
}

/** Finds the host of a website that a brand can prove; undefined for an address of this machine or a declared host. */
async function findFreeHost(tx: Ctx, website: string): Promise<string | undefined> {
  const host = getHost(new URL(website))
  const parsed = parseHost(host)
  if (parsed === undefined || isLocalHostname(parsed.hostname)) return undefined
  const taken = await tx.db.selectFrom('advertiserDomain').select('id').where('host', '=', host).executeTakeFirst()
  return taken ? undefined : host
}
