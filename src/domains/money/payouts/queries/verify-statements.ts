import { sql } from 'kysely'
import { buildDuplicateCheck } from '#platform/server/database/database-check.ts'
import type { Check } from '#platform/server/database/database-check.ts'

/** A payout that was paid has a statement, and no other payout has one. */
const PAYOUT_CHECK: Check = {
  kind: 'statement of a payout',
  differences: sql`
    SELECT format('statement of payout %s of publisher %s', payout_id, publisher_id) AS place,
      CASE WHEN paid.is_paid THEN 'a number' ELSE 'none' END AS expected,
      coalesce('number ' || statement.number, 'none') AS found
    FROM (
      SELECT publisher_id, id AS payout_id, true AS is_paid FROM payout WHERE status IN ('paid', 'returned')
    ) AS paid
    FULL JOIN statement USING (publisher_id, payout_id)
    WHERE paid.is_paid IS NULL OR statement.number IS NULL`,
}

/** The numbers of a publisher follow each other from 1, in the order in which they were given. */
const NUMBER_CHECK: Check = {
  kind: 'number of a statement',
  differences: sql`
    SELECT format('statement of payout %s of publisher %s', payout_id, publisher_id) AS place,
      'number ' || place AS expected, 'number ' || number AS found
    FROM (
      SELECT *, row_number() OVER (PARTITION BY publisher_id ORDER BY issued_at, number) AS place FROM statement
    ) AS numbered
    WHERE number <> place`,
}

/** The counter of a publisher is its last number. */
const COUNTER_CHECK: Check = {
  kind: 'counter of statements',
  differences: sql`
    SELECT format('statements of publisher %s', publisher_id) AS place, coalesce(last_number::text, 'none') AS expected,
      coalesce(highest::text, 'none') AS found
    FROM statement_counter
    FULL JOIN (SELECT publisher_id, max(number) AS highest FROM statement GROUP BY 1) AS issued USING (publisher_id)
    WHERE last_number IS DISTINCT FROM highest`,
}

/** The checks that each paid payout has one statement, and that the numbers of each publisher have no gap. */
export const STATEMENT_CHECKS: readonly Check[] = [
  PAYOUT_CHECK,
  NUMBER_CHECK,
  COUNTER_CHECK,
  buildDuplicateCheck('statement', ['publisher_id', 'number']),
]
