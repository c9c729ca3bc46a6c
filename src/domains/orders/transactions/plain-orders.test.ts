import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#database'
import { toDay } from '#kernel/days.ts'
import { recordDeposit } from '#domains/money/funding/commands/move-funds.ts'
import { coverAllOrders } from '#domains/money/funding/commands/use-funds.ts'
import { systemContext } from '#platform/server/context.ts'
import { inCheckSnapshot, listLines, verifyTables } from '#platform/server/database/database-check.ts'
import type { CheckResult } from '#platform/server/database/database-check.ts'
import { verifyCorrupted } from '#test/support/corruption.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { createOrderFixtures, insertPublisher, recordPending } from '#test/support/order-fixtures.ts'
import { decideTransaction } from './commands/decide-transactions.ts'
import { UNPROVEN_SOURCES } from './queries/plain-orders.ts'
import { ENTRY_CHECKS, ENTRY_TABLES, verifyEntries, verifyLedger } from './queries/verify-ledger.ts'

const database = await openTestDatabase()
let orders: Record<'covered' | 'uncovered' | 'pending' | 'reversed' | 'amended', string>
let strangers: { publisherId: bigint; entryId: string }

beforeAll(async () => {
  const { db, ownerDb } = database
  const fixtures = await createOrderFixtures(db)
  await sql`UPDATE program_terms SET fee_ppm = 200000 WHERE id = ${fixtures.termsId}`.execute(ownerDb)
  const ctx = systemContext(db, 'test')
  const record = async (...decisions: Parameters<typeof decide>[1][]) => {
    const ids = await recordPending(ctx, fixtures)
    for (const decision of decisions) await decide(ids, decision)
    return ids.transactionId
  }
  const decide = (ids: { publisherId: bigint; transactionId: string }, change: object) =>
    decideTransaction(ctx, { ...ids, action: 'confirm', ...change })
  const covered = await record({})
  const reversed = await record({}, { action: 'cancel', reasonCode: 'FRAUD', note: 'stolen card' })
  const amended = await record({}, { action: 'amend', orderValue: 500_000n, reasonCode: 'RETURNED_MERCHANDISE' })
  const amount = 240_000n
  await recordDeposit(ctx, { advertiserId: fixtures.advertiserId, amount, movedOn: toDay(ctx.now), reference: 'first' })
  await coverAllOrders(systemContext(db, 'test'))
  orders = { covered, reversed, amended, uncovered: await record({}), pending: await record() }
  const other = await db.selectFrom('entry').select('id').where('sourceId', '=', reversed).executeTakeFirstOrThrow()
  strangers = { publisherId: await insertPublisher(db, 'Other'), entryId: other.id }
})

/** Compares all sources, as if one join proved nothing. */
function verifyEverySource(tx: Db) {
  const rows = sql`
    SELECT publisher_id, source_id, false AS is_astray FROM entry UNION SELECT publisher_id, id, false FROM transaction
    UNION SELECT publisher_id, transaction_id, false FROM transaction_decision
    UNION SELECT publisher_id, transaction_id, false FROM transaction_state
    UNION SELECT publisher_id, entry_id, true FROM posting
    UNION SELECT publisher_id, entry_id, true FROM statement_line`
  const tables = ENTRY_TABLES.map((table) => (table === UNPROVEN_SOURCES ? { ...table, rows } : table))
  return verifyTables(tx, ENTRY_CHECKS, tables)
}

const entries = () => sql`(SELECT id FROM entry WHERE source_id = ${orders.covered})`

/** The rows of the covered order by table, and what each of their columns is changed to. */
const CHANGES: [table: string, rows: () => RawBuilder<unknown>, changes: Record<string, string>][] = [
  [
    'posting',
    () => sql`entry_id IN ${entries()}`,
    {
      publisher_id: 'STRANGER',
      entry_id: 'OTHER_ENTRY',
      from_account: "'network_cash'",
      to_account: "'publisher_withheld'",
      currency: "'EUR'",
      amount: 'amount + 1',
    },
  ],
  [
    'entry',
    () => sql`source_id = ${orders.covered}`,
    {
      publisher_id: 'STRANGER',
      id: 'OTHER_ENTRY',
      kind: "'amendment'",
      source_kind: "CASE source_kind WHEN 'cover' THEN 'transaction' ELSE 'cover' END",
      source_id: 'OTHER_ORDER',
      sequence: 'sequence + 1',
    },
  ],
  [
    'statement_line',
    () => sql`entry_id IN ${entries()}`,
    { publisher_id: 'STRANGER', entry_id: 'OTHER_ENTRY', transaction_id: 'OTHER_ORDER', amount: 'amount - 1' },
  ],
  [
    'transaction_decision',
    () => sql`transaction_id = ${orders.covered}`,
    {
      publisher_id: 'STRANGER',
      transaction_id: 'OTHER_ORDER',
      sequence: '2',
      action: "'amend'",
      status: "'PENDING'",
      order_value: 'order_value + 1',
      commission: 'commission - 1',
      fee: 'fee + 1',
      decided_at: "decided_at + interval '1 hour'",
      decided_by: '7',
    },
  ],
  [
    'transaction_state',
    () => sql`transaction_id = ${orders.covered}`,
    {
      publisher_id: 'STRANGER',
      transaction_id: 'OTHER_ORDER',
      advertiser_id: 'advertiser_id + 1',
      transaction_at: "transaction_at + interval '1 hour'",
      order_value: 'order_value + 1',
      commission: 'commission + 1',
      currency: "'EUR'",
      sequence: '2',
      status: "'PENDING'",
      fee: 'fee + 1',
      covered_commission: 'covered_commission - 1',
      covered_fee: 'covered_fee - 1',
      confirmed_at: 'NULL',
      decided_at: "decided_at - interval '1 hour'",
    },
  ],
  [
    'transaction',
    () => sql`id = ${orders.covered}`,
    {
      publisher_id: 'STRANGER',
      id: 'OTHER_ENTRY',
      advertiser_id: 'advertiser_id + 1',
      order_value: 'order_value - 1',
      commission: 'commission + 1',
      currency: "'EUR'",
    },
  ],
]

/** Finds what is wrong by the join, and without it. */
async function findBoth(table: string, change: RawBuilder<unknown>) {
  let due: CheckResult[] = []
  const found = await verifyCorrupted(database.ownerDb, [...(await listConstraints(table)), change], async (tx) => {
    due = await verifyEverySource(tx)
    return verifyEntries(tx)
  })
  return { found, due: listLines(due) }
}

/** The statements that drop the constraints by which PostgreSQL refuses wrong rows. */
async function listConstraints(table: string): Promise<RawBuilder<unknown>[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT conname AS name FROM pg_constraint WHERE conrelid = ${table}::regclass AND contype IN ('c', 'p', 'u')
  `.execute(database.ownerDb)
  return rows.map(({ name }) => sql`ALTER TABLE ${sql.table(table)} DROP CONSTRAINT ${sql.id(name)} CASCADE`)
}

const toValue = (text: string) =>
  sql.raw(
    text
      .replace('STRANGER', `${strangers.publisherId}`)
      .replace('OTHER_ENTRY', `'${strangers.entryId}'`)
      .replace('OTHER_ORDER', `'${orders.pending}'`),
  )

describe('the join that proves plain orders', () => {
  test('leaves the orders with two decisions, and the deposit', async () => {
    const left = await inCheckSnapshot(database.db, ENTRY_TABLES, (tx) =>
      sql<{ sourceId: string }>`
        SELECT DISTINCT source_id FROM pg_temp.unproven_source JOIN transaction ON id = source_id`.execute(tx),
    )
    expect(left.rows.map(({ sourceId }) => sourceId).toSorted()).toEqual([orders.reversed, orders.amended].toSorted())
    expect(await verifyLedger(database.db)).toEqual([])
  })

  const changes = CHANGES.flatMap(([table, rows, columns]) =>
    Object.entries(columns).map(([column, value]) => ({ name: `${table}.${column}`, table, rows, column, value })),
  )
  test.each(changes)('leaves what is wrong with $name', async ({ table, rows, column, value }) => {
    const change = sql`UPDATE ${sql.table(table)} SET ${sql.id(column)} = ${toValue(value)} WHERE ${rows()}`
    const { found, due } = await findBoth(table, change)
    expect(found).toEqual(due)
    expect(due).not.toEqual([])
  })

  test.each(CHANGES)('leaves a missing row of %s', async (table, rows) => {
    const { found, due } = await findBoth(table, sql`DELETE FROM ${sql.table(table)} WHERE ${rows()}`)
    expect(found).toEqual(due)
    expect(due).not.toEqual([])
  })

  test('leaves a posting that is there twice', async () => {
    const again = sql`INSERT INTO posting SELECT * FROM posting WHERE entry_id IN ${entries()}`
    const { found, due } = await findBoth('posting', again)
    expect(found).toEqual(due)
    expect(due).not.toEqual([])
  })
})
