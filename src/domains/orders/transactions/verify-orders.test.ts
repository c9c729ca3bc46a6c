import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { uuid7Time } from '#kernel/uuid7.ts'
import { verifyCorrupted } from '#test/support/corruption.ts'
import { openTestDatabase } from '#test/support/database.ts'
import {
  createSmallLedger,
  differ,
  setClick,
  setPostback,
  setPosting,
  setState,
  setTransaction,
  strangerId,
} from '#test/support/small-ledger.ts'
import type { Corruption, SmallLedger } from '#test/support/small-ledger.ts'
import { verifyLedger } from './queries/verify-ledger.ts'

const database = await openTestDatabase()
let ledger: SmallLedger

beforeAll(async () => {
  ledger = await createSmallLedger(database)
})

const ORDERS: Corruption[] = [
  [
    'a missing transaction',
    (is) => sql`DELETE FROM transaction WHERE id = ${is.transactionId}`,
    (is) => differ(`order ${is.orderRef} (sale) of ${is.advertiser}`, 'no key', `the key of ${is.transaction}`),
  ],
  [
    'a missing key',
    (is) => sql`DELETE FROM transaction_key WHERE transaction_id = ${is.transactionId}`,
    (is) => differ(`order ${is.orderRef} (sale) of ${is.advertiser}`, `the key of ${is.transaction}`, 'no key'),
  ],
  [
    'a key of another transaction',
    (is) => sql`UPDATE transaction_key SET transaction_id = ${strangerId} WHERE transaction_id = ${is.transactionId}`,
    (is) => {
      const found = `the key of transaction ${strangerId} of ${is.publisher}`
      return differ(`order ${is.orderRef} (sale) of ${is.advertiser}`, `the key of ${is.transaction}`, found)
    },
  ],
  [
    'an order twice',
    (is) => sql`UPDATE transaction SET order_ref = ${is.orderRef} WHERE id = ${is.tagged.transactionId}`,
    (is) => {
      const key = `advertiser_id ${is.advertiser.slice(11)}, order_ref ${is.orderRef}, event sale`
      return differ(`transaction with ${key}`, 'one row', '2 rows')
    },
  ],
  [
    'a key twice',
    (is) => [
      sql`ALTER TABLE transaction_key DROP CONSTRAINT transaction_key_pkey`,
      sql`INSERT INTO transaction_key SELECT * FROM transaction_key WHERE transaction_id = ${is.transactionId}`,
    ],
    (is) => {
      const key = `advertiser_id ${is.advertiser.slice(11)}, order_ref ${is.orderRef}, event sale`
      return differ(`transaction_key with ${key}`, 'one row', '2 rows')
    },
  ],
  [
    'another commission everywhere',
    (is) => [
      setTransaction(is, sql`commission = 7`),
      setState(is, sql`commission = 7`),
      setPosting(is, sql`amount = 7`),
    ],
    (is) => differ(`commission of ${is.transaction}`, '100000 USD', '7 USD'),
  ],
  [
    'another order value everywhere',
    (is) => [setTransaction(is, sql`order_value = 1000001`), setState(is, sql`order_value = 1000001`)],
    (is) => differ(`postback ${is.postbackId} of ${is.transaction}`, 'amount 1000001', 'amount 1000000'),
  ],
  [
    'another currency everywhere',
    (is) => [
      setTransaction(is, sql`currency = 'EUR'`),
      setState(is, sql`currency = 'EUR'`),
      setPostback(is.postbackId, sql`currency = 'EUR'`),
    ],
    (is) => differ(`commission of ${is.transaction}`, '100000 EUR', '100000 USD'),
  ],
  [
    'terms that begin later',
    (is) => [
      setTransaction(is, sql`terms_id = ${is.laterTermsId}`),
      setClick(is.clickId, sql`terms_id = ${is.laterTermsId}`),
    ],
    (is) => differ(`terms of ${is.transaction}`, `version 1 of ${is.advertiser}`, `version 2 of ${is.advertiser}`),
  ],
  [
    'terms that had ended',
    (
      is,
    ) => sql`UPDATE program_terms SET effective_from = now() - interval '1 day', created_at = now() - interval '1 day'
      WHERE id = ${is.laterTermsId}`,
    (is) => differ(`terms of ${is.transaction}`, `version 2 of ${is.advertiser}`, `version 1 of ${is.advertiser}`),
  ],
  [
    "another advertiser's terms",
    (is) => setTransaction(is, sql`terms_id = ${is.otherTermsId}`),
    (is) => {
      const found = `version 1 of advertiser ${is.otherAdvertiserId}`
      return differ(`terms of ${is.transaction}`, `version 1 of ${is.advertiser}`, found)
    },
  ],
]

const CLICKS: Corruption[] = [
  [
    'a missing click',
    (is) => sql`DELETE FROM click WHERE id = ${is.clickId}`,
    (is) => differ(`click ${is.clickId} of ${is.transaction}`, `clicked_at ${is.clickedAt}`, 'no click'),
  ],
  [
    'a click of another time',
    (is) => setClick(is.clickId, sql`clicked_at = '2026-01-02 03:04:05Z'`),
    (is) => {
      const found = 'clicked_at 2026-01-02 03:04:05+00'
      return differ(`click ${is.clickId} of ${is.transaction}`, `clicked_at ${is.clickedAt}`, found)
    },
  ],
  [
    'another time of a click and its transaction',
    (is) => [
      setClick(is.clickId, sql`clicked_at = '2026-01-02 03:04:05Z'`),
      setTransaction(is, sql`clicked_at = '2026-01-02 03:04:05Z'`),
    ],
    (is) => {
      const found = 'clicked_at 2026-01-02 03:04:05+00'
      return differ(`click ${is.clickId} of ${is.transaction}`, `clicked_at ${is.clickedAt}`, found)
    },
  ],
  [
    'a click of another site',
    (is) => setClick(is.clickId, sql`site_id = 99`),
    (is) => differ(`click ${is.clickId} of ${is.transaction}`, `site_id ${is.siteId}`, 'site_id 99'),
  ],
  [
    'a click of another advertiser',
    (is) => setClick(is.clickId, sql`advertiser_id = 99`),
    (is) => {
      const expected = is.advertiser.replace('advertiser', 'advertiser_id')
      return differ(`click ${is.clickId} of ${is.transaction}`, expected, 'advertiser_id 99')
    },
  ],
  [
    'a click under other terms',
    (is) => setClick(is.clickId, sql`terms_id = 99`),
    (is) => differ(`click ${is.clickId} of ${is.transaction}`, `terms_id ${is.termsId}`, 'terms_id 99'),
  ],
  [
    'a click with other sub ids',
    (is) => setClick(is.tagged.clickId, sql`sub1 = 'old', sub5 = NULL`),
    (is) => {
      const click = `click ${is.tagged.clickId} of ${is.tagged.transaction}`
      return differ(click, 'sub1 news, sub5 spring', 'sub1 old, sub5 none')
    },
  ],
  [
    'a click that does not count',
    (is) => setClick(is.clickId, sql`verdict = 'bot'`),
    (is) => differ(`click ${is.clickId} of ${is.transaction}`, 'verdict payable', 'verdict bot'),
  ],
]

const POSTBACKS: Corruption[] = [
  [
    'a missing postback',
    (is) => sql`DELETE FROM postback WHERE id = ${is.postbackId}`,
    (is) => differ(is.transaction, 'a recorded postback', 'none'),
  ],
  [
    'a second recorded postback of a transaction',
    (is) => sql`INSERT INTO postback SELECT advertiser_id, ${strangerId}, received_at, channel, result, reason,
        publisher_id, transaction_id, order_ref, amount, currency
      FROM postback WHERE id = ${is.postbackId}`,
    (is) => {
      const key = `publisher_id ${is.publisher.slice(10)}, transaction_id ${is.transactionId}`
      return differ(`postback with ${key}`, 'one row', '2 rows')
    },
  ],
  [
    'a postback of another transaction',
    (is) => setPostback(is.postbackId, sql`transaction_id = ${strangerId}`),
    (is) => differ(`postback ${is.postbackId} of ${is.advertiser}`, `transaction ${strangerId}`, 'none'),
  ],
  [
    'a postback of another order',
    (is) => setPostback(is.postbackId, sql`order_ref = 'else'`),
    (is) => differ(`postback ${is.postbackId} of ${is.transaction}`, `order_ref ${is.orderRef}`, 'order_ref else'),
  ],
  [
    'a postback of another amount and currency',
    (is) => setPostback(is.postbackId, sql`amount = 5, currency = 'EUR'`),
    (is) => {
      const expected = 'amount 1000000, currency USD'
      return differ(`postback ${is.postbackId} of ${is.transaction}`, expected, 'amount 5, currency EUR')
    },
  ],
  [
    'a repeated postback whose amount was another after all',
    (is) => setPostback(is.tagged.differingPostbackId, sql`amount = 1000000`),
    (is) => {
      const place = `postback ${is.tagged.differingPostbackId} of ${is.advertiser}, a duplicate`
      return differ(place, 'order tagged, an amount other than 1000000 USD', 'order tagged, amount 1000000')
    },
  ],
  [
    'a repeated postback whose currency was another',
    (is) => setPostback(is.tagged.differingPostbackId, sql`reason = NULL, amount = 1000000, currency = 'EUR'`),
    (is) => {
      const place = `postback ${is.tagged.differingPostbackId} of ${is.advertiser}, a duplicate`
      return differ(place, 'order tagged, amount 1000000 USD', 'order tagged, amount 1000000 EUR')
    },
  ],
  [
    'a recorded postback without its order',
    (is) => setPostback(is.postbackId, sql`order_ref = NULL, amount = NULL, currency = NULL`),
    (is) => `postback ${is.postbackId} of ${is.transaction}: expected order_ref ${is.orderRef}`,
  ],
]

describe('the ledger check', () => {
  const verify = (statements: RawBuilder<unknown> | readonly RawBuilder<unknown>[]) =>
    verifyCorrupted(database.ownerDb, [statements].flat(), verifyLedger)

  describe.each([
    ['of orders and terms', ORDERS],
    ['of clicks', CLICKS],
    ['of postbacks', POSTBACKS],
  ])('%s', (_group, corruptions) => {
    test.each(corruptions)('finds %s', async (_name, corrupt, line) => {
      expect(await verify(corrupt(ledger))).toContainEqual(expect.stringContaining(line(ledger)))
    })
  })

  test('never reads the parameters of postbacks', async () => {
    expect(await verify(sql`DELETE FROM postback_parameters`)).toEqual([])
  })

  test('accepts terms that another version replaced minutes before the click', async () => {
    const since = new Date(uuid7Time(ledger.clickId) - 60_000)
    const replaced = sql`UPDATE program_terms SET effective_from = ${since}, created_at = ${since}
      WHERE id = ${ledger.laterTermsId}`
    expect(await verify([replaced])).toEqual([])
  })
})
