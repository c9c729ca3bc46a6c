import { sql } from 'kysely'
import { buildDuplicateCheck } from '#platform/server/database/database-check.ts'
import type { Check } from '#platform/server/database/database-check.ts'

/** The orders as they were reported, and as their amendments leave them: what items add up to. */
const values = sql`
  SELECT publisher_id, id AS transaction_id, 0 AS sequence, order_value FROM transaction
  UNION ALL
  SELECT publisher_id, transaction_id, sequence, coalesce(own_order_value, order_value)
  FROM transaction_decision WHERE action = 'amend'`

/** Items stand under the report of an order or under an amendment, and add up to its value. */
const SUM_CHECK: Check = {
  kind: 'items of an order',
  differences: sql`
    SELECT format('items of %s of transaction %s of publisher %s', CASE sequence WHEN 0 THEN 'the report'
        ELSE 'decision ' || sequence END, transaction_id, publisher_id) AS place,
      coalesce('amount ' || said.order_value, CASE sequence WHEN 0 THEN 'a transaction' ELSE 'an amendment' END)
        AS expected,
      'amount ' || item.amount AS found
    FROM (
      SELECT publisher_id, transaction_id, sequence, sum(amount)::bigint AS amount
      FROM transaction_item GROUP BY 1, 2, 3
    ) AS item
    LEFT JOIN (${values}) AS said USING (publisher_id, transaction_id, sequence)
    WHERE said.order_value IS DISTINCT FROM item.amount`,
}

/** The items of an order are numbered from 1 without a gap. */
const LINE_CHECK: Check = {
  kind: 'lines of items',
  differences: sql`
    SELECT format('items of transaction %s of publisher %s', transaction_id, publisher_id) AS place,
      format('lines 1 to %s', count(*)) AS expected, format('lines %s to %s', min(line_no), max(line_no)) AS found
    FROM transaction_item GROUP BY publisher_id, transaction_id, sequence
    HAVING min(line_no) <> 1 OR max(line_no) <> count(*)`,
}

/** The checks that items belong to an order and add up to its value. */
export const ITEM_CHECKS: readonly Check[] = [
  SUM_CHECK,
  LINE_CHECK,
  buildDuplicateCheck('transaction_item', ['publisher_id', 'transaction_id', 'sequence', 'line_no']),
]
