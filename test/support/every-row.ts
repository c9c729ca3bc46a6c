import { sql } from 'kysely'
import type { TestDatabase } from './database.ts'

/** Reads every table as text, the audit trail too, but for the mails, of which the last one has the erased address. */
export async function readEveryRow({ db, ownerDb }: TestDatabase): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
      AND NOT relispartition AND relname <> 'mail'`.execute(db)
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string | null }>`
      SELECT string_agg(t::text, E'\n') AS text FROM ${sql.table(name)} AS t`.execute(ownerDb)
    texts.push(rows[0]?.text ?? '')
  }
  return texts.join('\n')
}
