import { sql } from 'kysely'
import type { Database, Db } from '#database'
import { applicationRole } from './postgres/database-roles.ts'

/** Which tables the application may not change at will. */
export interface TableRights {
  /** Read and added to, never updated, deleted or truncated. */
  appendOnly: readonly (keyof Database)[]
  /** Also updated. */
  neverRemoved: readonly (keyof Database)[]
  /** Views. */
  readOnly: readonly (keyof Database)[]
}

/**
 * Grants the application's role what it may do with the tables, and takes away everything else. Each start calls it
 * after the migrations, so that a new table and a role that was made later need nothing more. Partitions get no rights:
 * PostgreSQL asks for those of the partitioned table. `db` is the owner's.
 */
export async function grantTableRights(db: Db, rights: TableRights): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('grants', 0))`.execute(tx)
    const role = sql.id(applicationRole)
    await sql`ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE ALL ON TABLES FROM ${role}`.execute(tx)
    await sql`GRANT USAGE ON SCHEMA public TO ${role}`.execute(tx)
    const own = await listOwnRelations(tx)
    await sql`REVOKE ALL ON ${sql.join(own.map(({ name }) => sql.id(name)))} FROM ${role}`.execute(tx)
    const { appendOnly, neverRemoved, readOnly } = rights
    const special = new Set([...appendOnly, ...neverRemoved, ...readOnly].map(toSnakeCase))
    const others = own.filter(({ name, isInner }) => !isInner && !special.has(name)).map(({ name }) => name)
    await grant(tx, 'SELECT', readOnly)
    await grant(tx, 'SELECT, INSERT', appendOnly)
    await grant(tx, 'SELECT, INSERT, UPDATE', neverRemoved)
    await grant(tx, 'SELECT, INSERT, UPDATE, DELETE', others)
  })
}

/** Grants the application's role the use of all tables of another schema that `db` owns. */
export async function grantSchema(db: Db, schema: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('grants', 0))`.execute(tx)
    const [name, role] = [sql.id(schema), sql.id(applicationRole)]
    await sql`GRANT USAGE ON SCHEMA ${name} TO ${role}`.execute(tx)
    await sql`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${name} TO ${role}`.execute(tx)
    await sql`GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${name} TO ${role}`.execute(tx)
  })
}

async function grant(tx: Db, rights: string, tables: readonly string[]): Promise<void> {
  const names = sql.join(tables.map((table) => sql.id(table)))
  await sql`GRANT ${sql.raw(rights)} ON ${names} TO ${sql.id(applicationRole)}`.execute(tx)
}

/** Tables and views that belong to this network; partitions and the migrations' own tables are inner ones. */
async function listOwnRelations(tx: Db): Promise<{ name: string; isInner: boolean }[]> {
  const { rows } = await sql<{ name: string; isInner: boolean }>`
    SELECT relname::text AS name, relispartition OR relname LIKE 'kysely_migration%' AS is_inner FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')
      AND pg_has_role(relowner, 'USAGE')`.execute(tx)
  return rows
}

function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
