import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Db } from '#database'
import { testContext } from '#test/support/context.ts'
import { verifyCorrupted } from '#test/support/corruption.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { audit } from './audit.ts'
import { AUDIT_CHECKS, findLastSeal, sealAuditLines } from './audit-seal.ts'
import { runChecks } from '../database/database-check.ts'

const database = await openTestDatabase()

const verify = (db: Db) => runChecks(db, AUDIT_CHECKS)
const seal = (maxLines = 100) => sealAuditLines(testContext(database.db), { waitMs: 200, maxLines })

async function writeLines(db: Db, count: number): Promise<void> {
  const ctx = testContext(db)
  for (let n = 0; n < count; n++) await audit(ctx, { action: 'test.write', target: `test:${n}`, details: { n } })
}

async function listSeals() {
  const seals = await database.db.selectFrom('auditSeal').selectAll().orderBy('lastId').execute()
  return seals.map(({ afterId, lastId, lineCount }) => [Number(afterId), Number(lastId), lineCount])
}

describe('sealing', () => {
  test('covers all lines in parts, each after the one before, and nothing twice', async () => {
    await seal()
    expect(await findLastSeal(database.db)).toBeUndefined()
    await writeLines(database.db, 5)
    await seal(2)
    await seal(2)
    expect(await listSeals()).toEqual([
      [0, 2, 2],
      [2, 4, 2],
      [4, 5, 1],
    ])
    expect(await verify(database.db)).toEqual([])
  })

  test.each(['committed', 'rolled back'] as const)(
    'waits for a line with a lower id that is %s later, and holds no command up',
    async (end) => {
      const sealed = await listSeals()
      const open = await database.db.startTransaction().execute()
      await writeLines(open, 1)
      await writeLines(database.db, 1)
      await seal()
      expect(await listSeals()).toEqual(sealed)
      await (end === 'committed' ? open.commit() : open.rollback()).execute()
      await seal()
      const [, last = 0] = sealed.at(-1) ?? []
      expect((await listSeals()).at(-1)).toEqual([last, last + 2, end === 'committed' ? 2 : 1])
      expect(await verify(database.db)).toEqual([])
    },
  )

  test('by several processes while others write makes one chain without a gap', async () => {
    const writers = Array.from({ length: 4 }, async () => {
      for (let round = 0; round < 10; round++) await database.db.transaction().execute((tx) => writeLines(tx, 2))
    })
    const sealers = Array.from({ length: 3 }, async () => {
      for (let round = 0; round < 5; round++) await seal(7)
    })
    await Promise.all([...writers, ...sealers])
    await seal()
    const seals = await listSeals()
    expect(seals.slice(1).map(([after]) => after)).toEqual(seals.slice(0, -1).map(([, last]) => last))
    const { count } = await database.db
      .selectFrom('auditLine')
      .select((row) => row.fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow()
    expect(seals.reduce((sum, [, , lineCount = 0]) => sum + lineCount, 0)).toBe(Number(count))
    expect(await verify(database.db)).toEqual([])
  })
})

describe('the check', () => {
  const covering = '1 to 2: expected 2 lines with the seal '

  test.each<[name: string, corruption: RawBuilder<unknown>, line: string]>([
    ['another actor', sql`UPDATE audit_line SET actor_name = 'else' WHERE id = 2`, covering],
    ['another action', sql`UPDATE audit_line SET action = 'test.read' WHERE id = 2`, covering],
    ['another target', sql`UPDATE audit_line SET target = 'test:9' WHERE id = 1`, covering],
    ['other details', sql`UPDATE audit_line SET details = '{"n": 7}' WHERE id = 1`, covering],
    [
      'another time',
      sql`UPDATE audit_line SET created_at = created_at + interval '1 microsecond' WHERE id = 1`,
      covering,
    ],
    ['a missing line', sql`DELETE FROM audit_line WHERE id = 5`, 'audit lines 5 to 5: expected 1 lines with the seal '],
    [
      'swapped lines',
      sql`UPDATE audit_line SET target = CASE id WHEN 1 THEN 'test:1' ELSE 'test:0' END WHERE id IN (1, 2)`,
      covering,
    ],
    [
      'a missing seal',
      sql`DELETE FROM audit_seal WHERE last_id = 4`,
      'audit seal up to line 5: expected a seal up to line 4',
    ],
    [
      'a seal of another count',
      sql`UPDATE audit_seal SET line_count = 3 WHERE last_id = 4`,
      'audit lines 3 to 4: expected 3',
    ],
    [
      'a changed seal',
      sql`UPDATE audit_seal SET digest = sha256('') WHERE last_id = 4`,
      'audit lines 5 to 5: expected 1',
    ],
  ])('finds %s', async (_name, corruption, line) => {
    const lines = await verifyCorrupted(database.ownerDb, [corruption], verify)
    expect(lines).toContainEqual(expect.stringContaining(line))
  })

  test('finds a line that was added to those of a seal', async () => {
    const gap = sql`INSERT INTO audit_line (id, created_at, actor_kind, action, target) OVERRIDING SYSTEM VALUE
      SELECT last_id - 1, now(), 'system', 'test.add', 'test:1' FROM audit_seal WHERE line_count < last_id - after_id`
    const [line = ''] = await verifyCorrupted(database.ownerDb, [gap], verify)
    expect(line).toMatch(/^audit lines \d+ to \d+: expected 1 lines with the seal \w{64}, found 2 lines with the seal/)
  })

  test('the application role cannot change or remove a seal', async () => {
    const refused = 'permission denied'
    await expect(sql`UPDATE audit_seal SET line_count = 1`.execute(database.db)).rejects.toThrow(refused)
    await expect(sql`DELETE FROM audit_seal`.execute(database.db)).rejects.toThrow(refused)
  })
})
