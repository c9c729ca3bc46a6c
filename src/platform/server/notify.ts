import { sql } from 'kysely'
import type { Ctx } from './context.ts'

/** The channel on which a change of what the live catalog holds is announced. */
export const CATALOG_CHANNEL = 'catalog'

/** Wakes every process that listens to `channel` when the transaction of `tx` commits; a rollback wakes none. */
export async function notify(tx: Ctx, channel: string): Promise<void> {
  await sql`SELECT pg_notify(${channel}, '')`.execute(tx.db)
}

/**
 * Makes every worker read its catalog again when the transaction of `tx` commits. A command calls this beside each
 * write to a table that the catalog reads; the architecture test says where a call is missing.
 */
export function announceCatalogChange(tx: Ctx): Promise<void> {
  return notify(tx, CATALOG_CHANNEL)
}
