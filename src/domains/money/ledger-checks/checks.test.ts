import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AccountActor } from '#kernel/actor.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { awaitLockWaits } from '#test/support/lock-waits.ts'
import { makeAccount } from '#test/support/network-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { checkLedger } from './commands/check-ledger.ts'
import { keepCheck } from './commands/keep-check.ts'
import { verifyMoney, verifyMoneyInTime } from './queries/verify-money.ts'
import { checkRoutes } from './routes.ts'

const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>
let operator: AccountActor

const at = (time: string | Date): Ctx => testContext(database.db, 'ledger-check', new Date(time))

beforeAll(async () => {
  server = await createTestServer(database.db, checkRoutes)
  operator = await makeAccount(at('2026-03-01T00:00:00Z'), 'operator')
  const other = await makeAccount(at('2026-03-01T00:00:00Z'), 'operator')
  const choice = { locale: 'zh' as const, mutedNotices: ['applications' as const] }
  await database.db.updateTable('account').set(choice).where('id', '=', other.accountId).execute()
  await makeAccount(at('2026-03-01T00:00:00Z'), 'publisher')
})

afterAll(() => server.close())

beforeEach(async () => {
  for (const table of ['ledger_check', 'mail', 'balance']) {
    await sql`DELETE FROM ${sql.table(table)}`.execute(database.ownerDb)
  }
})

const check = (time: string) => checkLedger(at(time))
const readDays = async () =>
  (await database.db.selectFrom('ledgerCheck').select(['day', 'differenceCount']).orderBy('day').execute()).map(
    ({ day, differenceCount }) => `${day}: ${differenceCount}`,
  )
const readMails = () => database.db.selectFrom('mail').select(['subject', 'textBody']).orderBy('id').execute()
const corrupt = () => sql`INSERT INTO balance VALUES (7, 'network_cash', 'USD', 3)`.execute(database.ownerDb)
const readReply = async (): Promise<unknown> =>
  (await server.get('/api/v1/operator/money/check', { as: operator })).json().data

test('checks once a day, keeps that the ledger is right, and mails nothing', async () => {
  expect(await readReply()).toBe(null)
  await check('2026-03-02T03:20:00Z')
  await corrupt()
  await check('2026-03-02T03:21:00Z')
  expect(await readDays()).toEqual(['2026-03-02: 0'])
  expect(await readMails()).toEqual([])
  expect(await readReply()).toMatchObject({
    started_at: '2026-03-02T03:20:00.000Z',
    differences: 0,
    lines: [],
    is_overdue: true,
    right_at: '2026-03-02T03:20:00.000Z',
  })
})

test('mails each difference to all operators in their languages, every night until it is gone', async () => {
  await check('2026-03-01T03:20:00Z')
  await corrupt()
  await check('2026-03-02T03:20:00Z')
  await check('2026-03-02T03:20:00Z')
  const line = 'balance network_cash of publisher 7 in USD: expected 0, found 3'
  const cash = 'cash paid out to publisher 7: expected 0, found 3'
  expect(await readReply()).toMatchObject({
    differences: 2,
    lines: [line, cash],
    right_at: '2026-03-01T03:20:00.000Z',
  })
  const mails = await readMails()
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('the ledger has 2 differences'),
    expect.stringContaining('账本有 2 处差异'),
  ])
  for (const { textBody } of mails) expect(textBody).toContain(line)
  await check('2026-03-03T03:20:00Z')
  expect(await readMails()).toHaveLength(4)
})

test('keeps the result of the command instead of the earlier one, for a year', async () => {
  await check('2025-02-28T03:20:00Z')
  await check('2026-03-02T03:20:00Z')
  const found = { place: 'a balance', expected: '1', found: '2' }
  const results = [{ kind: 'balance', count: 30, listed: [found] }]
  expect(await keepCheck(at('2026-03-02T09:00:00Z'), { results, tookMs: 12 })).toBe(true)
  expect(await readDays()).toEqual(['2026-03-02: 30'])
  expect(await readReply()).toMatchObject({
    took_ms: 12,
    lines: ['a balance: expected 1, found 2', '… and 29 more (balance)'],
    right_at: null,
  })
})

test('cut off in the middle keeps nothing, and is made up for', async () => {
  await database.ownerDb.transaction().execute(async (tx) => {
    await sql`LOCK TABLE posting IN ACCESS EXCLUSIVE MODE`.execute(tx)
    const outcome = check('2026-03-02T03:20:00Z').then(
      () => 'done',
      () => 'failed',
    )
    await awaitLockWaits(database, 1)
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(tx)
    expect(await outcome).toBe('failed')
  })
  expect(await readDays()).toEqual([])
  await check('2026-03-02T03:21:00Z')
  expect(await readDays()).toEqual(['2026-03-02: 0'])
})

test('finds what is wrong in several parts, and fails if one of them does', async () => {
  await corrupt()
  const found = await verifyMoney(database.db)
  expect(found.map(({ kind }) => kind)).toEqual(['balance', 'money paid out'])
  await sql`ALTER TABLE invoice RENAME TO invoice_away`.execute(database.ownerDb)
  try {
    await expect(verifyMoney(database.db)).rejects.toThrow('"invoice" does not exist')
  } finally {
    await sql`ALTER TABLE invoice_away RENAME TO invoice`.execute(database.ownerDb)
  }
})

test('says that a comparison took too long, and limits no statement afterwards', async () => {
  const readLimit = () => sql<{ limit: string }>`SHOW statement_timeout`.execute(database.db)
  const limit = JSON.stringify((await readLimit()).rows)
  await database.ownerDb.transaction().execute(async (tx) => {
    await sql`LOCK TABLE posting IN ACCESS EXCLUSIVE MODE`.execute(tx)
    expect(await verifyMoneyInTime(database.db, { limitMs: 20 })).toMatchObject([
      { kind: 'time of the check', count: 1 },
    ])
  })
  const limits = await Promise.all(Array.from({ length: 10 }, readLimit))
  expect(new Set(limits.map(({ rows }) => JSON.stringify(rows)))).toEqual(new Set([limit]))
})

test('shows nothing to others', async () => {
  const { statusCode } = await server.get('/api/v1/operator/money/check')
  expect(statusCode).toBe(401)
})
