import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'

/** A place at which the database does not hold what it should. */
export interface Difference {
  /** The row, with its ids. */
  place: string
  expected: string
  found: string
}

/** A comparison inside the database. */
export interface Check {
  /** The noun for what is compared, for the summary. */
  kind: string
  /** A query with one row per difference. PostgreSQL does the work, on disk where memory does not suffice. */
  differences: RawBuilder<Difference>
}

/** The differences that a check found: all are counted, the first of them are listed. */
export interface CheckResult {
  kind: string
  count: number
  listed: Difference[]
}

/** How many differences of one check are listed, so that the output stays readable. */
const MAX_LISTED = 20

/** Runs checks one after another and answers those that found a difference. */
export async function runChecks(db: Db, checks: readonly Check[]): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  for (const { kind, differences } of checks) {
    const { rows } = await sql<Difference & { count: number }>`
      SELECT place, expected, found, count(*) OVER ()::int AS count FROM (${differences}) AS difference
      ORDER BY place LIMIT ${MAX_LISTED}`.execute(db)
    const [first] = rows
    if (first === undefined) continue
    const listed = rows.map(({ place, expected, found }) => ({ place, expected, found }))
    results.push({ kind, count: first.count, listed })
  }
  return results
}

/** Runs `work` in one transaction that reads one snapshot, or in the caller's transaction. */
export function inSnapshot<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
}

/** Runs checks that read whole tables on one snapshot. */
export function verifyTables(db: Db, checks: readonly Check[]): Promise<CheckResult[]> {
  return inCheckSnapshot(db, (tx) => runChecks(tx, checks))
}

/**
 * Runs `work` on one snapshot whose queries join whole tables, which are read and not their indexes. The planner
 * expects too few rows where several columns are joined, and would look up each row by an index: so it joins by
 * hashing. A hash has 64 MB, and what is more is on disk. One process of PostgreSQL works at a time, which leaves the
 * other processors to the network.
 */
export function inCheckSnapshot<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return inSnapshot(db, async (tx) => {
    await sql`SET LOCAL enable_nestloop = off`.execute(tx)
    await sql`SET LOCAL enable_mergejoin = off`.execute(tx)
    await sql`SET LOCAL enable_indexonlyscan = off`.execute(tx)
    await sql`SET LOCAL max_parallel_workers_per_gather = 0`.execute(tx)
    await sql`SET LOCAL work_mem = '64MB'`.execute(tx)
    await sql`SET LOCAL hash_mem_multiplier = 1`.execute(tx)
    return work(tx)
  })
}

/** Joins the results of checks that ran in parts. */
export function joinResults(parts: readonly CheckResult[]): CheckResult[] {
  return [...Map.groupBy(parts, ({ kind }) => kind)].map(([kind, results]) => ({
    kind,
    count: results.reduce((sum, { count }) => sum + count, 0),
    listed: results.flatMap(({ listed }) => listed).slice(0, MAX_LISTED),
  }))
}

/** Writes results as lines: one for each listed difference, and how many more there are of its kind. */
export function listLines(results: readonly CheckResult[]): string[] {
  return results.flatMap(({ kind, count, listed }) => {
    const lines = listed.map(({ place, expected, found }) => toLine(`${place}: expected ${expected}, found ${found}`))
    return count > listed.length ? [...lines, `… and ${count - listed.length} more (${kind})`] : lines
  })
}

/** Replaces control characters, which a stranger may have put into a sub id. */
function toLine(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '?')
}

/** Counts the differences of all results. */
export function countDifferences(results: readonly CheckResult[]): number {
  return results.reduce((sum, { count }) => sum + count, 0)
}

/** Prints the results of a command with the number of differences, or `success`. Answers the exit code. */
export function printResults(
  results: readonly CheckResult[],
  { print, success }: { print: (line: string) => void; success: string },
): 0 | 1 {
  for (const line of listLines(results)) print(line)
  const total = countDifferences(results)
  print(total === 0 ? success : `${total} ${total === 1 ? 'difference' : 'differences'}.`)
  return total === 0 ? 0 : 1
}

/** What two queries say of the same things. */
interface Comparison {
  kind: string
  /** Queries with one row for each thing. */
  expected: RawBuilder<unknown>
  found: RawBuilder<unknown>
  /** The columns that name a thing. */
  key: readonly string[]
  /** Names a difference by the columns of the key, or by those of `expected` and `found`. */
  place: RawBuilder<string>
  /** The columns that are compared. The first is never null, so that a null stands for a missing row. */
  columns: readonly [string, ...string[]]
  /** Which things are compared; by default all. */
  where?: RawBuilder<unknown>
}

/** Builds the check that two queries have the same rows. */
export function buildComparison({ kind, expected, found, key, place, columns, where = sql`true` }: Comparison): Check {
  const compared = compareColumns(columns, 'expected', 'found')
  return {
    kind,
    differences: sql`
      SELECT ${place} AS place, ${compared.expected} AS expected, ${compared.found} AS found
      FROM (${expected}) AS expected FULL JOIN (${found}) AS found
        USING (${sql.join(key.map((column) => sql.id(column)))})
      WHERE ${compared.differ} AND ${where}`,
  }
}

/**
 * Compares columns of two tables or subqueries by their aliases, and lists those that differ. The first column is never
 * null, so a null stands for a missing row.
 */
export function compareColumns(columns: readonly [string, ...string[]], expected: string, found: string) {
  const list = (alias: string) =>
    sql<string>`CASE WHEN ${sql.id(alias, columns[0])} IS NULL THEN 'none' ELSE concat_ws(', ', ${sql.join(
      columns.map(
        (column) => sql`CASE WHEN ${sql.id(expected, column)} IS DISTINCT FROM ${sql.id(found, column)}
          THEN format('%s %s', ${sql.lit(column)}, coalesce(${sql.id(alias, column)}::text, 'none')) END`,
      ),
    )}) END`
  const row = (alias: string) => sql`(${sql.join(columns.map((column) => sql.id(alias, column)))})`
  return {
    expected: list(expected),
    found: list(found),
    /** Whether any column differs. */
    differ: sql<boolean>`${row(expected)} IS DISTINCT FROM ${row(found)}`,
  }
}

/**
 * Selects from a table and never from its indexes, of which a damaged one lacks rows: for queries that sort or group by
 * the columns of an index.
 */
export function readWhole(table: string): RawBuilder<unknown> {
  return sql`${sql.table(table)} TABLESAMPLE SYSTEM (100)`
}

/** Finds rows that share a key, which happens only where its unique index is damaged or removed. */
export function buildDuplicateCheck(table: string, columns: readonly string[], where = sql<boolean>`true`): Check {
  const key = sql.join(columns.map((column) => sql.id(column)))
  const named = sql.join(columns.map((column) => sql`${sql.lit(column)} || ' ' || ${sql.id(column)}`))
  return {
    kind: `key of ${table}`,
    differences: sql`
      SELECT ${sql.lit(`${table} with `)} || concat_ws(', ', ${named}) AS place, 'one row' AS expected,
        count(*) || ' rows' AS found
      FROM ${readWhole(table)} WHERE ${where} GROUP BY ${key} HAVING count(*) > 1`,
  }
}
