import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { toDay } from '#kernel/days.ts'
import { recordDeposit } from '#domains/money/funding/commands/move-funds.ts'
import { coverAllOrders } from '#domains/money/funding/commands/use-funds.ts'
import { testContext } from '#test/support/context.ts'
import { verifyCorrupted } from '#test/support/corruption.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { createOrderFixtures, insertPublisher, recordPending } from '#test/support/order-fixtures.ts'
import { decideTransaction } from './commands/decide-transactions.ts'
import { verifyLedger } from './queries/verify-ledger.ts'

const database = await openTestDatabase()
let orders: Record<'covered' | 'pending' | 'reversed', string>
let strangers: { publisherId: bigint; entryId: string }

beforeAll(async () => {
  const { db, ownerDb } = database
  const fixtures = await createOrderFixtures(db)
  await sql`UPDATE program_terms SET fee_ppm = 200000 WHERE id = ${fixtures.termsId}`.execute(ownerDb)
  const ctx = testContext(db)
  const record = async (...decisions: object[]) => {
    const ids = await recordPending(ctx, fixtures)
    for (const decision of decisions) await decideTransaction(ctx, { ...ids, action: 'confirm', ...decision })
    return ids.transactionId
  }
  const covered = await record({})
  const reversed = await record({}, { action: 'cancel', reasonCode: 'FRAUD', note: 'stolen card' })
  await record({}, { action: 'amend', orderValue: 500_000n, reasonCode: 'RETURNED_MERCHANDISE' })
  const amount = 240_000n
  await recordDeposit(ctx, { advertiserId: fixtures.advertiserId, amount, movedOn: toDay(ctx.now), reference: 'first' })
  await coverAllOrders(testContext(db))
  await record({})
  orders = { covered, reversed, pending: await record() }
  const other = await db.selectFrom('entry').select('id').where('sourceId', '=', reversed).executeTakeFirstOrThrow()
  strangers = { publisherId: await insertPublisher(db, 'Other'), entryId: other.id }
})

/** The statements that drop the constraints by which PostgreSQL refuses wrong rows. */
async function listConstraints(table: string): Promise<RawBuilder<unknown>[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT conname AS name FROM pg_constraint WHERE conrelid = ${table}::regclass AND contype IN ('c', 'p', 'u')
  `.execute(database.ownerDb)
  return rows.map(({ name }) => sql`ALTER TABLE ${sql.table(table)} DROP CONSTRAINT ${sql.id(name)} CASCADE`)
}

/** Makes a change to the database without constraints and lists what the check finds. */
async function verifyChanged(table: string, change: RawBuilder<unknown>): Promise<string[]> {
  return verifyCorrupted(database.ownerDb, [...(await listConstraints(table)), change], verifyLedger)
}

const ofEntries = () => sql`entry_id IN (SELECT id FROM entry WHERE source_id = ${orders.covered})`
const ofOrder = () => sql`transaction_id = ${orders.covered}`

/** The rows of the covered order by table. */
const ROWS: Record<string, () => RawBuilder<unknown>> = {
  posting: ofEntries,
  entry: () => sql`source_id = ${orders.covered}`,
  statement_line: ofEntries,
  transaction_decision: ofOrder,
  transaction_state: ofOrder,
  transaction: () => sql`id = ${orders.covered}`,
}

/** A table, a column of the rows of the covered order, what it is changed to, and a line that finds it. */
const CHANGES: [table: string, column: string, value: string, line: RegExp][] = [
  ['posting', 'publisher_id', 'STRANGER', /^posting 1 of entry \S+ of publisher \d+: expected an entry, found none/],
  ['posting', 'entry_id', 'OTHER_ENTRY', /^posting with .*: expected one row, found 3 rows/],
  ['posting', 'from_account', "'network_cash'", /^postings of entry .*expected advertiser -120000, found advertiser 0/],
  [
    'posting',
    'to_account',
    "'publisher_withheld'",
    /^postings of entry .*expected owed 100000, fee_income 20000, found/,
  ],
  ['posting', 'currency', "'EUR'", /^postings of entry .*expected none, found entry_id/],
  ['posting', 'amount', 'amount + 1', /^money of transaction .*expected payable 100000, .*found payable 100001/],
  [
    'entry',
    'publisher_id',
    'STRANGER',
    /^entry \S+ of publisher \d+, for decision 1 .*expected none, found confirmation/,
  ],
  ['entry', 'id', 'OTHER_ENTRY', /^posting 2 of entry \S+ of publisher \d+: expected an entry, found none/],
  ['entry', 'kind', "'amendment'", /^entry .*for decision 1 .*expected confirmation, found amendment/],
  [
    'entry',
    'source_kind',
    "CASE source_kind WHEN 'cover' THEN 'transaction' ELSE 'cover' END",
    /^entry .*for decision 1 .*expected confirmation, found cover/,
  ],
  ['entry', 'source_id', 'OTHER_ORDER', /^entry of publisher .*for decision 1 .*expected confirmation, found none/],
  ['entry', 'sequence', 'sequence + 1', /^entry .*expected cover of an order that decision 2 left confirmed, found/],
  ['statement_line', 'publisher_id', 'STRANGER', /^statement line .*expected none, found entry_id/],
  ['statement_line', 'entry_id', 'OTHER_ENTRY', /^statement line .*expected entry_id \S+ transaction_id \S+ amount/],
  [
    'statement_line',
    'transaction_id',
    'OTHER_ORDER',
    /^statement line .*expected transaction_id .*found transaction_id/,
  ],
  ['statement_line', 'amount', 'amount - 1', /^statement line .*expected amount 100000, found amount 99999/],
  ['transaction_decision', 'publisher_id', 'STRANGER', /^decision 1 on .*expected a transaction, found none/],
  ['transaction_decision', 'transaction_id', 'OTHER_ORDER', /^state of .*expected fee 0, sequence 0, status PENDING/],
  [
    'transaction_decision',
    'sequence',
    '2',
    /^decision 2 on .*expected number 1, .*found number 2, confirm after PENDING/,
  ],
  [
    'transaction_decision',
    'action',
    "'amend'",
    /^decision 1 on .*after CONFIRMED, found number 1, amend after PENDING/,
  ],
  ['transaction_decision', 'status', "'PENDING'", /^state of .*expected status PENDING, found status CONFIRMED/],
  ['transaction_decision', 'order_value', 'order_value + 1', /^amounts of decision 1 .*found order_value 1000001/],
  ['transaction_decision', 'commission', 'commission - 1', /^amounts of decision 1 .*found commission 99999/],
  ['transaction_decision', 'fee', 'fee + 1', /^amounts of decision 1 .*expected fee 20000, found fee 20001/],
  [
    'transaction_decision',
    'decided_at',
    "decided_at + interval '1 hour'",
    /^state of .*expected decided_at .*found decided_at/,
  ],
  ['transaction_decision', 'decided_by', '7', /^state of .*expected decided_by 7, found decided_by none/],
  ['transaction_state', 'publisher_id', 'STRANGER', /^state of .*expected none, found advertiser_id/],
  ['transaction_state', 'transaction_id', 'OTHER_ORDER', /^money of .*expected none, found transaction_id/],
  ['transaction_state', 'advertiser_id', 'advertiser_id + 1', /^state of .*expected advertiser_id 1, found/],
  [
    'transaction_state',
    'transaction_at',
    "transaction_at + interval '1 hour'",
    /^state of .*expected transaction_at .*found/,
  ],
  ['transaction_state', 'order_value', 'order_value + 1', /^state of .*found order_value 1000001/],
  ['transaction_state', 'commission', 'commission + 1', /^state of .*found commission 100001/],
  ['transaction_state', 'currency', "'EUR'", /^state of .*expected currency USD, found currency EUR/],
  ['transaction_state', 'sequence', '2', /^state of .*expected sequence 1, found sequence 2/],
  ['transaction_state', 'status', "'PENDING'", /^state of .*at most 100000 of 20000 covered, found 100000 and 20000/],
  ['transaction_state', 'fee', 'fee + 1', /^money of .*fee_income 20001, found receivable 0, fee_income 20000/],
  [
    'transaction_state',
    'covered_commission',
    'covered_commission - 1',
    /^money of .*expected confirmed 1, payable 99999/,
  ],
  ['transaction_state', 'covered_fee', 'covered_fee - 1', /^money of .*expected receivable -1, funds -119999, found/],
  ['transaction_state', 'confirmed_at', 'NULL', /^state of .*found 100000 and 20000 covered, confirmed at $/],
  [
    'transaction_state',
    'decided_at',
    "decided_at + interval '1 hour'",
    /^state of .*expected decided_at .*found decided_at/,
  ],
  ['transaction', 'publisher_id', 'STRANGER', /^decision 1 on .*expected a transaction, found none/],
  ['transaction', 'id', 'OTHER_ENTRY', /^state of .*expected none, found advertiser_id/],
  [
    'transaction',
    'advertiser_id',
    'advertiser_id + 1',
    /^postings of .*advertiser 2, found accounts of advertisers 1 to 1/,
  ],
  ['transaction', 'order_value', 'order_value - 1', /^amounts of decision 1 .*expected order_value 999999, found/],
  ['transaction', 'commission', 'commission + 1', /^amounts of decision 1 .*expected commission 100001, found/],
  ['transaction', 'currency', "'EUR'", /^state of .*currency EUR, found .*currency USD/],
]

test.each(CHANGES)('the ledger check finds another %s.%s', async (...of) => {
  const [table, column, value, line] = of
  const written = value
    .replace('STRANGER', `${strangers.publisherId}`)
    .replace('OTHER_ENTRY', `'${strangers.entryId}'`)
    .replace('OTHER_ORDER', `'${orders.pending}'`)
  const change = sql`UPDATE ${sql.table(table)} SET ${sql.id(column)} = ${sql.raw(written)} WHERE ${ROWS[table]?.()}`
  expect(await verifyChanged(table, change)).toContainEqual(expect.stringMatching(line))
})

const MISSING: [table: string, line: RegExp][] = [
  ['posting', /^postings of entry .*expected entry_id .*found none/],
  ['entry', /^entry of publisher .*for decision 1 .*expected confirmation, found none/],
  ['statement_line', /^statement line .*found none/],
  ['transaction_decision', /^state of .*expected fee 0, sequence 0, status PENDING, decided_at none/],
  ['transaction_state', /^state of .*found none/],
  ['transaction', /^decision 1 on .*expected a transaction, found none/],
]

test.each(MISSING)('the ledger check finds a missing row of %s', async (table, line) => {
  const change = sql`DELETE FROM ${sql.table(table)} WHERE ${ROWS[table]?.()}`
  expect(await verifyChanged(table, change)).toContainEqual(expect.stringMatching(line))
})

test('the ledger check finds a posting that is there twice', async () => {
  const again = sql`INSERT INTO posting SELECT * FROM posting WHERE ${ofEntries()}`
  const lines = await verifyChanged('posting', again)
  expect(lines).toContainEqual(expect.stringMatching(/^posting with .*line_no 1: expected one row, found 2 rows/))
})
