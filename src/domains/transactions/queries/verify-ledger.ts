import { sql } from 'kysely'
import type { Db } from '#database'
import { checkLedger } from '#domains/ledger/queries.ts'
import type { Finding } from '#domains/ledger/queries.ts'

interface Row {
  finding: Finding
}

/** The entries that the decisions require: one for each that makes a commission due or reverses it. */
const expectedEntries = sql`
  SELECT d.publisher_id, d.transaction_id, d.sequence, t.advertiser_id, t.currency,
    CASE WHEN d.status = 'CONFIRMED' THEN 'confirmation' ELSE 'reversal' END AS kind,
    t.commission AS amount
  FROM (
    SELECT *, lag(status) OVER (PARTITION BY publisher_id, transaction_id ORDER BY sequence) AS previous
    FROM transaction_decision
  ) d
  JOIN transaction t ON t.publisher_id = d.publisher_id AND t.id = d.transaction_id
  WHERE t.commission > 0 AND (d.status = 'CONFIRMED' OR d.previous = 'CONFIRMED')`

const transactionEntries = sql`SELECT * FROM entry WHERE source_kind = 'transaction'`

/** The state of each transaction by its order and decisions. */
const expectedStates = sql`
  SELECT t.publisher_id, t.id, t.advertiser_id, t.transaction_at, t.order_value, t.commission, t.currency,
    coalesce(last.sequence, 0) AS sequence, coalesce(last.status, 'PENDING')::transaction_status AS status,
    last.reason_code, last.decided_at, last.decided_by
  FROM transaction t LEFT JOIN (
    SELECT DISTINCT ON (publisher_id, transaction_id) *
    FROM transaction_decision ORDER BY publisher_id, transaction_id, sequence DESC
  ) last ON last.publisher_id = t.publisher_id AND last.transaction_id = t.id`

const stateColumns = ['advertiser_id', 'transaction_at', 'order_value', 'commission', 'currency', 'sequence', 'status']
  .concat('reason_code', 'decided_at', 'decided_by')
  .map((column) => sql.id(column))

/** Checks that every transaction's state agrees with its order and decisions. */
const STATE_CHECKS = [
  sql<Row>`
    SELECT format('Transaction %s of publisher %s has no state; its order and decisions say %s',
      x.id, x.publisher_id, x.status) AS finding
    FROM (${expectedStates}) x
    WHERE NOT EXISTS (
      SELECT FROM transaction_state s WHERE s.publisher_id = x.publisher_id AND s.transaction_id = x.id
    )`,
  sql<Row>`
    SELECT format('The state of transaction %s of publisher %s has no transaction', s.transaction_id, s.publisher_id)
      AS finding
    FROM transaction_state s
    WHERE NOT EXISTS (SELECT FROM transaction t WHERE t.publisher_id = s.publisher_id AND t.id = s.transaction_id)`,
  sql<Row>`
    WITH stored AS MATERIALIZED (
      SELECT publisher_id, transaction_id AS id, ${sql.join(stateColumns)} FROM transaction_state
    ), said AS MATERIALIZED (
      SELECT publisher_id, id, ${sql.join(stateColumns)} FROM (${expectedStates}) x
    )
    SELECT format('The state of transaction %s of publisher %s is not what its order and decisions say: %s',
      stored.id, stored.publisher_id, difference.list) AS finding
    FROM stored JOIN said ON said.publisher_id = stored.publisher_id AND said.id = stored.id
    CROSS JOIN LATERAL (
      SELECT string_agg(format('%s is %s, not %s', key, coalesce(one.value, 'empty'), coalesce(other.value, 'empty')),
        '; ' ORDER BY key) AS list
      FROM jsonb_each_text(to_jsonb(stored)) one JOIN jsonb_each_text(to_jsonb(said)) other USING (key)
      WHERE one.value IS DISTINCT FROM other.value
    ) difference
    WHERE (${sql.join(stateColumns.map((column) => sql`stored.${column}`))})
      IS DISTINCT FROM (${sql.join(stateColumns.map((column) => sql`said.${column}`))})`,
]

/** Checks that reports count an order by coupon on its own day, and that it names its code. */
const COUPON_CHECK = sql<Row>`
    SELECT format('Transaction %s of publisher %s is credited by coupon %s and counts at %s, its order was at %s',
      id, publisher_id, coalesce(coupon, '(none)'), clicked_at, transaction_at) AS finding
    FROM transaction
    WHERE attribution = 'coupon' AND (coupon IS NULL OR clicked_at <> transaction_at)`

const CHECKS = [
  ...STATE_CHECKS,
  COUPON_CHECK,
  sql<Row>`
    SELECT format('Decision %s on transaction %s of publisher %s has no %s in the ledger',
      x.sequence, x.transaction_id, x.publisher_id, x.kind) AS finding
    FROM (${expectedEntries}) x
    WHERE NOT EXISTS (
      SELECT FROM entry e
      WHERE e.publisher_id = x.publisher_id AND e.source_kind = 'transaction' AND e.source_id = x.transaction_id
        AND e.sequence = x.sequence AND e.kind = x.kind
    )`,
  sql<Row>`
    SELECT format('Entry %s (%s) of publisher %s stands for no decision on transaction %s',
      e.id, e.kind, e.publisher_id, e.source_id) AS finding
    FROM (${transactionEntries}) e
    WHERE NOT EXISTS (
      SELECT FROM (${expectedEntries}) x
      WHERE x.publisher_id = e.publisher_id AND x.transaction_id = e.source_id AND x.sequence = e.sequence
        AND x.kind = e.kind
    )`,
  sql<Row>`
    SELECT format('Entry %s of publisher %s does not post the commission of transaction %s: %s',
      e.id, e.publisher_id, e.source_id, p.moves) AS finding
    FROM (${transactionEntries}) e
    JOIN (${expectedEntries}) x
      ON x.publisher_id = e.publisher_id AND x.transaction_id = e.source_id AND x.sequence = e.sequence
    LEFT JOIN LATERAL (
      SELECT string_agg(format('%s %s from %s to %s', amount, currency, from_account, to_account), ', '
        ORDER BY line_no) AS moves
      FROM posting WHERE publisher_id = e.publisher_id AND entry_id = e.id
    ) p ON true
    CROSS JOIN LATERAL (SELECT format('advertiser_receivable:%s', x.advertiser_id) AS receivable) r
    WHERE p.moves IS DISTINCT FROM CASE x.kind
      WHEN 'confirmation' THEN format('%s %s from publisher_payable to %s', x.amount, x.currency, receivable)
      ELSE format('%s %s from %s to publisher_payable', x.amount, x.currency, receivable)
    END`,
  sql<Row>`
    SELECT format('Transaction %s of publisher %s is %s but nets to %s in the ledger, its commission is %s',
      t.id, t.publisher_id, t.status, coalesce(n.amount, 0), t.commission) AS finding
    FROM (${expectedStates}) t
    LEFT JOIN (
      SELECT e.publisher_id, e.source_id,
        sum(CASE 'publisher_payable' WHEN p.from_account THEN p.amount WHEN p.to_account THEN -p.amount ELSE 0 END)
          AS amount
      FROM (${transactionEntries}) e JOIN posting p ON p.publisher_id = e.publisher_id AND p.entry_id = e.id
      GROUP BY e.publisher_id, e.source_id
    ) n ON n.publisher_id = t.publisher_id AND n.source_id = t.id
    WHERE coalesce(n.amount, 0) <> CASE WHEN t.status = 'CONFIRMED' THEN t.commission ELSE 0 END`,
  sql<Row>`
    SELECT format('Entry %s of publisher %s is about transaction %s, which does not exist',
      e.id, e.publisher_id, e.source_id) AS finding
    FROM (${transactionEntries}) e
    WHERE NOT EXISTS (SELECT FROM transaction t WHERE t.publisher_id = e.publisher_id AND t.id = e.source_id)`,
  sql<Row>`
    SELECT format('Transaction %s and key %s of order %s do not belong together', t.id, k.transaction_id,
      coalesce(t.order_ref, k.order_ref)) AS finding
    FROM transaction t
    FULL JOIN transaction_key k ON k.publisher_id = t.publisher_id AND k.transaction_id = t.id
      AND k.advertiser_id = t.advertiser_id AND k.order_ref = t.order_ref AND k.event = t.event
    WHERE t.id IS NULL OR k.transaction_id IS NULL`,
]

/**
 * Verifies that the ledger is consistent and agrees with the transactions. Every CONFIRMED transaction is posted
 * exactly once with its commission, and every other nets to zero. Every entry has a transaction and a decision. Every
 * transaction has one key and one state, and the state agrees with the order and its decisions. Reads one snapshot.
 * Answers the errors; the list is empty if there are none.
 */
export function verifyLedger(db: Db): Promise<Finding[]> {
  if (db.isTransaction) return runChecks(db)
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(runChecks)
}

async function runChecks(tx: Db): Promise<Finding[]> {
  const findings = await checkLedger(tx)
  for (const check of CHECKS) {
    const { rows } = await check.execute(tx)
    findings.push(...rows.map((row) => row.finding))
  }
  return findings
}

/** Runs the command `check-ledger`: prints one line per error and answers the exit code. */
export async function runLedgerCheck(db: Db, print: (line: string) => void): Promise<0 | 1> {
  const findings = await verifyLedger(db)
  for (const finding of findings) print(finding)
  print(findings.length === 0 ? 'The ledger is right.' : `${findings.length} things are wrong.`)
  return findings.length === 0 ? 0 : 1
}
