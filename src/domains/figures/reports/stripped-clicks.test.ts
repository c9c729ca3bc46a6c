import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rebuildInParts } from '#domains/figures/reports/commands/rebuild-in-parts.ts'
import { ensureClickPartitions } from '#domains/tracking/tracking/commands/partitions.ts'
import { stripOldClicks } from '#domains/tracking/tracking/commands/strip-clicks.ts'
import type { ClickStore } from '#domains/tracking/tracking/engine/click-store.ts'
import type { Click } from '#domains/tracking/tracking/tables.ts'
import { clickToJson } from '#domains/tracking/tracking/views.ts'
import { verifyLedger } from '#domains/orders/transactions/queries/verify-ledger.ts'
import { HOUR_MS, toDay } from '#kernel/days.ts'
import { listLines } from '#platform/server/database/database-check.ts'
import { addMonths } from '#platform/server/schema/partitions.ts'
import { makeClick, openClickStore } from '#test/support/click-fixtures.ts'
import { testContext } from '#test/support/context.ts'
import type { TestDatabase } from '#test/support/database.ts'
import { waitUntil } from '#test/support/network.ts'
import { listRollupDifferences } from '#test/support/rollups.ts'
import { createSmallLedger, setClick } from '#test/support/small-ledger.ts'
import { verifyCorrupted } from '#test/support/corruption.ts'

/** With one whole month, the month before the last one is due. */
const MONTHS = 1
const NOW = new Date()
const DUE = addMonths(NOW, -2)
const OPEN = addMonths(NOW, -1)

let database: TestDatabase
let store: ClickStore
let close: () => Promise<void>

beforeAll(async () => {
  ;({ database, store, close } = await openClickStore())
  // A deadlock of swap and replay is found only when both wait at one moment, which no statement may rely on.
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(database.db)
  await sql`ALTER DATABASE ${sql.id(rows[0]?.name ?? '')} SET deadlock_timeout = '1min'`.execute(database.ownerDb)
})

beforeEach(async () => {
  await sql`TRUNCATE click, stripped_click_month`.execute(database.ownerDb)
})

afterAll(() => close())

const strip = (now = NOW) =>
  stripOldClicks(testContext(database.ownerDb, 'visitor-data-clean-up', now), { months: MONTHS })

/** Builds clicks from `from` on, one every seven hours, with everything that a click can contain. */
function makeClicks(from: Date, count: number): Click[] {
  return Array.from({ length: count }, (_, index) =>
    makeClick({
      clickedAt: new Date(from.getTime() + index * 7 * HOUR_MS),
      publisherId: BigInt(1 + (index % 3)),
      verdict: index % 5 === 0 ? 'bot' : 'payable',
      referrer: 'https://notes.example/page',
      sub5: 'spring',
    }),
  )
}

const readClicks = () => database.db.selectFrom('click').selectAll().orderBy('clickedAt').orderBy('id').execute()

const strippedOf = (click: Click): Click => ({ ...click, referrer: null, userAgent: null, ipPrefix: null })

const readHours = () =>
  database.db.selectFrom('rollupHour').selectAll().orderBy('hour').orderBy('publisherId').execute()

/** Reads what PostgreSQL knows about the partition of a month, without its name. */
async function describePartition(month: Date): Promise<string> {
  const name = `click_${month.toISOString().slice(0, 7).replace('-', '_')}`
  const { rows } = await sql<{ description: string }>`
    SELECT concat_ws(E'\n', relispartition, relnamespace::regnamespace,
      (SELECT string_agg(pg_get_indexdef(indexrelid) || indisvalid || EXISTS (
        SELECT FROM pg_inherits WHERE inhrelid = indexrelid
      ), E'\n' ORDER BY indexrelid::regclass::text) FROM pg_index WHERE indrelid = pg_class.oid),
      (SELECT string_agg(pg_get_constraintdef(oid), E'\n' ORDER BY conname) FROM pg_constraint
        WHERE conrelid = pg_class.oid),
      has_table_privilege('tandem_app', oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE')) AS description
    FROM pg_class WHERE relname = ${name}`.execute(database.ownerDb)
  expect(rows).toHaveLength(1)
  return String(rows[0]?.description).replaceAll(name, 'partition')
}

test('a closed month loses user agent, referrer and IP prefix, and nothing else changes', async () => {
  const [due, open] = [makeClicks(new Date(OPEN.getTime() - 40 * HOUR_MS), 5), makeClicks(OPEN, 5)]
  const last = makeClick({ clickedAt: new Date(OPEN.getTime() - 1) })
  const days = {
    from: toDay(new Date(OPEN.getTime() - 40 * HOUR_MS)),
    until: toDay(new Date(OPEN.getTime() + 48 * HOUR_MS)),
  }
  await store.insert([...due, last, ...open])
  await rebuildInParts(database.db, { days })
  const hours = await readHours()
  await strip()
  const expected = [...due, last].map(strippedOf)
  expect(await readClicks()).toEqual([...expected, ...open])
  expect(await describePartition(DUE)).toContain('PRIMARY KEY')
  expect(await listRollupDifferences(database.db)).toEqual([])
  await rebuildInParts(database.db, { days })
  expect(await readHours()).toEqual(hours)
  await strip(addMonths(NOW, 1))
  expect(await readClicks()).toEqual([...expected, ...open.map(strippedOf)])
  expect(await describePartition(DUE)).toBe(await describePartition(OPEN))
  const lines = await database.db.selectFrom('auditLine').selectAll().where('action', '=', 'clicks.strip').execute()
  expect(lines.map(({ details }) => details['clicks'])).toEqual(['6', '5'])
})

test('a stripped partition has the indexes, constraints and rights of one that was never rewritten', async () => {
  await store.insert([...makeClicks(DUE, 3), ...makeClicks(OPEN, 3)])
  await strip()
  await ensureClickPartitions(database.ownerDb, { from: OPEN, months: 1 })
  expect(await describePartition(DUE)).toBe(await describePartition(OPEN))
})

test('a killed run leaves everything as it was, and the next one finishes its work', async () => {
  const due = makeClicks(DUE, 90)
  await store.insert(due)
  // A reader that stays open keeps the run from swapping the copy in.
  const killed = database.ownerDb.transaction().execute(async (reader) => {
    await sql`SELECT FROM click LIMIT 1`.execute(reader)
    const run = strip()
    run.catch(() => {})
    await waitUntil(isSwapWaiting)
    await sql`SELECT pg_terminate_backend(pid) FROM pg_locks
      WHERE locktype = 'advisory' AND pid <> pg_backend_pid()
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(reader)
    await expect(run).rejects.toThrow(/discarded|terminat/)
    expect(await countCopies()).toBe(due.length)
  })
  await killed
  expect(await readClicks()).toEqual(due)
  await strip()
  expect(await readClicks()).toEqual(due.map(strippedOf))
})

async function isSwapWaiting(): Promise<boolean> {
  const { rows } = await sql`SELECT FROM pg_locks
    WHERE relation = 'click'::regclass AND mode = 'AccessExclusiveLock' AND NOT granted`.execute(database.db)
  return rows.length > 0
}

async function countCopies(): Promise<number> {
  const name = `retention.click_${DUE.toISOString().slice(0, 7).replace('-', '_')}`
  const { rows } = await sql<{ count: bigint }>`SELECT count(*) FROM ${sql.table(name)}`.execute(database.ownerDb)
  return Number(rows[0]?.count)
}

test('clicks that are replayed into the month meanwhile and later are there once, without these columns', async () => {
  const due = makeClicks(DUE, 60)
  await store.insert(due)
  const late = makeClicks(new Date(DUE.getTime() + HOUR_MS), 60)
  const recent = makeClicks(OPEN, 60)
  const stripping = strip()
  for (const [index, click] of late.entries()) {
    await replayUntilTaken([click, due[index] ?? click])
    await insertOrReplay(recent[index] ?? click)
  }
  await stripping
  const byTime = (one: Click, other: Click) => one.clickedAt.getTime() - other.clickedAt.getTime()
  const stored = await readClicks()
  const withoutDetails = stored.map((click) => (click.clickedAt < OPEN ? strippedOf(click) : click))
  expect(withoutDetails).toEqual([...[...due, ...late].map(strippedOf).toSorted(byTime), ...recent])
  const later = makeClick({ clickedAt: new Date(DUE.getTime() + 2 * HOUR_MS), referrer: 'https://late.example/' })
  await store.replay([clickToJson(later)])
  expect(await readClicks()).toContainEqual(strippedOf(later))
  expect((await readClicks()).filter(({ clickedAt, userAgent }) => clickedAt < OPEN && userAgent !== null)).toEqual([])
})

/** Replays clicks as the spool replayer does: what fails is repeated. */
async function replayUntilTaken(clicks: readonly Click[]): Promise<void> {
  const replay = () => store.replay(clicks.map(clickToJson))
  await expect.poll(replay).toBeGreaterThanOrEqual(0)
}

/** Stores a click as the click log does: what fails is replayed. */
async function insertOrReplay(click: Click): Promise<void> {
  await store.insert([click]).catch(() => replayUntilTaken([click]))
}

test('the check of the ledger finds no difference in a stripped month, and still finds a changed click', async () => {
  const ledger = await createSmallLedger(database)
  expect(listLines(await verifyLedger(database.db))).toEqual([])
  await strip(addMonths(NOW, 3))
  expect((await readClicks()).map(({ referrer }) => referrer)).toEqual([null, null, null])
  expect(listLines(await verifyLedger(database.db))).toEqual([])
  const changed = [setClick(ledger.clickId, sql`sub1 = 'other'`)]
  expect(await verifyCorrupted(database.ownerDb, changed, verifyLedger)).toHaveLength(1)
})
