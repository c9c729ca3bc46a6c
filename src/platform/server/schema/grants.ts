import { sql } from 'kysely'
import type { Database, Db } from '#database'
import { applicationRole } from '../postgres/database-roles.ts'

/** Tables and views on which the application role has limited rights. */
export interface TableRights {
  /** SELECT and INSERT. */
  appendOnly: readonly (keyof Database)[]
  /** SELECT, INSERT and UPDATE. */
  neverRemoved: readonly (keyof Database)[]
  /** SELECT: the views. */
  readOnly: readonly (keyof Database)[]
}

/**
 * Grants the application role its rights on all tables and revokes all others. Every start calls this after the
 * migrations, so new tables and new roles are covered. Partitions get no rights, because PostgreSQL checks those of the
 * partitioned table. `db` connects as the owner.
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

/**
 * Grants the application role full access to the tables of another schema. `db` connects as the owner of that schema.
 */
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

/**
 * Lists the owner's tables and views. Inner ones are partitions and Kysely's migration tables: the application gets no
 * rights on them.
 */
async function listOwnRelations(tx: Db): Promise<{ name: string; isInner: boolean }[]> {
  const { rows } = await sql<{ name: string; isInner: boolean }>`
    SELECT relname::text AS name, relispartition OR relname LIKE 'kysely_migration%' AS is_inner FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')
      AND pg_has_role(relowner, 'USAGE')`.execute(tx)
  return rows
}

/** Returns the name that a table or column has in the database: `currentSealingKey` is `current_sealing_key`. */
export function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
