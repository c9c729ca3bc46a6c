import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { connect, createTestDatabase } from '#test/support/database.ts'
import type { TestDatabase } from '#test/support/database.ts'
import { testLimitMs } from '#test/support/patience.ts'
import { migrate, waitForDatabase } from './migrate.ts'

let database: TestDatabase
let folder: string

beforeEach(async () => {
  database = await createTestDatabase()
  // The template database has the migrations of the product; these tests use their own.
  await sql`DROP TABLE kysely_migration, kysely_migration_lock`.execute(database.ownerDb)
  folder = mkdtempSync(join(tmpdir(), 'tandem-migrations-'))
  write('0001_first', 'CREATE TABLE first (n int);\nINSERT INTO first VALUES (1);')
})

afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

function write(name: string, text: string): void {
  writeFileSync(join(folder, `${name}.sql`), text)
}

async function exists(table: string): Promise<boolean> {
  const { rows } = await sql<{ oid: string | null }>`SELECT to_regclass(${table})::text AS oid`.execute(
    database.ownerDb,
  )
  return rows[0]?.oid !== null
}

test('the migrations of the product are numbered without gaps', () => {
  const numbers = readdirSync('migrations').map((file) => /^(\d{4})_[a-z_]+\.sql$/.exec(file)?.[1] ?? file)
  expect(numbers.toSorted()).toEqual(numbers.map((_, index) => String(index + 1).padStart(4, '0')))
})

test('applies the missing migrations once, in the order of their numbers', async () => {
  expect(await migrate(database.ownerDb, folder)).toEqual(['0001_first'])
  write('0002_second', 'ALTER TABLE first ADD COLUMN m int')
  write('0003_third', 'UPDATE first SET m = n')
  expect(await migrate(database.ownerDb, folder)).toEqual(['0002_second', '0003_third'])
  expect(await migrate(database.ownerDb, folder)).toEqual([])
})

test('concurrent starts apply each migration once', async () => {
  const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(database.ownerDb, folder)))
  expect(applied.flat()).toEqual(['0001_first'])
})

test('names a failing migration and rolls all migrations of the start back', async () => {
  write('0002_second', 'CREATE TABLE second (n int); SELECT 1 / 0')
  await expect(migrate(database.ownerDb, folder)).rejects.toThrow(
    'The migration 0002_second failed and nothing was changed: division by zero.',
  )
  expect([await exists('first'), await exists('second')]).toEqual([false, false])
})

test.each([
  ['a newer version', '0002_second', /the schema of a newer version: its migration 0002_second comes after 0001_third/],
  ['another version', '0000_zeroth', /made by another version: this program does not know its migration 0000_zeroth/],
])('refuses a database of %s and changes nothing', async (_, name, sentence) => {
  write(name, 'CREATE TABLE second (n int)')
  await migrate(database.ownerDb, folder)
  rmSync(join(folder, `${name}.sql`))
  write('0001_third', 'CREATE TABLE third (n int)')
  await expect(migrate(database.ownerDb, folder)).rejects.toThrow(sentence)
  expect(await exists('third')).toBe(false)
})

test('the wait for a database ends at its deadline, or at once after a permanent error', async () => {
  const away = connect(folder, { database: 'any' })
  onTestFinished(() => away.destroy())
  await expect(waitForDatabase(away, 250)).rejects.toThrow(/^The database does not answer: .*ENOENT/)

  const unknown = connect(inject('postgresHost'), { database: 'there_is_no_such_database' })
  onTestFinished(() => unknown.destroy())
  await expect(waitForDatabase(unknown, testLimitMs)).rejects.toThrow(/does not exist/)
})
