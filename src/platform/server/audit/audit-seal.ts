import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#database'
import type { Ctx } from '../context.ts'
import type { Check } from '../database/database-check.ts'
import type { AuditSealTable } from '../tables.ts'

/** How long and how much one run seals. */
export interface SealOptions {
  /** The longest time to wait for transactions that have written a line. */
  waitMs?: number
  /** The most lines that one seal covers. Their digests are in memory together. */
  maxLines?: number
}

const POLL_MS = 50

/** The SHA-256 of a line. Its text does not depend on the settings of the session. */
const lines = sql`
  SELECT id, sha256(convert_to(jsonb_build_array(id, extract(epoch FROM created_at), actor_kind, actor_account_id,
    actor_name, action, target, details)::text, 'UTF8')) AS digest
  FROM audit_line`

/**
 * Seals the audit lines that no seal covers yet. A line gets its id when it is written and appears when its transaction
 * commits, so a lower id may appear later. Each transaction that writes lines holds a lock on the table from before it
 * takes an id until its end. Therefore the run notes the highest visible id, waits for the transactions that hold the
 * lock at that moment, and then seals up to that id: no other transaction can have a lower one. If one of them takes
 * too long, the next run tries again. No transaction waits for the run.
 */
export async function sealAuditLines({ db, now }: Ctx, options: SealOptions = {}): Promise<void> {
  const { waitMs = 10_000, maxLines = 10_000 } = options
  const { until } = await db
    .selectFrom('auditLine')
    .select((row) => row.fn.max<bigint | null>('id').as('until'))
    .executeTakeFirstOrThrow()
  if (until === null || !(await waitForWriters(db, waitMs))) return
  while (await db.transaction().execute((tx) => sealPart(tx, { until, maxLines, now }))) continue
}

/** Waits for the transactions that write audit lines now. Answers false if one of them does not end in time. */
async function waitForWriters(db: Db, waitMs: number): Promise<boolean> {
  const deadline = performance.now() + waitMs
  let pending = await listWriters(db)
  while (pending.size > 0) {
    if (performance.now() > deadline) return false
    await sleep(POLL_MS)
    pending = pending.intersection(await listWriters(db))
  }
  return true
}

/** Lists the transactions that hold the lock of an INSERT on the table, prepared ones included. */
async function listWriters(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ writer: string }>`
    SELECT virtualtransaction AS writer FROM pg_locks
    WHERE relation = 'audit_line'::regclass AND mode = 'RowExclusiveLock' AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(db)
  return new Set(rows.map(({ writer }) => writer))
}

/** Adds one seal. Answers whether there may be more lines to seal. */
async function sealPart(
  tx: Db,
  { until, maxLines, now }: { until: bigint; maxLines: number; now: Date },
): Promise<boolean> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('audit seals', 0))`.execute(tx)
  const { rows } = await sql<{ lineCount: number }>`
    WITH previous AS (
      SELECT last_id, digest FROM audit_seal ORDER BY last_id DESC LIMIT 1
    ), part AS (
      SELECT id, digest FROM (${lines}) AS line
      WHERE id > coalesce((SELECT last_id FROM previous), 0) AND id <= ${until} ORDER BY id LIMIT ${maxLines}
    )
    INSERT INTO audit_seal (after_id, last_id, line_count, digest, sealed_at)
    SELECT coalesce((SELECT last_id FROM previous), 0), max(id), count(*),
      sha256(coalesce((SELECT digest FROM previous), '') || string_agg(digest, '' ORDER BY id)), ${now}
    FROM part HAVING count(*) > 0
    RETURNING line_count`.execute(tx)
  return rows[0]?.lineCount === maxLines
}

/** Finds the newest seal. */
export function findLastSeal(db: Db): Promise<AuditSealTable | undefined> {
  return db.selectFrom('auditSeal').selectAll().orderBy('lastId', 'desc').limit(1).executeTakeFirst()
}

/** A seal follows the seal before it. */
const CHAIN_CHECK: Check = {
  kind: 'audit seal',
  differences: sql`
    SELECT format('audit seal up to line %s', seal.last_id) AS place,
      format('a seal up to line %s before it', seal.after_id) AS expected, 'none' AS found
    FROM audit_seal AS seal
    WHERE after_id <> 0 AND NOT EXISTS (SELECT FROM audit_seal AS previous WHERE previous.last_id = seal.after_id)`,
}

/** The lines of a seal are those that were sealed. */
const LINES_CHECK: Check = {
  kind: 'sealed audit lines',
  differences: sql`
    SELECT format('audit lines %s to %s', after_id + 1, last_id) AS place,
      format('%s lines with the seal %s', line_count, encode(sealed, 'hex')) AS expected,
      format('%s lines with the seal %s', present, encode(computed, 'hex')) AS found
    FROM (
      SELECT seal.after_id, seal.last_id, seal.line_count, seal.digest AS sealed, part.present,
        sha256(coalesce(previous.digest, '') || part.digests) AS computed
      FROM audit_seal AS seal
      LEFT JOIN audit_seal AS previous ON previous.last_id = seal.after_id
      CROSS JOIN LATERAL (
        SELECT count(*) AS present, coalesce(string_agg(digest, '' ORDER BY id), '') AS digests
        FROM (${lines}) AS line WHERE id > seal.after_id AND id <= seal.last_id
      ) AS part
      WHERE seal.after_id = 0 OR previous.last_id IS NOT NULL
    ) AS compared
    WHERE present <> line_count OR computed <> sealed`,
}

/** The checks that no audit line has been changed, added or removed since it was sealed. */
export const AUDIT_CHECKS: readonly Check[] = [CHAIN_CHECK, LINES_CHECK]
