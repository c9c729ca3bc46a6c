import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import { setHashMemory } from './hash-memory.ts'

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

/** A comparison of the rows of a query that several comparisons read. */
export interface RowCheck {
  kind: string
  /** Whether a row is a difference. */
  differ: RawBuilder<unknown>
  place: RawBuilder<string>
  expected: RawBuilder<unknown>
  found: RawBuilder<unknown>
}

/** Comparisons of the rows of one query, so that PostgreSQL joins the tables once for all of them. */
export interface JoinedChecks {
  /** What follows FROM. */
  rows: RawBuilder<unknown>
  checks: readonly RowCheck[]
  /** An aggregate over all rows, and the checks that find nothing if it is true: they run only if it is not. */
  proof?: { holds: RawBuilder<unknown>; of: readonly Check[] }
}

/** A temporary table that several checks read, so that PostgreSQL computes its rows once. */
export interface SharedTable {
  name: string
  /** A query. It may read the tables before this one as `pg_temp.NAME`, and call `totalOf`. */
  rows: RawBuilder<unknown>
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
export async function runChecks(db: Db, checks: readonly (Check | JoinedChecks)[]): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  for (const check of checks) {
    if ('rows' in check) results.push(...(await runChecks(db, await findSuspected(db, check))))
    else results.push(...(await runCheck(db, check)))
  }
  return results
}

async function runCheck(db: Db, { kind, differences }: Check): Promise<CheckResult[]> {
  const { rows } = await sql<Difference & { count: number }>`
    SELECT place, expected, found, count(*) OVER ()::int AS count FROM (${differences}) AS difference
    ORDER BY place LIMIT ${MAX_LISTED}`.execute(db)
  const [first] = rows
  if (first === undefined) return []
  const listed = rows.map(({ place, expected, found }) => ({ place, expected, found }))
  return [{ kind, count: first.count, listed }]
}

/** Reads the rows once and answers the checks that will find a difference, and those of a proof that does not hold. */
async function findSuspected(db: Db, { rows, checks, proof }: JoinedChecks): Promise<Check[]> {
  const differing = checks.map(({ differ }) => sql`count(*) FILTER (WHERE ${differ}) > 0`)
  const { rows: found } = await sql<{ differing: boolean[]; isProven: boolean }>`
    SELECT ARRAY[${sql.join(differing)}] AS differing, coalesce(${proof?.holds ?? sql`true`}, false) AS is_proven
    FROM ${rows}`.execute(db)
  const suspected = checks.filter((_check, place) => found[0]?.differing[place] !== false)
  const listing = suspected.map(({ kind, differ, place, expected, found: stored }) => ({
    kind,
    differences: sql<Difference>`
      SELECT ${place} AS place, ${expected} AS expected, ${stored} AS found FROM ${rows} WHERE ${differ}`,
  }))
  return found[0]?.isProven === true ? listing : [...listing, ...(proof?.of ?? [])]
}

/** Runs `work` in one transaction that reads one snapshot, or in the caller's transaction. */
export function inSnapshot<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
}

/** Runs checks that read whole tables, and the temporary tables that they share, on one snapshot. */
export function verifyTables(
  db: Db,
  checks: readonly (Check | JoinedChecks)[],
  tables: readonly SharedTable[] = [],
): Promise<CheckResult[]> {
  return inCheckSnapshot(db, tables, async (tx) => {
    await planWholeTables(tx)
    return runChecks(tx, checks)
  })
}

/**
 * The planner expects too few rows where several columns are joined, and would look up each row by an index; where rows
 * do not fit into memory it would read them in the order of an index. Hash joins read the tables once. One process of
 * PostgreSQL works at a time, which leaves the other processors to the network.
 */
async function planWholeTables(tx: Db): Promise<void> {
  await sql`SET LOCAL enable_nestloop = off`.execute(tx)
  await sql`SET LOCAL enable_mergejoin = off`.execute(tx)
  await sql`SET LOCAL max_parallel_workers_per_gather = 0`.execute(tx)
}

/**
 * Runs `work` in one transaction that reads one snapshot and has the temporary tables, or in the caller's transaction.
 * Its queries may call `totalOf`. Their hashes have the memory that `sizeHash` answers; what is more is on disk.
 */
export async function inCheckSnapshot<T>(
  db: Db,
  tables: readonly SharedTable[],
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  if (db.isTransaction) {
    await prepareSnapshot(db, tables)
    const found = await work(db)
    for (const { name } of tables) await sql`DROP TABLE ${sql.id('pg_temp', name)}`.execute(db)
    return found
  }
  const snapshot = db.transaction().setIsolationLevel('repeatable read')
  return snapshot.execute(async (tx) => {
    await prepareSnapshot(tx, tables)
    await sql`SET TRANSACTION READ ONLY`.execute(tx)
    return work(tx)
  })
}

/**
 * Makes the planner join and group by hashing, for rows that an index does not limit to few. It would sort rows that do
 * not fit into memory, and read tables in the order of an index.
 */
export async function planByHashing(tx: Db): Promise<void> {
  await sql`SET LOCAL enable_mergejoin = off`.execute(tx)
  await sql`SET LOCAL enable_sort = off`.execute(tx)
}

/** Sets the memory and creates the tables. The aggregate stays until the connection ends. */
async function prepareSnapshot(tx: Db, tables: readonly SharedTable[]): Promise<void> {
  await setHashMemory(tx)
  await sql`CREATE OR REPLACE AGGREGATE pg_temp.total(bigint)
    (SFUNC = int8pl, STYPE = bigint, INITCOND = '0', COMBINEFUNC = int8pl, PARALLEL = SAFE)`.execute(tx)
  // The planner needs the number of rows of the tables, and little else.
  await sql`SET LOCAL default_statistics_target = 10`.execute(tx)
  if (tables.length === 0) return
  await planWholeTables(tx)
  // Groups are hashed also where they do not fit into memory.
  await sql`SET LOCAL enable_sort = off`.execute(tx)
  for (const { name, rows } of tables) {
    await sql`CREATE TEMPORARY TABLE ${sql.id(name)} ON COMMIT DROP AS ${rows}`.execute(tx)
    await sql`ANALYZE ${sql.id('pg_temp', name)}`.execute(tx)
  }
  await sql`SET LOCAL enable_sort = on`.execute(tx)
}

/** Sums a bigint exactly, like `sum`, which makes a numeric for each group and takes more than twice the time. */
export function totalOf(amount: RawBuilder<unknown>): RawBuilder<bigint> {
  return sql`pg_temp.total(${amount})`
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

/** Finds rows that share a key, which happens only where its unique index is damaged or removed. */
export function buildDuplicateCheck(table: string, columns: readonly string[], where = sql<boolean>`true`): Check {
  const key = sql.join(columns.map((column) => sql.id(column)))
  const named = sql.join(columns.map((column) => sql`${sql.lit(column)} || ' ' || ${sql.id(column)}`))
  return {
    kind: `key of ${table}`,
    differences: sql`
      SELECT ${sql.lit(`${table} with `)} || concat_ws(', ', ${named}) AS place, 'one row' AS expected,
        count(*) || ' rows' AS found
      FROM ${sql.id(table)} WHERE ${where} GROUP BY ${key} HAVING count(*) > 1`,
  }
}
