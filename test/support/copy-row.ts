import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'

interface Copied {
  table: string
  /** The condition on the row that is copied. */
  isFirst: RawBuilder<unknown>
  changes: Record<string, unknown>
}

/** Copies a row of a table with some columns changed. Connects as the owner. */
export async function copyRow(ownerDb: Db, { table, isFirst, changes }: Copied): Promise<void> {
  const json = JSON.stringify(changes, (_key, value: unknown) => (typeof value === 'bigint' ? Number(value) : value))
  const { rows } = await sql<{ name: string }>`SELECT column_name::text AS name FROM information_schema.columns
    WHERE table_name = ${table} AND is_generated = 'NEVER'`.execute(ownerDb)
  const columns = sql.join(rows.map(({ name }) => sql.ref(name)))
  await sql`INSERT INTO ${sql.table(table)} (${columns}) SELECT ${columns} FROM (
    SELECT (jsonb_populate_record(first, ${json})).* FROM ${sql.table(table)} AS first WHERE ${isFirst}
  ) AS copy`.execute(ownerDb)
}
