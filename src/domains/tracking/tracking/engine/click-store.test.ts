import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { sql } from 'kysely'
import type { TestDatabase } from '#test/support/database.ts'
import { PATIENT_MS, makeClick, makePool, openClickStore } from '#test/support/click-fixtures.ts'
import type { Click } from '../tables.ts'
import { clickToJson } from '../views.ts'
import type { ClickStore } from './click-store.ts'
import { createClickStore } from './click-store.ts'
import { ensureClickPartitions } from '../commands/partitions.ts'

let database: TestDatabase
let store: ClickStore
let close: () => Promise<void>

beforeAll(async () => {
  ;({ database, store, close } = await openClickStore())
})

afterAll(() => close())

const read = (click: Click) =>
  database.db
    .selectFrom('click')
    .selectAll()
    .where('publisherId', '=', click.publisherId)
    .where('id', '=', click.id)
    .execute()

const SPECIAL_CHARACTERS = 'a\tb\nc\\d\r"\'{},\\N \u{1F600} ü'

describe('a click', () => {
  test.each([
    ['plain', makeClick()],
    [
      'with special characters',
      makeClick({
        sub1: SPECIAL_CHARACTERS,
        sub2: '',
        destination: SPECIAL_CHARACTERS,
        referrer: '\\N',
        userAgent: '\\.',
      }),
    ],
    ['with unknown ids', makeClick({ publisherId: 0n, siteId: 0n, sub1: null, destination: null, userAgent: null })],
    ['with large ids', makeClick({ publisherId: 2n ** 62n, termsId: 2n ** 62n })],
  ])('%s reads back unchanged, inserted or replayed', async (_, click) => {
    await store.insert([click])
    const [inserted, ...others] = await read(click)
    expect(others).toEqual([])
    expect(inserted).toEqual(click)
    const twin = { ...makeClick(), ...click, id: makeClick().id, clickedAt: click.clickedAt }
    await store.replay([clickToJson(twin)])
    expect(await read(twin)).toEqual([{ ...inserted, id: twin.id }])
  })

  test('is tried out without being stored, and refused if the database does not accept it', async () => {
    const click = makeClick()
    await store.tryOut([clickToJson(click)])
    expect(await read(click)).toEqual([])
    await expect(store.tryOut(['{"publisher_id":1}'])).rejects.toMatchObject({ code: '23502' })
  })

  test('is stored once however often it is replayed, and its hour is marked as late', async () => {
    const clickedAt = new Date('2026-03-01T23:59:59.999Z')
    const click = makeClick({ clickedAt })
    const other = makeClick({ clickedAt: new Date('2026-03-02T00:00:00Z') })
    await store.insert([click])
    for (let time = 0; time < 3; time++) await store.replay([click, other, click].map(clickToJson))
    expect(await read(click)).toHaveLength(1)
    expect(await read(other)).toHaveLength(1)
    const hours = await database.db
      .selectFrom('lateClickHour')
      .select('hour')
      .where('hour', '<', new Date('2026-03-03'))
      .orderBy('hour')
      .execute()
    expect(hours.map(({ hour }) => hour.toISOString())).toEqual([
      '2026-03-01T23:00:00.000Z',
      '2026-03-02T00:00:00.000Z',
    ])
  })
})

test('a batch is written completely or not at all, and the connection stays usable', async () => {
  const [good, bad] = [makeClick(), makeClick({ verdict: 'nonsense' as never })]
  await expect(store.insert([good, bad])).rejects.toMatchObject({ code: '22P02' })
  expect(await read(good)).toEqual([])
  await store.insert([good])
  expect(await read(good)).toHaveLength(1)
})

test('an empty replay proves that the database answers', async () => {
  await expect(store.replay([])).resolves.toBe(0)
})

test('a write without an answer is aborted, and its place in the pool is freed', async () => {
  // Without a limit for locks, only the limit of the store can end the write.
  const one = makePool(database, { max: 1, lockTimeoutMs: 0 })
  onTestFinished(() => one.end())
  const blocked = createClickStore(one, { timeoutMs: 100 })
  const click = makeClick()
  await database.ownerDb.transaction().execute(async (tx) => {
    await sql`LOCK TABLE click IN ACCESS EXCLUSIVE MODE`.execute(tx)
    await expect(blocked.insert([click])).rejects.toThrow('terminated')
  })
  await createClickStore(one, { timeoutMs: PATIENT_MS }).insert([makeClick()])
})

describe('partitions', () => {
  const findPartitions = async (click: Click) => {
    const { rows } = await sql<{
      name: string
    }>`SELECT tableoid::regclass::text AS name FROM click WHERE id = ${click.id}`.execute(database.db)
    return rows.map(({ name }) => name)
  }

  test('are created once, and get their clicks from the default partition', async () => {
    const clicks = ['2027-01-01T00:00:00.000Z', '2027-01-31T23:59:59.999Z', '2027-02-01T00:00:00.000Z'].map((at) =>
      makeClick({ clickedAt: new Date(at) }),
    )
    await store.insert(clicks)
    const range = { from: new Date('2026-12-15T10:00:00Z'), months: 2 }
    const made = await Promise.all([
      ensureClickPartitions(database.ownerDb, range),
      ensureClickPartitions(database.ownerDb, range),
    ])
    expect(made.flat().toSorted()).toEqual(['click_2026_12', 'click_2027_01'])
    expect(await Promise.all(clicks.map(findPartitions))).toEqual([
      ['click_2027_01'],
      ['click_2027_01'],
      ['click_default'],
    ])
    await store.replay(clicks.map(clickToJson))
    expect(await Promise.all(clicks.map(findPartitions))).toEqual([
      ['click_2027_01'],
      ['click_2027_01'],
      ['click_default'],
    ])
  })

  test('cannot be rewritten by the application', async () => {
    for (const table of ['click', 'click_default', 'click_2026_12']) {
      await expect(sql`DELETE FROM ${sql.id(table)}`.execute(database.db)).rejects.toMatchObject({ code: '42501' })
    }
  })

  test('have the indexes of the table', async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT indexname AS name FROM pg_indexes WHERE tablename = 'click_2026_12' ORDER BY 1`.execute(database.db)
    expect(rows).toHaveLength(3)
  })
})
