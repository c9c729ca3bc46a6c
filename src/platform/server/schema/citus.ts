import { sql } from 'kysely'
import type { Db } from '#database'
import { StartError } from '../start-error.ts'

/** Where each table of the schema lies in a Citus cluster. */
export interface TablePlacement {
  /** The tables whose rows are divided among the servers, by column. Rows of one column's tables lie together. */
  distributed: Record<string, readonly [string, ...string[]]>
  /** The tables of which every server has a copy, each after those that it refers to. */
  reference: readonly string[]
  /** The tables that stay on the coordinator. */
  local: readonly string[]
  /**
   * The foreign keys between distributed tables. Citus distributes a table without blocking its writers only while it
   * has none, so they are dropped before and added again at the end.
   */
  foreignKeys: readonly { table: string; name: string; definition: string }[]
}

/** How far the database is distributed. */
export interface ClusterState {
  /** The tables that Citus manages: `distributed` with their column, or `reference`. */
  tables: ReadonlyMap<string, { type: string; column: string }>
  /** The names of the foreign keys, and whether each is validated. */
  foreignKeys: ReadonlyMap<string, boolean>
}

/** The state of a database in which nothing is distributed yet. */
export function startingState({ foreignKeys }: TablePlacement): ClusterState {
  return { tables: new Map(), foreignKeys: new Map(foreignKeys.map(({ name }) => [name, true])) }
}

/**
 * Lists the statements that bring a cluster from its present state to the placement, in their order. Each may run
 * alone, so a run that was interrupted goes on with those that are left. Throws a StartError if a table is distributed
 * in another way.
 */
export function planDistribution(placement: TablePlacement, state: ClusterState): string[] {
  const groups = Object.entries(placement.distributed)
  const moves = groups.flatMap(([column, [first, ...others]]) => [
    ...planTable(state, { table: first, column, neighbour: 'none' }),
    ...others.flatMap((table) => planTable(state, { table, column, neighbour: first })),
  ])
  return [
    ...placement.reference.flatMap((table) => planReference(state, table)),
    ...(moves.length > 0 ? planDrops(placement, state) : []),
    ...moves,
    ...planKeys(placement, moves.length > 0 ? new Map() : state.foreignKeys),
  ]
}

function planReference({ tables }: ClusterState, table: string): string[] {
  const found = tables.get(table)
  if (found?.type === 'distributed') throw new StartError(`The table ${table} is distributed by ${found.column}.`)
  return found?.type === 'reference' ? [] : [`SELECT create_reference_table('${table}')`]
}

interface Move {
  table: string
  column: string
  /** The table beside whose rows those of this table lie, or `none`. */
  neighbour: string
}

function planTable({ tables }: ClusterState, { table, column, neighbour }: Move): string[] {
  const found = tables.get(table)
  if (found?.type === 'reference') throw new StartError(`The table ${table} is a reference table.`)
  if (found?.type === 'distributed' && found.column !== column) {
    throw new StartError(`The table ${table} is distributed by ${found.column} instead of ${column}.`)
  }
  if (found?.type === 'distributed') return []
  return [`SELECT create_distributed_table_concurrently('${table}', '${column}', colocate_with => '${neighbour}')`]
}

function planDrops({ foreignKeys }: TablePlacement, state: ClusterState): string[] {
  return foreignKeys
    .filter(({ name }) => state.foreignKeys.has(name))
    .map(({ table, name }) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
}

/** The rows are compared after the key is there, so that no writer waits for the comparison. */
function planKeys({ foreignKeys }: TablePlacement, present: ReadonlyMap<string, boolean>): string[] {
  return foreignKeys.flatMap(({ table, name, definition }) => [
    ...(present.has(name) ? [] : [`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition} NOT VALID`]),
    ...(present.get(name) === true ? [] : [`ALTER TABLE ${table} VALIDATE CONSTRAINT ${name}`]),
  ])
}

/** Returns whether the database has the extension Citus. */
export async function hasCitus(db: Db): Promise<boolean> {
  const { rows } = await sql`SELECT FROM pg_extension WHERE extname = 'citus'`.execute(db)
  return rows.length > 0
}

/** Reads how far a database with the extension is distributed. */
export async function readClusterState(db: Db): Promise<ClusterState> {
  const tables = await sql<{ name: string; type: string; column: string }>`
    SELECT table_name::text AS name, citus_table_type AS type, distribution_column AS column
    FROM citus_tables WHERE citus_table_type IN ('distributed', 'reference')`.execute(db)
  const keys = await sql<{ name: string; isValid: boolean }>`
    SELECT conname::text AS name, convalidated AS is_valid
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`.execute(db)
  return {
    tables: new Map(tables.rows.map(({ name, type, column }) => [name, { type, column }])),
    foreignKeys: new Map(keys.rows.map(({ name, isValid }) => [name, isValid])),
  }
}

/** Checks what Citus needs to distribute tables that are written. Throws a StartError that says what is missing. */
export async function checkCluster(db: Db): Promise<void> {
  const { rows } = await sql<{ walLevel: string; hasCoordinator: boolean; workers: number }>`
    SELECT current_setting('wal_level') AS wal_level,
      EXISTS (SELECT FROM pg_dist_node WHERE groupid = 0) AS has_coordinator,
      (SELECT count(*)::int FROM pg_dist_node WHERE groupid <> 0 AND isactive) AS workers`.execute(db)
  const [cluster] = rows
  if (!cluster?.hasCoordinator) {
    throw new StartError("The coordinator does not know its own address: SELECT citus_set_coordinator_host('HOST').")
  }
  if (cluster.workers === 0) throw new StartError("The cluster has no worker: SELECT citus_add_node('HOST', 5432).")
  if (cluster.walLevel !== 'logical') {
    throw new StartError('Set wal_level = logical on the coordinator and on every worker, and restart them.')
  }
}
