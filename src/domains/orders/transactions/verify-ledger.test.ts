import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { printResults } from '#platform/server/database/database-check.ts'
import { verifyCorrupted } from '#test/support/corruption.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { createSmallLedger, differ, setPosting, setState, strangerId } from '#test/support/small-ledger.ts'
import type { Corruption, SmallLedger } from '#test/support/small-ledger.ts'
import { verifyLedger } from './queries/verify-ledger.ts'

const database = await openTestDatabase()
let ledger: SmallLedger

beforeAll(async () => {
  ledger = await createSmallLedger(database)
})

const POSTINGS: Corruption[] = [
  [
    'another amount',
    (is) => setPosting(is, sql`amount = amount + 1`),
    (is) => differ(is.postings, 'owed 100000, advertiser -100000', 'owed 100001, advertiser -100001'),
  ],
  [
    'another currency',
    (is) => [sql`ALTER TABLE posting DROP CONSTRAINT posting_currency_check`, setPosting(is, sql`currency = 'EUR'`)],
    (is) => `${is.postings}: expected none, found `,
  ],
  [
    'the other direction',
    (is) => setPosting(is, sql`from_account = to_account, to_account = from_account`),
    (is) => differ(is.postings, 'owed 100000, advertiser -100000', 'owed -100000, advertiser 100000'),
  ],
  [
    'another ledger account',
    (is) => setPosting(is, sql`from_account = 'rounding'`),
    (is) => differ(is.postings, 'advertiser -100000', 'advertiser 0'),
  ],
  [
    'a movement through the account of another advertiser',
    (is) => sql`INSERT INTO posting SELECT publisher_id, entry_id, n, CASE n WHEN 8 THEN to_account ELSE other END,
      CASE n WHEN 8 THEN other ELSE to_account END, currency, 5
      FROM posting, (VALUES ('advertiser_receivable:999999')) AS stranger (other), generate_series(8, 9) AS n
      WHERE entry_id = ${is.entryId}`,
    (is) => {
      const found = `accounts of advertisers ${is.advertiser.slice(11)} to 999999`
      return differ(`postings of ${is.transaction}`, `accounts of ${is.advertiser}`, found)
    },
  ],
  [
    'the account of covered commission',
    (is) => setPosting(is, sql`to_account = 'publisher_payable'`),
    (is) => differ(is.postings, 'payable 0', 'payable 100000'),
  ],
  [
    'a missing posting',
    (is) => sql`DELETE FROM posting WHERE entry_id = ${is.entryId}`,
    (is) => `${is.postings}: expected entry_id ${is.entryId}, owed 100000, fee_income 0, advertiser -100000, payable 0`,
  ],
  [
    'an extra posting',
    (is) => sql`INSERT INTO posting SELECT publisher_id, entry_id, 2, 'rounding', 'publisher_confirmed', currency, 5
      FROM posting WHERE entry_id = ${is.entryId}`,
    (is) => differ(is.postings, 'owed 100000', 'owed 100005'),
  ],
  [
    'a posting moved to another publisher',
    (is) => setPosting(is, sql`publisher_id = ${is.otherPublisherId}`),
    (is) => differ(`posting 1 of entry ${is.entryId} of publisher ${is.otherPublisherId}`, 'an entry', 'none'),
  ],
  [
    'an entry moved to another publisher with its posting',
    (is) => [
      setPosting(is, sql`publisher_id = ${is.otherPublisherId}`),
      sql`UPDATE entry SET publisher_id = ${is.otherPublisherId} WHERE id = ${is.entryId}`,
    ],
    (is) => {
      const entry = `entry ${is.entryId} of publisher ${is.otherPublisherId}`
      return differ(`${entry}, for decision 1 on transaction ${is.transactionId}`, 'none', 'confirmation')
    },
  ],
  [
    'another balance',
    () => sql`UPDATE balance SET amount = amount + 1 WHERE account = 'publisher_confirmed'`,
    (is) => differ(`balance publisher_confirmed of ${is.publisher} in USD`, '100000', '100001'),
  ],
  [
    'a missing balance',
    () => sql`DELETE FROM balance WHERE account = 'publisher_confirmed'`,
    (is) => differ(`balance publisher_confirmed of ${is.publisher} in USD`, '100000', '0'),
  ],
  [
    'a balance without postings',
    (is) => sql`INSERT INTO balance VALUES (${is.otherPublisherId}, 'publisher_confirmed', 'USD', 3)`,
    (is) => differ(`balance publisher_confirmed of publisher ${is.otherPublisherId} in USD`, '0', '3'),
  ],
]

const ENTRIES: Corruption[] = [
  [
    'an entry without its transaction',
    (is) => [
      sql`INSERT INTO entry SELECT publisher_id, ${strangerId}, kind, source_kind, ${strangerId}, 1, now()
        FROM entry WHERE id = ${is.entryId}`,
      sql`INSERT INTO posting SELECT publisher_id, ${strangerId}, 1, from_account, to_account, currency, amount
        FROM posting WHERE entry_id = ${is.entryId}`,
    ],
    (is) => {
      const entry = `entry ${strangerId} of ${is.publisher}, for decision 1 on transaction ${strangerId}`
      return differ(entry, 'none', 'confirmation')
    },
  ],
  [
    'an entry of a source that does not exist',
    (is) => sql`UPDATE entry SET source_kind = 'gift' WHERE id = ${is.entryId}`,
    (is) => differ(is.entry, 'a known source', `gift ${is.transactionId}`),
  ],
  [
    'a doubled entry',
    (is) => sql`INSERT INTO entry SELECT publisher_id, ${strangerId}, kind, source_kind, source_id, 2, posted_at
      FROM entry WHERE id = ${is.entryId}`,
    (is) => {
      const entry = `entry ${strangerId} of ${is.publisher}, for decision 2 on transaction ${is.transactionId}`
      return differ(entry, 'none', 'confirmation')
    },
  ],
  [
    'a confirmed transaction without entry',
    (is) => [sql`DELETE FROM posting WHERE entry_id = ${is.entryId}`, sql`DELETE FROM entry WHERE id = ${is.entryId}`],
    (is) => {
      const entry = `entry of ${is.publisher}, for decision 1 on transaction ${is.transactionId}`
      return differ(entry, 'confirmation', 'none')
    },
  ],
  [
    'an entry without postings',
    (is) => sql`DELETE FROM posting WHERE entry_id = ${is.entryId}`,
    (is) => differ(is.entry, 'postings', 'none'),
  ],
  [
    'a reversal that is a confirmation',
    () => sql`UPDATE entry SET kind = 'confirmation' WHERE kind = 'reversal'`,
    () => ': expected reversal, found confirmation',
  ],
]

const DECISIONS: Corruption[] = [
  [
    'a decision without its transaction',
    (is) =>
      sql`UPDATE transaction_decision SET transaction_id = ${strangerId} WHERE transaction_id = ${is.transactionId}`,
    (is) => differ(`decision 1 on transaction ${strangerId} of ${is.publisher}`, 'a transaction', 'none'),
  ],
  [
    'a missing decision',
    (is) => sql`DELETE FROM transaction_decision WHERE transaction_id = ${is.transactionId}`,
    (is) =>
      `state of ${is.transaction}: expected sequence 0, status PENDING, decided_at none, found sequence 1, status`,
  ],
  [
    'a gap in the decisions',
    (is) => sql`UPDATE transaction_decision SET sequence = 2 WHERE transaction_id = ${is.transactionId}`,
    (is) =>
      differ(
        `decision 2 on ${is.transaction}`,
        'number 1, after another status than CONFIRMED',
        'number 2, confirm after PENDING',
      ),
  ],
  [
    'an extra decision',
    (is) => sql`INSERT INTO transaction_decision (
        publisher_id, transaction_id, sequence, action, decided_as, status, reason_code, order_value, commission, fee,
        note, decided_at
      )
      SELECT publisher_id, transaction_id, 2, 'cancel', 'operator', 'CANCELLED', 'OTHER', order_value, commission, 0,
        '', now()
      FROM transaction_decision WHERE transaction_id = ${is.transactionId}`,
    (is) => {
      const entry = `entry of ${is.publisher}, for decision 2 on transaction ${is.transactionId}`
      return differ(entry, 'reversal', 'none')
    },
  ],
  [
    'a state of another status',
    (is) => setState(is, sql`status = 'PENDING'`),
    (is) => differ(`state of ${is.transaction}`, 'status CONFIRMED', 'status PENDING'),
  ],
  [
    'a state of another commission',
    (is) => setState(is, sql`commission = 7`),
    (is) => differ(`state of ${is.transaction}`, 'commission 100000', 'commission 7'),
  ],
  [
    "a state with another decision's data",
    (is) => setState(is, sql`decided_by = 9, sequence = 4`),
    (is) => differ(`state of ${is.transaction}`, 'sequence 1, decided_by none', 'sequence 4, decided_by 9'),
  ],
  [
    'a missing state',
    (is) => sql`DELETE FROM transaction_state WHERE transaction_id = ${is.transactionId}`,
    (is) => `state of ${is.transaction}: expected ${is.advertiser.replace('advertiser', 'advertiser_id')}, `,
  ],
  [
    'a state without its transaction',
    (is) => setState(is, sql`transaction_id = ${strangerId}`),
    (is) => `state of transaction ${strangerId} of ${is.publisher}: expected none, found advertiser_id `,
  ],
  [
    'another roll-up',
    () => sql`UPDATE rollup_status SET commission = 3 WHERE status = 'CONFIRMED'`,
    (is) => `CONFIRMED of ${is.advertiser} on ${is.day}: expected commission 100000, found commission 3`,
  ],
  [
    'a missing roll-up',
    () => sql`DELETE FROM rollup_status WHERE status = 'CONFIRMED'`,
    (is) => {
      const figures = 'transactions 1, order_value 1000000, commission 100000'
      return `CONFIRMED of ${is.advertiser} on ${is.day}: expected ${figures}, found none`
    },
  ],
  [
    'another roll-up of the publisher',
    () => sql`UPDATE rollup_publisher_status SET transactions = 3 WHERE status = 'CONFIRMED'`,
    (is) => `CONFIRMED of ${is.publisher} on ${is.day}: expected transactions 1, found transactions 3`,
  ],
  [
    'another roll-up of a relationship',
    () => sql`UPDATE rollup_relationship SET confirmed = 3 WHERE confirmed = 1`,
    (is) => `${is.publisher} at ${is.advertiser} on ${is.day}: expected confirmed 1, found confirmed 3`,
  ],
  [
    'another roll-up of decided orders',
    () => sql`UPDATE rollup_cohort SET order_value = 3`,
    (is) => `decided orders: CONFIRMED of ${is.advertiser} on ${is.day}, decided on `,
  ],
  [
    'another roll-up of orders',
    () => sql`UPDATE rollup_order SET order_value = 3 WHERE dimension = 'event'`,
    (is) => `roll-up of orders: event of ${is.advertiser} on ${is.day}`,
  ],
  [
    'a roll-up without transactions',
    () => sql`INSERT INTO rollup_status VALUES (77, '2026-01-01', 'PENDING', 1, 2, 3)`,
    () => 'PENDING of advertiser 77 on 2026-01-01: expected none, found transactions 1, order_value 2, commission 3',
  ],
]

describe('the ledger check', () => {
  const verify = (statements: RawBuilder<unknown> | readonly RawBuilder<unknown>[]) =>
    verifyCorrupted(database.ownerDb, [statements].flat(), verifyLedger)

  test('finds no difference in a correct ledger', async () => {
    const lines: string[] = []
    const print = (line: string) => lines.push(line)
    expect(printResults(await verifyLedger(database.db), { print, success: 'The ledger is right.' })).toBe(0)
    expect(lines).toEqual(['The ledger is right.'])
  })

  describe.each([
    ['of postings and balances', POSTINGS],
    ['of entries', ENTRIES],
    ['of decisions, states and their roll-up', DECISIONS],
  ])('%s', (_group, corruptions) => {
    test.each(corruptions)('finds %s', async (_name, corrupt, line) => {
      expect(await verify(corrupt(ledger))).toContainEqual(expect.stringContaining(line(ledger)))
    })
  })

  test('leaves out the roll-up of a day with a change that is not counted yet', async () => {
    const counted = sql`UPDATE rollup_status_progress SET counted_until = now()`
    expect(await verify([counted, sql`UPDATE rollup_status SET commission = 3 WHERE status = 'CONFIRMED'`])).toEqual([])
  })

  test('lists twenty differences of a kind, counts all of them and exits with 1', async () => {
    const strays = sql`INSERT INTO balance SELECT n, 'rounding', 'USD', 1 FROM generate_series(101, 125) AS n`
    const lines = await verify([strays])
    expect(lines).toHaveLength(21)
    expect(lines[20]).toBe('… and 5 more (balance)')
    const printed: string[] = []
    const listed = [{ place: 'one', expected: 'a', found: 'b' }]
    const options = { print: (line: string) => printed.push(line), success: '' }
    expect(printResults([{ kind: 'balance', count: 25, listed }], options)).toBe(1)
    expect(printed).toEqual(['one: expected a, found b', '… and 24 more (balance)', '25 differences.'])
  })

  test('the application role cannot delete any of these rows', async () => {
    for (const table of ['posting', 'entry', 'transaction', 'transaction_key', 'transaction_decision', 'postback']) {
      await expect(sql`DELETE FROM ${sql.table(table)}`.execute(database.db)).rejects.toThrow('permission denied')
    }
  })
})
