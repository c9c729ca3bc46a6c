import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** Whether a row is of a source in `UNPROVEN_SOURCES`, by the column with the id of the source. */
export function isUnproven(column: string): RawBuilder<boolean> {
  return sql`(publisher_id, ${sql.id(column)}) IN (SELECT publisher_id, source_id FROM pg_temp.unproven_source)`
}

/** Whether a row is of an entry in `UNPROVEN_ENTRIES`, by the column with the id of the entry. */
export function isOfUnproven(column: string): RawBuilder<boolean> {
  return sql`(publisher_id, ${sql.id(column)}) IN (TABLE pg_temp.unproven_entry)`
}
