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
 * Makes every worker reload its catalog when the transaction of `tx` commits. A command calls this with each write to a
 * table that the catalog reads; an architecture test finds missing calls. With `row`, the name of the one row that
 * changed, the workers read only that row.
 */
export function announceCatalogChange(tx: Ctx, row?: string): Promise<void> {
  return notify(tx, CATALOG_CHANNEL, row)
}

/**
 * Makes every worker render the public pages anew that show data. A command calls this with each write to a table that
 * these pages read; an architecture test finds missing calls.
 */
export function announcePageChange(tx: Ctx): Promise<void> {
  return notify(tx, PAGES_CHANNEL)
}
