import { sql } from 'kysely'
import type { Db } from '#database'
import { buildComparison, buildDuplicateCheck, verifyTables } from '#platform/server/database/database-check.ts'
import type { Check, CheckResult } from '#platform/server/database/database-check.ts'
import { sumDues, wasOwed } from './invoiced-dues.ts'

/** The lines of an invoice are the sums of the entries that it contains, by programme and kind. */
const LINE_CHECK = buildComparison({
  kind: 'line of an invoice',
  key: ['invoice_id', 'program_id', 'kind'],
  place: sql`format('%s of programme %s in invoice %s', kind, program_id, invoice_id)`,
  columns: ['order_count', 'commission', 'fee'],
  expected: sql`
    SELECT invoice_id, program_id, CASE WHEN is_correction THEN 'corrections' ELSE 'orders' END AS kind,
      count(DISTINCT transaction_id) AS order_count, sum(commission) AS commission, sum(fee) AS fee
    FROM (
      SELECT claimed.invoice_id, claimed.is_correction, terms.program_id, e.source_id AS transaction_id, due.*
      FROM invoice_entry AS claimed
      LEFT JOIN invoice ON invoice.id = claimed.invoice_id
      LEFT JOIN entry AS e ON e.publisher_id = claimed.publisher_id AND e.id = claimed.entry_id
        AND e.source_kind = 'transaction'
      LEFT JOIN transaction AS sold ON sold.publisher_id = e.publisher_id AND sold.id = e.source_id
      LEFT JOIN program_terms AS terms ON terms.id = sold.terms_id
      CROSS JOIN LATERAL (
        SELECT ${sumDues(sql`'advertiser_receivable:' || invoice.advertiser_id`)} FROM posting AS p
        WHERE p.publisher_id = claimed.publisher_id AND p.entry_id = claimed.entry_id
      ) AS due
    ) AS invoiced GROUP BY 1, 2, 3`,
  found: sql`SELECT * FROM invoice_line`,
})

/** An invoice is the sum of its lines and of what the one before left over, in whole cents. */
const SUM_CHECK: Check = {
  kind: 'sum of an invoice',
  differences: sql`
    SELECT format('invoice %s', number) AS place, format('lines %s, carried %s', lines, carried) AS expected,
      format('lines %s, carried %s', lines_amount, carried_amount) AS found
    FROM (
      SELECT invoice.*, coalesce((SELECT sum(commission + fee) FROM invoice_line WHERE invoice_id = invoice.id), 0)
          AS lines,
        coalesce(lag(rest_amount) OVER (PARTITION BY advertiser_id ORDER BY month), 0) AS carried
      FROM invoice
    ) AS summed
    WHERE lines <> lines_amount OR carried <> carried_amount
      OR lines_amount + carried_amount <> amount + rest_amount`,
}

/** The numbers follow each other from 1, and the counter is the last. */
const NUMBER_CHECK: Check = {
  kind: 'number of an invoice',
  differences: sql`
    SELECT format('invoice of advertiser %s for %s', advertiser_id, month) AS place, 'number ' || place AS expected,
      'number ' || number AS found
    FROM (SELECT *, row_number() OVER (ORDER BY number) AS place FROM invoice) AS numbered WHERE number <> place
    UNION ALL
    SELECT 'counter of invoices', 'number ' || (SELECT count(*) FROM invoice),
      coalesce('number ' || max(last_number), 'none')
    FROM invoice_counter HAVING coalesce(max(last_number), -1) <> (SELECT count(*) FROM invoice)`,
}

const WAS_OWED = wasOwed({
  receivable: sql`'advertiser_receivable:' || period.advertiser_id`,
  beganAt: sql`period.began_at`,
})

/**
 * Every decision that changed what an advertiser owes, in a time in which it pays later, before it and still owed when
 * it began, or on an order of an earlier invoice, stands in an invoice of its month or, when it was written late, of
 * the next one. What was decided before the last month that was invoiced at all has to, also where the months of its
 * advertiser were left out.
 */
const CLAIM_CHECK: Check = {
  kind: 'decision without an invoice',
  differences: sql`
    SELECT DISTINCT format('entry %s of publisher %s', e.id, e.publisher_id) AS place, 'an invoice' AS expected,
      'none' AS found
    FROM (
      SELECT advertiser_id, owed_from, began_at, ended_at, done_until FROM billing_period
      CROSS JOIN (SELECT max(month)::timestamp AT TIME ZONE 'UTC' AS done_until FROM invoiced_month) AS done
    ) AS period
    JOIN transaction_state AS state ON state.advertiser_id = period.advertiser_id AND state.sequence > 0
      AND state.changed_at >= owed_from
    JOIN entry AS e ON e.publisher_id = state.publisher_id AND e.source_kind = 'transaction'
      AND e.source_id = state.transaction_id AND e.posted_at >= owed_from AND e.posted_at < done_until
    WHERE began_at < done_until AND ((
      (ended_at IS NULL OR e.posted_at < ended_at) AND (e.posted_at >= began_at OR ${WAS_OWED})
    ) OR EXISTS (
      SELECT FROM entry AS earlier JOIN invoice_entry AS claimed
        ON claimed.publisher_id = earlier.publisher_id AND claimed.entry_id = earlier.id
      WHERE earlier.publisher_id = e.publisher_id AND earlier.source_kind = 'transaction'
        AND earlier.source_id = e.source_id AND earlier.sequence < e.sequence
    )) AND NOT EXISTS (
      SELECT FROM invoice_entry AS claimed WHERE claimed.publisher_id = e.publisher_id AND claimed.entry_id = e.id
    )`,
}

const INVOICE_CHECKS: readonly Check[] = [
  LINE_CHECK,
  SUM_CHECK,
  NUMBER_CHECK,
  CLAIM_CHECK,
  buildDuplicateCheck('invoice', ['number']),
  buildDuplicateCheck('invoice', ['advertiser_id', 'month']),
  buildDuplicateCheck('invoice_entry', ['publisher_id', 'entry_id']),
]

/**
 * Verifies that every invoice is the sum of its entries, that each entry stands in one, and that the numbers have no
 * gap. Answers the checks that found a difference.
 */
export function verifyInvoices(db: Db): Promise<CheckResult[]> {
  return verifyTables(db, INVOICE_CHECKS)
}
