import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '#platform/server/context.ts'
import { systemContext } from '#platform/server/context.ts'
import { createTestDatabase } from '#test/support/database.ts'
import type { TestDatabase } from '#test/support/database.ts'
import { createOrderFixtures, recordPending } from '#test/support/order-fixtures.ts'
import type { OrderFixtures } from '#test/support/order-fixtures.ts'
import { decideTransaction } from './commands/decide-transaction.ts'
import { runLedgerCheck, verifyLedger } from './queries/verify-ledger.ts'

let database: TestDatabase
let fixtures: OrderFixtures
let ctx: Ctx

beforeAll(async () => {
  database = await createTestDatabase()
  fixtures = await createOrderFixtures(database.db)
  ctx = systemContext(database.db, 'test')
})

afterAll(() => database.close())

describe('the ledger check', () => {
  let one: Awaited<ReturnType<typeof recordPending>>

  beforeEach(async () => {
    one = await recordPending(ctx, fixtures)
    await decideTransaction(ctx, { ...one, status: 'CONFIRMED' })
  })

  /** Corrupts data as the database owner, runs the check and rolls the change back. */
  async function findErrorsAfter(corrupt: ReturnType<typeof sql>): Promise<string[]> {
    const rolledBack = new Error('rolled back')
    let findings: string[] = []
    const work = database.ownerDb.transaction().setIsolationLevel('repeatable read')
    await work
      .execute(async (tx) => {
        await sql`SET LOCAL session_replication_role = replica`.execute(tx)
        const { numAffectedRows = 0n } = await corrupt.execute(tx)
        if (numAffectedRows === 0n) throw new Error('Nothing was corrupted')
        findings = await verifyLedger(tx)
        throw rolledBack
      })
      .catch((error: unknown) => {
        if (error !== rolledBack) throw error
      })
    return findings
  }

  const selectEntry = () => sql`(SELECT id FROM entry WHERE source_id = ${one.transactionId} AND sequence = 1)`

  test('finds no error in a correct ledger', async () => {
    const lines: string[] = []
    expect(await runLedgerCheck(database.db, (line) => lines.push(line))).toBe(0)
    expect(lines).toEqual(['The ledger is right.'])
  })

  test.each<[string, () => ReturnType<typeof sql>, RegExp]>([
    [
      'a changed posting',
      () => sql`UPDATE posting SET amount = amount + 1 WHERE entry_id = ${selectEntry()}`,
      /^Entry .* does not post the commission of transaction \S+: 100001 USD from publisher_payable to advertiser_/,
    ],
    [
      'a posting with swapped accounts',
      () => sql`UPDATE posting SET from_account = to_account, to_account = from_account
        WHERE entry_id = ${selectEntry()}`,
      /^Balance publisher_payable .* its postings come to/,
    ],
    [
      'a posting from another account',
      () => sql`UPDATE posting SET from_account = 'rounding' WHERE entry_id = ${selectEntry()}`,
      /^Balance rounding of publisher \d+ is 0 USD, its postings come to -100000$/,
    ],
    [
      'all postings of an entry deleted',
      () => sql`DELETE FROM posting WHERE entry_id = ${selectEntry()}`,
      /has no postings$/,
    ],
    ['a deleted entry', () => sql`DELETE FROM entry WHERE id = ${selectEntry()}`, /has no confirmation in the ledger$/],
    [
      'a doubled entry',
      () => sql`
        WITH doubled AS (
          INSERT INTO entry SELECT publisher_id, gen_random_uuid(), kind, source_kind, source_id, 2, posted_at
          FROM entry WHERE id = ${selectEntry()} RETURNING publisher_id, id
        )
        INSERT INTO posting SELECT d.publisher_id, d.id, p.line_no, p.from_account, p.to_account, p.currency, p.amount
        FROM doubled d, posting p WHERE p.entry_id = ${selectEntry()}`,
      /stands for no decision/,
    ],
    [
      'a changed balance',
      () => sql`UPDATE balance SET amount = amount + 1 WHERE account = 'publisher_payable'`,
      /^Balance publisher_payable .* its postings come to/,
    ],
    [
      'a lost balance',
      () => sql`DELETE FROM balance WHERE account = 'publisher_payable'`,
      /^Balance publisher_payable/,
    ],
    [
      'a decision without an entry',
      () => sql`
        INSERT INTO transaction_decision
        VALUES (${one.publisherId}, ${one.transactionId}, 2, 'CANCELLED', 'OTHER', '', NULL, now())`,
      /has no reversal in the ledger$/,
    ],
    [
      'a changed commission',
      () => sql`UPDATE transaction SET commission = 1 WHERE id = ${one.transactionId}`,
      /nets to 100000 in the ledger, its commission is 1$/,
    ],
    [
      'a state of another status',
      () => sql`UPDATE transaction_state SET status = 'PENDING' WHERE transaction_id = ${one.transactionId}`,
      /^The state of transaction \S+ of publisher \d+ is not what .* say: status is PENDING, not CONFIRMED$/,
    ],
    [
      'a state of another commission',
      () => sql`UPDATE transaction_state SET commission = 7 WHERE transaction_id = ${one.transactionId}`,
      /^The state of transaction .* say: commission is 7, not 100000$/,
    ],
    [
      "a state with another decision's data",
      () => sql`UPDATE transaction_state SET decided_by = 9, sequence = 4 WHERE transaction_id = ${one.transactionId}`,
      /say: decided_by is 9, not empty; sequence is 4, not 1$/,
    ],
    [
      'a lost state',
      () => sql`DELETE FROM transaction_state WHERE transaction_id = ${one.transactionId}`,
      /^Transaction \S+ of publisher \d+ has no state; its order and decisions say CONFIRMED$/,
    ],
    [
      'a state without a transaction',
      () => sql`UPDATE transaction_state SET transaction_id = gen_random_uuid()
        WHERE transaction_id = ${one.transactionId}`,
      /^The state of transaction \S+ of publisher \d+ has no transaction$/,
    ],
    ['a lost transaction', () => sql`DELETE FROM transaction WHERE id = ${one.transactionId}`, /which does not exist$/],
    ['a lost key', () => sql`DELETE FROM transaction_key WHERE transaction_id = ${one.transactionId}`, /do not belong/],
  ])('finds %s', async (_name, corrupt, expected) => {
    expect(await findErrorsAfter(corrupt())).toContainEqual(expect.stringMatching(expected))
    expect(await verifyLedger(database.db)).toEqual([])
  })

  test('the application role cannot delete any of these rows', async () => {
    for (const table of ['posting', 'entry', 'transaction', 'transaction_key', 'transaction_decision', 'postback']) {
      await expect(sql`DELETE FROM ${sql.table(table)}`.execute(database.db)).rejects.toThrow('permission denied')
    }
  })
})
