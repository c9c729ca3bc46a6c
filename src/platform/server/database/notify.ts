import { sql } from 'kysely'
import type { Ctx } from '../context.ts'

/** The notification channel for changes to the data of the catalog. */
export const CATALOG_CHANNEL = 'catalog'

/** The notification channel for changes to the data of public pages. */
export const PAGES_CHANNEL = 'pages'

/** Notifies every process that listens to `channel` when the transaction of `tx` commits. */
export async function notify(tx: Ctx, channel: string, payload = ''): Promise<void> {
  await sql`SELECT pg_notify(${channel}, ${payload})`.execute(tx.db)
}

/**
 * Makes every worker read what changed in its catalog when the transaction of `tx` commits. A command calls this with
 * each write to a table that the catalog reads; an architecture test finds missing calls. `rows` names a membership, or
 * the sites of one publisher (see `sitesOf`). Without it the workers read the advertisers, programmes and terms.
 */
export function announceCatalogChange(tx: Ctx, rows?: string): Promise<void> {
  return notify(tx, CATALOG_CHANNEL, rows)
}

/** Whose sites changed: those of a publisher, found by its id or by that of its account. */
export type SitesOwner = { publisherId: bigint } | { accountId: bigint }

/** Names the sites of a publisher for `announceCatalogChange`: `sites of publisher 17`, or `sites of account 5`. */
export function sitesOf(owner: SitesOwner): string {
  return 'publisherId' in owner ? `sites of publisher ${owner.publisherId}` : `sites of account ${owner.accountId}`
}

/** Reads what `sitesOf` wrote; undefined for another text. */
export function readSitesOwner(text: string): SitesOwner | undefined {
  const [, kind, id] = /^sites of (publisher|account) (\d+)$/.exec(text) ?? []
  if (id === undefined) return undefined
  return kind === 'publisher' ? { publisherId: BigInt(id) } : { accountId: BigInt(id) }
}

/**
 * Makes every worker render the public pages anew that show data. A command calls this with each write to a table that
 * these pages read; an architecture test finds missing calls.
 */
export function announcePageChange(tx: Ctx): Promise<void> {
  return notify(tx, PAGES_CHANNEL)
}
