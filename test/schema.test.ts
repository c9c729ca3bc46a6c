import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { sealedColumns } from '#app/sealed-columns.ts'
import { tablePlacement } from '#app/table-placement.ts'
import { tableRights } from '#app/table-rights.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { toSnakeCase } from '#test/support/sql-statements.ts'

const { reference, local } = tablePlacement
const distributed: Record<string, readonly string[]> = tablePlacement.distributed
/** The tables that grow with traffic, each with the column by which a cluster distributes it. */
const bigTables = Object.entries(distributed).flatMap(([column, names]) => names.map((table) => ({ table, column })))

/** Ids and rates are no money. */
const moneyColumn =
  /^(?!.*_(id|ppm|basis|at)$).*(^|_)(amount|commission|order_value|value|fee|payout|price|budget)(_|$)/

interface Key {
  table: string
  name: string
  kind: 'primary key' | 'unique'
  columns: string[]
}

interface ForeignKey {
  table: string
  name: string
  columns: string[]
  target: string
  onDelete: string
}

interface Column {
  table: string
  name: string
  /** The base type where the column has a domain type (`CREATE DOMAIN`). */
  type: string
  isRequired: boolean
}

const database = await openTestDatabase()
let tables: string[]
let columns: Column[]
let keys: Key[]
let foreignKeys: ForeignKey[]

beforeAll(async () => {
  tables = (await readTables()).map(({ name }) => name)
  columns = await readColumns()
  keys = await readKeys()
  foreignKeys = await readForeignKeys()
})

describe('a cluster', () => {
  test('has one place for each table', () => {
    const placed = [...bigTables.map(({ table }) => table), ...reference, ...local]
    expect(placed.toSorted()).toEqual(tables.toSorted())
  })

  test('distributes each table whose primary key begins with publisher_id by publisher', () => {
    const parents = keys.filter((key) => tables.includes(key.table) && key.kind === 'primary key')
    const spread = parents.filter((key) => key.columns[0] === 'publisher_id').map((key) => key.table)
    expect(spread.toSorted()).toEqual(distributed['publisher_id']?.toSorted())
  })

  test('has copies of tables that refer only to such tables before them', () => {
    const own = foreignKeys.filter((key) => reference.includes(key.table) && key.table !== key.target)
    const places = own.map(({ table, target }) => [reference.indexOf(target), reference.indexOf(table)] as const)
    expect(places.length).toBeGreaterThan(0)
    expect(places.filter(([target, table]) => target < 0 || target > table)).toEqual([])
  })

  test('gets back the foreign keys between distributed tables as they were', async () => {
    const { rows } = await sql`
      SELECT conrelid::regclass::text AS "table", conname::text AS name, pg_get_constraintdef(oid) AS definition
      FROM pg_constraint WHERE contype = 'f' AND conrelid::regclass::text IN (${sql.join(
        bigTables.map(({ table }) => table),
      )})`.execute(database.db)
    expect(tablePlacement.foreignKeys).toHaveLength(rows.length)
    expect(tablePlacement.foreignKeys).toEqual(expect.arrayContaining(rows))
  })
})

describe.each(bigTables)('$table can be distributed by $column', ({ table, column }) => {
  test('the column is a bigint that is never null', () => {
    expect(columns).toContainEqual({ table, name: column, type: 'bigint', isRequired: true })
  })

  test('the column is first in the primary key and in every unique index', () => {
    const own = keys.filter((key) => key.table === table)
    expect(own.map((key) => key.kind)).toContain('primary key')
    expect(own.filter((key) => key.columns[0] !== column)).toEqual([])
  })

  test('its foreign keys begin with the column, lead to tables beside it and restrict deletion', () => {
    const beside = distributed[column] ?? []
    const own = foreignKeys.filter((key) => key.table === table)
    // Between tables of orders, `no action` refuses a deletion as well.
    const refusals = column === 'publisher_id' ? ['restrict'] : ['restrict', 'no action']
    const canStay = ({ columns: [first], target, onDelete }: ForeignKey) =>
      first === column && beside.includes(target) && refusals.includes(onDelete)
    expect(own.filter((key) => !canStay(key))).toEqual([])
  })

  test('no small table has a foreign key to it', () => {
    const others = [...reference, ...local]
    expect(foreignKeys.filter((key) => key.target === table && others.includes(key.table))).toEqual([])
  })
})

test('no table has a trigger, because a cluster refuses triggers on distributed tables', async () => {
  const { rows } = await sql`
    SELECT tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE relnamespace = 'public'::regnamespace AND NOT tgisinternal`.execute(database.db)
  expect(rows).toEqual([])
})

test('a foreign key to a transaction is checked by its primary key, also while there are none', async () => {
  const { rows } = await sql<{ plan: string }>`EXPLAIN (GENERIC_PLAN, COSTS off)
    SELECT 1 FROM ONLY transaction x WHERE publisher_id = ${sql.raw('$1')} AND id = ${sql.raw('$2')} FOR KEY SHARE OF x
  `.execute(database.ownerDb)
  expect(JSON.stringify(rows)).toContain('transaction_pkey')
})

describe('click', () => {
  test('is partitioned by range and has a default partition', async () => {
    const { rows } = await sql<{ strategy: string; hasDefault: boolean }>`
      SELECT partstrat::text AS strategy, partdefid <> 0 AS has_default
      FROM pg_partitioned_table WHERE partrelid = 'click'::regclass`.execute(database.db)
    expect(rows).toEqual([{ strategy: 'r', hasDefault: true }])
  })

  test('has no foreign key', () => {
    expect(foreignKeys.filter((key) => key.table === 'click' || key.target === 'click')).toEqual([])
  })
})

describe('secrets at rest', () => {
  test('the change of the secret key covers every sealed column', async () => {
    const { rows } = await sql<{ table: string; column: string }>`
      SELECT relname::text AS "table", attname::text AS "column"
      FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
      WHERE atttypid = 'sealed'::regtype AND relkind IN ('r', 'p') ORDER BY 1, 2`.execute(database.db)
    expect(sealedColumns.map(({ table, column }) => ({ table, column }))).toEqual(rows)
  })

  test('the key of a sealed column names one row', () => {
    const unique = keys.filter((key) => key.columns.length === 1).map((key) => `${key.table}.${key.columns[0]}`)
    expect(unique).toEqual(expect.arrayContaining(sealedColumns.map(({ table, key }) => `${table}.${key}`)))
  })
})

describe('money', () => {
  test('no column is a float or of the type money', () => {
    const floats = columns.filter((column) => /^(real|double precision|money)/.test(column.type))
    expect(floats).toEqual([])
  })

  test('each column named like money is a bigint', () => {
    const money = columns.filter((column) => moneyColumn.test(column.name) && !isSettingOrSecret(column))
    expect(money.map((column) => column.name)).toEqual(expect.arrayContaining(['amount', 'commission', 'order_value']))
    expect(money.filter((column) => column.type !== 'bigint')).toEqual([])
  })

  test('transactions, postings and balances store the currency beside each amount', () => {
    const withAmount = ['transaction', 'posting', 'balance']
    expect(columns.filter((column) => column.name === 'currency' && column.isRequired).map((c) => c.table)).toEqual(
      expect.arrayContaining(withAmount),
    )
  })
})

describe('the role of the application', () => {
  const refused: [table: string, privileges: string[]][] = [
    ...tableRights.appendOnly.map((table) => [table, ['UPDATE', 'DELETE', 'TRUNCATE']] as [string, string[]]),
    ...tableRights.neverRemoved.map((table) => [table, ['DELETE', 'TRUNCATE']] as [string, string[]]),
    ...tableRights.readOnly.map((view) => [view, ['INSERT', 'UPDATE', 'DELETE']] as [string, string[]]),
    ['click_default', ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']],
    ['kysely_migration', ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']],
  ]

  test.each(refused)('does not have these rights on %s: %s', async (table, privileges) => {
    const { rows } = await sql<{ privilege: string }>`
      SELECT privilege FROM unnest(${privileges}::text[]) AS privilege
      WHERE has_table_privilege('tandem_app', ${toSnakeCase(table)}, privilege)`.execute(database.db)
    expect(rows).toEqual([])
  })

  test('cannot update a posting', async () => {
    await expect(sql`UPDATE posting SET amount = 0`.execute(database.db)).rejects.toThrow(/permission denied/)
  })

  test('owns nothing and is no superuser', async () => {
    const { rows } = await sql`
      SELECT rolname FROM pg_roles
      WHERE rolname = 'tandem_app'
        AND (rolsuper OR rolcreatedb OR rolcreaterole OR EXISTS (SELECT FROM pg_class WHERE relowner = pg_roles.oid))
    `.execute(database.db)
    expect(rows).toEqual([])
  })
})

/** Whether a column is named like money but stores a setting or a secret. */
function isSettingOrSecret({ type }: Column): boolean {
  return type === 'bytea' || type === 'text' || type === 'jsonb'
}

async function readTables(): Promise<{ name: string }[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT relname::text AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`.execute(database.db)
  return rows
}

async function readColumns(): Promise<Column[]> {
  const { rows } = await sql<Column>`
    SELECT relname::text AS "table", attname::text AS name, attnotnull AS is_required,
      format_type(CASE typtype WHEN 'd' THEN typbasetype ELSE atttypid END, NULL) AS type
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid JOIN pg_type ON pg_type.oid = atttypid
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND attnum > 0 AND NOT attisdropped`.execute(database.db)
  return rows
}

async function readKeys(): Promise<Key[]> {
  const { rows } = await sql<Key>`
    SELECT relname::text AS "table", indexrelid::regclass::text AS name,
      CASE WHEN indisprimary THEN 'primary key' ELSE 'unique' END AS kind,
      ARRAY(
        SELECT pg_get_indexdef(indexrelid, position::int, true) FROM generate_series(1, indnkeyatts) AS position
        ORDER BY position
      ) AS columns
    FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
    WHERE indisunique AND relnamespace = 'public'::regnamespace`.execute(database.db)
  return rows
}

async function readForeignKeys(): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    SELECT conrelid::regclass::text AS "table", conname::text AS name, confrelid::regclass::text AS target,
      CASE confdeltype WHEN 'r' THEN 'restrict' WHEN 'a' THEN 'no action' ELSE 'other' END AS on_delete,
      ARRAY(
        SELECT attname::text FROM unnest(conkey) WITH ORDINALITY AS part (number, position)
        JOIN pg_attribute ON attrelid = conrelid AND attnum = number ORDER BY position
      ) AS columns
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`.execute(database.db)
  return rows
}
