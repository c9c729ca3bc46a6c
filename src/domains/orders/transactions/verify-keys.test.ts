import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyCorrupted } from '#test/support/corruption.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { createSmallLedger, differ, strangerId } from '#test/support/small-ledger.ts'
import type { Corruption, SmallLedger } from '#test/support/small-ledger.ts'
import { verifyLedger } from './queries/verify-ledger.ts'

const database = await openTestDatabase()
let ledger: SmallLedger

beforeAll(async () => {
  ledger = await createSmallLedger(database)
})

const KEYS: Corruption[] = [
  [
    'a posting twice under one key',
    (is) => [
      sql`ALTER TABLE posting DROP CONSTRAINT posting_pkey`,
      sql`INSERT INTO posting SELECT * FROM posting WHERE entry_id = ${is.entryId}`,
    ],
    (is) => {
      const key = `publisher_id ${is.publisher.slice(10)}, entry_id ${is.entryId}, line_no 1`
      return differ(`posting with ${key}`, 'one row', '2 rows')
    },
  ],
  [
    'a posting twice under one key, in two currencies',
    (is) => [
      sql`ALTER TABLE posting DROP CONSTRAINT posting_pkey, DROP CONSTRAINT posting_currency_check`,
      sql`INSERT INTO posting SELECT publisher_id, entry_id, line_no, from_account, to_account, 'EUR', amount
        FROM posting WHERE entry_id = ${is.entryId}`,
    ],
    (is) => {
      const key = `publisher_id ${is.publisher.slice(10)}, entry_id ${is.entryId}, line_no 1`
      return differ(`posting with ${key}`, 'one row', '2 rows')
    },
  ],
  [
    'an entry twice under one source',
    (is) => [
      sql`ALTER TABLE entry DROP CONSTRAINT entry_publisher_id_subject_kind_subject_id_sequence_key`,
      sql`INSERT INTO entry SELECT publisher_id, ${strangerId}, kind, source_kind, source_id, sequence, posted_at
        FROM entry WHERE id = ${is.entryId}`,
    ],
    (is) => {
      const source = `source_kind transaction, source_id ${is.transactionId}, sequence 1`
      return differ(`entry with publisher_id ${is.publisher.slice(10)}, ${source}`, 'one row', '2 rows')
    },
  ],
  [
    'an entry of a payout twice under one source',
    (is) => [
      sql`ALTER TABLE entry DROP CONSTRAINT entry_publisher_id_subject_kind_subject_id_sequence_key`,
      sql`INSERT INTO entry SELECT publisher_id, gen_random_uuid(), 'lapse', 'payout', ${strangerId}, 1, now()
        FROM entry, generate_series(1, 2) WHERE id = ${is.entryId}`,
    ],
    () => `source_kind payout, source_id ${strangerId}, sequence 1: expected one row, found 2 rows`,
  ],
  [
    'an entry twice under one id',
    (is) => [
      sql`ALTER TABLE entry DROP CONSTRAINT entry_pkey CASCADE`,
      sql`INSERT INTO entry SELECT publisher_id, id, kind, source_kind, source_id, 9, now()
        FROM entry WHERE id = ${is.entryId}`,
    ],
    (is) => differ(`entry with publisher_id ${is.publisher.slice(10)}, id ${is.entryId}`, 'one row', '2 rows'),
  ],
  [
    'a decision twice under one number',
    (is) => [
      sql`ALTER TABLE transaction_decision DROP CONSTRAINT transaction_decision_pkey`,
      sql`INSERT INTO transaction_decision SELECT * FROM transaction_decision
        WHERE transaction_id = ${is.transactionId}`,
    ],
    (is) => {
      const key = `publisher_id ${is.publisher.slice(10)}, transaction_id ${is.transactionId}, sequence 1`
      return differ(`transaction_decision with ${key}`, 'one row', '2 rows')
    },
  ],
]

/** Makes a change that an index does not get, as after damage, and lets the planner prefer indexes. */
const besideIndex = (index: string, change: RawBuilder<unknown>) => [
  sql`UPDATE pg_index SET indisready = false WHERE indexrelid = ${index}::regclass`,
  change,
  sql`UPDATE pg_index SET indisready = true WHERE indexrelid = ${index}::regclass`,
  sql`SET LOCAL enable_seqscan = off`,
]

const INDEXES: Corruption[] = [
  [
    'a posting twice where the index lacks one',
    (is) => besideIndex('posting_pkey', sql`INSERT INTO posting SELECT * FROM posting WHERE entry_id = ${is.entryId}`),
    (is) => {
      const key = `publisher_id ${is.publisher.slice(10)}, entry_id ${is.entryId}, line_no 1`
      return differ(`posting with ${key}`, 'one row', '2 rows')
    },
  ],
  [
    'a second decision that the index lacks',
    (is) =>
      besideIndex(
        'transaction_decision_pkey',
        sql`INSERT INTO transaction_decision (
            publisher_id, transaction_id, sequence, action, decided_as, status, order_value, commission, fee, note,
            decided_at
          )
          SELECT publisher_id, transaction_id, 3, 'confirm', 'operator', 'CONFIRMED', order_value, commission, fee, '',
            now()
          FROM transaction_decision WHERE transaction_id = ${is.transactionId}`,
      ),
    (is) => {
      const expected = 'number 2, after another status than CONFIRMED'
      return differ(`decision 3 on ${is.transaction}`, expected, 'number 3, confirm after CONFIRMED')
    },
  ],
]

const ORDERS: Corruption[] = [
  [
    'entries of an order whose sums are zero, all on accounts of another advertiser',
    () => sql`UPDATE posting SET from_account = replace(from_account, ':', ':9'),
        to_account = replace(to_account, ':', ':9')
      WHERE entry_id IN (SELECT id FROM entry WHERE source_id = (SELECT source_id FROM entry WHERE kind = 'reversal'))`,
    (is) => `expected accounts of ${is.advertiser}, found accounts of advertisers 9`,
  ],
  [
    'a second decision that the first one does not allow',
    (is) => sql`INSERT INTO transaction_decision (
        publisher_id, transaction_id, sequence, action, decided_as, status, order_value, commission, fee, note,
        decided_at
      )
      SELECT publisher_id, transaction_id, 2, 'confirm', 'operator', 'CONFIRMED', order_value, commission, fee, '',
        now()
      FROM transaction_decision WHERE transaction_id = ${is.transactionId}`,
    (is) => {
      const expected = 'number 2, after another status than CONFIRMED'
      return differ(`decision 2 on ${is.transaction}`, expected, 'number 2, confirm after CONFIRMED')
    },
  ],
]

describe('the ledger check', () => {
  const verify = (statements: RawBuilder<unknown> | readonly RawBuilder<unknown>[]) =>
    verifyCorrupted(database.ownerDb, [statements].flat(), verifyLedger)

  describe.each([
    ['of keys', KEYS],
    ['of damaged indexes', INDEXES],
    ['of orders', ORDERS],
  ])('%s', (_group, corruptions) => {
    test.each(corruptions)('finds %s', async (_name, corrupt, line) => {
      expect(await verify(corrupt(ledger))).toContainEqual(expect.stringContaining(line(ledger)))
    })
  })
})
