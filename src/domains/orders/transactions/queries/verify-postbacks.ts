import { sql } from 'kysely'
import { buildDuplicateCheck, compareColumns } from '#platform/server/database/database-check.ts'
import type { Check } from '#platform/server/database/database-check.ts'

/** The orders that a postback reported with the postbacks that were recorded. */
const RECORDED = sql`
  (
    SELECT publisher_id, id, advertiser_id, order_ref, order_value AS amount, currency FROM transaction
    WHERE attribution <> 'claim'
  ) AS sold
  FULL JOIN (SELECT * FROM postback WHERE result = 'recorded') AS reported
    ON reported.advertiser_id = sold.advertiser_id AND reported.publisher_id = sold.publisher_id
    AND reported.transaction_id = sold.id`

/** A transaction has a recorded postback unless a claim reported it, and a recorded postback its transaction. */
const RECORDED_CHECK: Check = {
  kind: 'postback of a transaction',
  differences: sql`
    SELECT coalesce('transaction ' || sold.id || ' of publisher ' || sold.publisher_id,
        'postback ' || reported.id || ' of advertiser ' || reported.advertiser_id) AS place,
      CASE WHEN reported.id IS NULL THEN 'a recorded postback' ELSE 'transaction ' || reported.transaction_id END
        AS expected,
      'none' AS found
    FROM ${RECORDED} WHERE reported.id IS NULL OR sold.id IS NULL`,
}

const orders = compareColumns(['order_ref', 'amount', 'currency'], 'sold', 'reported')

/** Compares the order of a recorded postback with its transaction. */
const ORDER_CHECK: Check = {
  kind: 'postback',
  differences: sql`
    SELECT format('postback %s of transaction %s of publisher %s', reported.id, sold.id, sold.publisher_id) AS place,
      ${orders.expected} AS expected, ${orders.found} AS found
    FROM ${RECORDED} WHERE reported.id IS NOT NULL AND sold.id IS NOT NULL AND ${orders.differ}`,
}

/**
 * A repeated postback names the order of its transaction, and its answer says whether its amount was another. The same
 * number in another currency is another amount.
 */
const REPEATED_CHECK: Check = {
  kind: 'repeated postback',
  differences: sql`
    SELECT format('postback %s of advertiser %s, a duplicate', p.id, p.advertiser_id) AS place,
      coalesce(format('order %s, ', t.order_ref)
        || CASE WHEN p.reason = 'amount_differs' THEN 'an amount other than ' ELSE 'amount ' END
        || t.order_value || ' ' || t.currency,
        'transaction ' || p.transaction_id) AS expected,
      CASE WHEN t.id IS NULL THEN 'none'
        ELSE format('order %s, amount %s', p.order_ref, concat_ws(' ', coalesce(p.amount::text, 'none'), p.currency))
        END AS found
    FROM postback AS p LEFT JOIN transaction AS t
      ON t.publisher_id = p.publisher_id AND t.id = p.transaction_id AND t.advertiser_id = p.advertiser_id
    WHERE p.result = 'duplicate' AND (
      t.id IS NULL OR p.order_ref IS DISTINCT FROM t.order_ref
      OR ((p.amount <> t.order_value OR p.currency <> t.currency) AND p.reason IS DISTINCT FROM 'amount_differs')
      OR (p.reason = 'amount_differs' AND p.amount = t.order_value
        AND coalesce(p.currency, t.currency) = t.currency)
    )`,
}

/** Each decision by a postback has the postback that made it. */
const DECIDED_CHECK: Check = {
  kind: 'decisions by postback',
  differences: sql`
    SELECT format('transaction %s of publisher %s', transaction_id, publisher_id) AS place,
      format('%s decisions by postback', coalesce(made.count, 0)) AS expected,
      format('%s postbacks that decide', coalesce(sent.count, 0)) AS found
    FROM (
      SELECT publisher_id, transaction_id, count(*)
      FROM transaction_decision WHERE decided_as = 'postback' GROUP BY 1, 2
    ) AS made
    FULL JOIN (
      SELECT publisher_id, transaction_id, count(*) FROM postback WHERE result = 'decided' GROUP BY 1, 2
    ) AS sent USING (publisher_id, transaction_id)
    WHERE made.count IS DISTINCT FROM sent.count`,
}

/** The checks that postbacks agree with their transactions. They do not read the parameters of postbacks. */
export const POSTBACK_CHECKS: readonly Check[] = [
  RECORDED_CHECK,
  ORDER_CHECK,
  REPEATED_CHECK,
  DECIDED_CHECK,
  buildDuplicateCheck('postback', ['advertiser_id', 'id']),
  buildDuplicateCheck('postback', ['publisher_id', 'transaction_id'], sql`result = 'recorded'`),
]
