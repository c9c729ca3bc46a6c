import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { listLines } from '#platform/server/database/database-check.ts'
import { verifyCorrupted } from '#test/support/corruption.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { createMoneyNetwork, verifyMoney } from '#test/support/money-network.ts'

const USD = 10_000n

const database = await openTestDatabase()

/**
 * Brings an order of each publisher, over 2,000.00 with a commission of 200.00 and a fee of 40.00, into an exported run
 * of which the first publisher is paid. A third order is confirmed and not covered, a fourth was amended and reversed.
 */
beforeAll(async () => {
  const network = await createMoneyNetwork(database)
  const [first, second] = network.publisherIds
  const orders = [await network.order(first, 2000n * USD), await network.order(second, 2000n * USD)]
  for (const order of orders) await network.decide(order, { action: 'confirm' })
  await network.deposit(500n * USD)
  await network.cover()
  const [uncovered, reversed] = [await network.order(first, 300n * USD), await network.order(first, 300n * USD)]
  await network.decide(uncovered, { action: 'confirm' })
  await network.decide(reversed, { action: 'confirm' })
  await network.decide(reversed, { action: 'amend', orderValue: 150n * USD })
  await network.decide(reversed, { action: 'cancel', reasonCode: 'OUT_OF_STOCK' })
  network.wait(40)
  const run = await network.draft()
  await network.approve(run)
  await network.export(run.runId)
  const payout = run.payouts.find(({ publisherId }) => publisherId === first)
  if (!payout) throw new Error('The first publisher has no payout')
  await network.settle({ runId: run.runId, ...payout }, 'paid')
})

test('hold for what the commands wrote', async () => {
  expect(listLines(await verifyMoney(database.ownerDb))).toEqual([])
})

/** A corruption, the statements that make it, and a line that finds it. */
type Corruption = [name: string, statements: RawBuilder<unknown>[], line: RegExp]

const paid = sql`(SELECT id FROM payout WHERE status = 'paid')`
const covered = sql`(SELECT transaction_id FROM transaction_state WHERE covered_fee > 0 ORDER BY publisher_id LIMIT 1)`
const confirmation = sql`(SELECT id FROM entry WHERE kind = 'confirmation' AND source_id = ${covered})`
const move = (account: RawBuilder<unknown>, by: number) => sql`
  UPDATE balance SET amount = amount + ${by} WHERE (publisher_id, account) = (
    SELECT publisher_id, account FROM balance WHERE account LIKE ${account} ORDER BY publisher_id LIMIT 1
  )`
const entries = sql`(SELECT id FROM entry WHERE source_id = ${covered})`
const feePosting = sql`to_account = 'network_fee_income' AND entry_id = ${confirmation}`

const INVARIANTS: Record<string, Corruption[]> = {
  'I1, every amount is above zero, from ≠ to': [
    [
      'an amount of zero',
      [
        sql`ALTER DOMAIN moved_amount DROP CONSTRAINT moved_amount_check`,
        sql`UPDATE posting SET amount = 0 WHERE ${feePosting}`,
      ],
      /a positive amount between two accounts, found 0 from advertiser_receivable:\d+ to network_fee_income/,
    ],
    [
      'a posting from an account to itself',
      [
        sql`ALTER TABLE posting DROP CONSTRAINT posting_check`,
        sql`UPDATE posting SET from_account = to_account WHERE ${feePosting}`,
      ],
      /a positive amount between two accounts, found 400000 from network_fee_income to network_fee_income/,
    ],
  ],
  'I2, balances are their postings': [
    ['a balance', [move(sql`'network_fee_income'`, 1)], /^balance network_fee_income of publisher \d+ in USD: /],
  ],
  'I3, one confirmation per confirmed transaction, and confirmed − reversed is its state': [
    [
      'a confirmation that is missing with its postings',
      [
        sql`DELETE FROM posting WHERE entry_id = ${confirmation}`,
        sql`DELETE FROM entry WHERE kind = 'confirmation' AND source_id = ${covered}`,
      ],
      /^money of transaction .*expected confirmed 0, receivable 0, fee_income 400000, found confirmed -2000000, /,
    ],
    [
      'a second confirmation',
      [
        sql`INSERT INTO entry SELECT publisher_id, gen_random_uuid(), kind, source_kind, source_id, 2, posted_at
          FROM entry WHERE id = ${confirmation}`,
        sql`INSERT INTO posting SELECT e.publisher_id, e.id, line_no, from_account, to_account, currency, amount
          FROM posting JOIN entry AS e ON e.kind = 'confirmation' AND e.source_id = ${covered} AND e.sequence = 2
          WHERE entry_id = (SELECT id FROM entry WHERE source_id = ${covered} AND source_kind = 'transaction'
            AND sequence = 1)`,
      ],
      /^money of transaction .*confirmed 0, receivable 0, fee_income 400000, found confirmed 2000000, /,
    ],
    [
      'a cover from a strange account, with its balances',
      [
        sql`UPDATE posting SET from_account = 'rounding' WHERE to_account = 'publisher_payable'`,
        sql`UPDATE balance SET amount = amount + 2000000 WHERE account = 'publisher_confirmed'`,
        sql`INSERT INTO balance SELECT publisher_id, 'rounding', 'USD', -2000000 FROM balance
          WHERE account = 'publisher_payable'`,
      ],
      /^money of transaction .*confirmed 0, found confirmed 2000000/,
    ],
  ],
  'I4, every entry has its source, and every source its entry': [
    [
      'a cover without its decision',
      [sql`UPDATE entry SET sequence = 7 WHERE kind = 'cover' AND source_id = ${covered}`],
      /^entry .*expected cover of an order that decision 7 left confirmed, found cover of .*no such decision/,
    ],
    [
      'a cover of no transaction',
      [sql`UPDATE entry SET source_id = gen_random_uuid() WHERE kind = 'cover' AND source_id = ${covered}`],
      /^money of transaction .*expected none, found transaction_id /,
    ],
    [
      'a decision without its entry',
      [sql`DELETE FROM entry WHERE kind = 'confirmation' AND source_id = ${covered}`],
      /^entry of publisher \d+, for decision 1 on transaction .*: expected confirmation, found none/,
    ],
    [
      'a settlement without its payout',
      [sql`UPDATE entry SET source_id = gen_random_uuid() WHERE kind = 'payout_settlement'`],
      /^entries of payout .*expected none, found payout_id /,
    ],
    [
      'a deposit without its entry',
      [sql`DELETE FROM entry WHERE kind = 'deposit'`],
      /^entry of deposit .*expected kind deposit, .*found none/,
    ],
  ],
  'I5, the state is its decisions replayed': [
    [
      'an order value that no amendment set, in decision and state',
      [
        sql`UPDATE transaction_decision SET order_value = order_value - 1 WHERE transaction_id = ${covered}`,
        sql`UPDATE transaction_state SET order_value = order_value - 1 WHERE transaction_id = ${covered}`,
      ],
      /^amounts of decision 1 .*expected order_value 20000000, found order_value 19999999/,
    ],
    [
      'an amended commission',
      [sql`UPDATE transaction_decision SET commission = commission + 1 WHERE action = 'amend'`],
      /^amounts of decision 2 .*expected commission 150000, found commission 150001/,
    ],
    [
      'a state',
      [sql`UPDATE transaction_state SET order_value = order_value - 1 WHERE transaction_id = ${covered}`],
      /^state of transaction .*expected order_value 20000000, found order_value 19999999/,
    ],
  ],
  'I6, the fee is terms version × base': [
    [
      'the fee of a decision',
      [sql`UPDATE transaction_decision SET fee = fee + 1 WHERE transaction_id = ${covered}`],
      /^amounts of decision 1 .*expected fee 400000, found fee 400001/,
    ],
    [
      'the fee of a state',
      [sql`UPDATE transaction_state SET fee = fee + 1 WHERE transaction_id = ${covered}`],
      /^state of transaction .*expected fee 400000, found fee 400001/,
    ],
    [
      'a fee everywhere, from the decision to the balances',
      [
        sql`UPDATE transaction_decision SET fee = fee + 1 WHERE transaction_id = ${covered}`,
        sql`UPDATE posting SET amount = amount + 1 WHERE ${feePosting}
          OR (from_account LIKE 'advertiser_funds:%' AND entry_id IN ${entries})`,
        sql`UPDATE transaction_state SET fee = fee + 1, covered_fee = covered_fee + 1
          WHERE transaction_id = ${covered}`,
        move(sql`'network_fee_income'`, 1),
        sql`UPDATE balance SET amount = amount - 1 WHERE (publisher_id, account) = (
          SELECT publisher_id, account FROM balance
          WHERE account LIKE 'advertiser_funds:%' AND publisher_id > 0 ORDER BY publisher_id LIMIT 1
        )`,
      ],
      /^amounts of decision 1 .*expected fee 400000, found fee 400001/,
    ],
    [
      'the rate of the terms',
      [sql`UPDATE program_terms SET fee_ppm = 100000`],
      /^amounts of decision 1 .*expected fee 200000, found fee 400000/,
    ],
  ],
  'I7, in payment are the lines of approved and exported runs that are not settled': [
    [
      'a balance',
      [sql`UPDATE balance SET amount = amount + 1 WHERE account = 'publisher_in_payment'`],
      /^in payment of publisher \d+: expected 2000000, found 2000001/,
    ],
    [
      'a payout that says it failed',
      [sql`UPDATE payout SET status = 'failed', settled_on = '2026-01-01', reason = 'x' WHERE status = 'exported'`],
      /^in payment of publisher \d+: expected 0, found 2000000/,
    ],
  ],
  'I8, settled − returned is what left the cash': [
    [
      'a balance of cash',
      [sql`UPDATE balance SET amount = amount + 1 WHERE account = 'network_cash' AND publisher_id > 0`],
      /^cash paid out to publisher \d+: expected 2000000, found 2000001/,
    ],
    [
      'a payment that did not come back',
      [sql`UPDATE payout SET status = 'returned', returned_on = settled_on, reason = 'x' WHERE status = 'paid'`],
      /^cash paid out to publisher \d+: expected 0, found 2000000/,
    ],
  ],
  'I9, funds used ≤ deposits + credit': [
    [
      'a smaller deposit, with its entry and balances',
      [
        sql`UPDATE deposit SET amount = 4799999`,
        sql`UPDATE posting SET amount = 4799999 WHERE from_account = 'network_cash'`,
        sql`UPDATE balance SET amount = CASE WHEN amount > 0 THEN 4799999 ELSE -4799999 END WHERE publisher_id = 0`,
      ],
      /^funds of advertiser_funds:\d+: expected at least 0, found -1$/,
    ],
  ],
  'I10, the statement is its lines is its payout': [
    [
      'a line of another amount',
      [sql`UPDATE statement_line SET amount = amount - 1 WHERE payout_id = ${paid}`],
      /^lines of payout .*expected amount 2000000, found amount 1999999/,
    ],
    [
      'a line that left its statement',
      [sql`UPDATE statement_line SET payout_id = NULL WHERE payout_id = ${paid}`],
      /^lines of payout .*expected payout_id .*found none/,
    ],
    [
      'a payout that is not its lines',
      [
        sql`ALTER TABLE payout DROP CONSTRAINT payout_check`,
        sql`UPDATE payout SET amount = amount - 100 WHERE id = ${paid}`,
      ],
      /^sum of payout .*expected 2000000 and a rest, found 1999900 and a rest of 0/,
    ],
    [
      'a payout without its statement',
      [sql`DELETE FROM statement WHERE payout_id = ${paid}`],
      /^statement of payout .*expected a number, found none/,
    ],
  ],
}

describe.each(Object.entries(INVARIANTS))('check:ledger proves %s: it finds', (_name, corruptions) => {
  test.each(corruptions)('%s', async (_of, statements, line) => {
    const lines = await verifyCorrupted(database.ownerDb, statements, verifyMoney)
    expect(lines).toContainEqual(expect.stringMatching(line))
  })
})
