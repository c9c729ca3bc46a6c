import { sql } from 'kysely'
import { totalOf } from '#platform/server/database/database-check.ts'
import type { SharedTable } from '#platform/server/database/database-check.ts'
import { ONLY_DECISIONS } from './decided.ts'
import { isUnproven } from './unproven.ts'
import { ORDER_ROW_CHECKS, joinOrders } from './verify-decisions.ts'

/** What a digit of a count counts: postings by move and number, covers with a statement line, and all postings. */
const DIGITS = ['commission', 'first fee', 'second fee', 'use', 'cover', 'listed', 'other', 'all'] as const
type Counted = (typeof DIGITS)[number]

/** Writes a number to the base 64, so that one sum counts everything. */
function writeCount(counted: readonly Counted[]) {
  const number = counted.reduce((sum, each) => sum + 64n ** BigInt(DIGITS.indexOf(each)), 0n)
  return sql`${sql.lit(`${number}`)}::bigint`
}

const CONFIRMATIONS: readonly Counted[][] = [[], ['commission'], ['first fee'], ['commission', 'second fee']]
const COVERS: readonly Counted[][] = [[], ['use'], ['use', 'cover', 'listed']]

/**
 * The postings of plain orders, as `buildDuesPostings` and `buildCoverPostings` write them. They are four at most, so
 * no digit runs over; the first digit of more postings is larger.
 */
const PLAIN_COUNTS = CONFIRMATIONS.flatMap((confirmation) =>
  COVERS.map((cover) => {
    const postings = [...confirmation, ...cover].filter((each) => each !== 'listed')
    return writeCount([...confirmation, ...cover, ...postings.map(() => 'all' as const)])
  }),
)

const one = (...counted: Counted[]) => writeCount([...counted, 'all'])

/** What a posting of a source counts. One that no plain order has counts as another. */
const POSTING_COUNT = sql`
  CASE WHEN p.currency <> 'USD' THEN ${one('other')}
    WHEN e.part = 1 AND listed.entry_id IS NULL THEN
      CASE WHEN move = 1 AND line_no = 1 THEN ${one('commission')}
        WHEN move = 2 AND line_no = 1 THEN ${one('first fee')}
        WHEN move = 2 AND line_no = 2 THEN ${one('second fee')} ELSE ${one('other')} END
    WHEN e.part = 2 AND listed.entry_id IS NULL AND move = 3 AND line_no = 1 THEN ${one('use')}
    WHEN e.part = 2 AND listed.transaction_id = e.source_id THEN
      CASE WHEN move = 3 AND line_no = 1 THEN ${one('use', 'listed')}
        WHEN move = 4 AND line_no = 2 AND p.amount = listed.amount THEN ${one('cover')} ELSE ${one('other')} END
    ELSE ${one('other')} END`

const sumOf = (move: number) => totalOf(sql`CASE WHEN move = ${sql.lit(move)} THEN p.amount END`)

/**
 * What the entries of each source moved, as far as a plain order moves it. A posting or a statement line without an
 * entry is astray, and its entry stands for the source.
 */
const SOURCE_SUMS = sql`
  SELECT *, commission - covered AS confirmed, covered AS payable, used - commission - fee_income AS receivable,
    -used AS funds, (commission, fee_income, used, covered) <> (0, 0, 0, 0) AS is_moved
  FROM (
    SELECT coalesce(e.publisher_id, p.publisher_id, listed.publisher_id) AS publisher_id,
      coalesce(e.source_id, p.entry_id, listed.entry_id) AS transaction_id, bool_or(e.id IS NULL) AS is_astray,
      ${sumOf(1)} AS commission, ${sumOf(2)} AS fee_income, ${sumOf(3)} AS used, ${sumOf(4)} AS covered,
      ${totalOf(POSTING_COUNT)} AS postings,
      min(first_advertiser_id) AS first_advertiser_id, max(last_advertiser_id) AS last_advertiser_id
    FROM (
      SELECT p.*, move, first_advertiser_id, last_advertiser_id
      FROM posting AS p LEFT JOIN pg_temp.account_move USING (from_account, to_account)
    ) AS p
    FULL JOIN (
      SELECT publisher_id, id, source_id, CASE WHEN sequence = 1 THEN
        CASE WHEN source_kind = 'transaction' AND kind = 'confirmation' THEN 1
          WHEN source_kind = 'cover' AND kind = 'cover' THEN 2 END END AS part
      FROM entry
    ) AS e ON e.publisher_id = p.publisher_id AND e.id = p.entry_id
    FULL JOIN statement_line AS listed ON listed.publisher_id = e.publisher_id AND listed.entry_id = e.id
    GROUP BY 1, 2
  ) AS source`

/** Whether the only decision of an order confirms what its entries moved. */
const IS_PLAIN = sql`
  coalesce(d.sequence, 1) = 1
  AND (sum.postings IS NULL
    OR sum.postings IN (${sql.join(PLAIN_COUNTS)}) AND d.status IS NOT DISTINCT FROM 'CONFIRMED')
  AND coalesce(sum.commission, 0) = coalesce(d.commission_due, 0)
  AND coalesce(sum.fee_income, 0) = coalesce(d.fee, 0)`

/**
 * The sources of entries of which one join does not prove what the checks of entries and of decisions say. It proves
 * plain orders: with one decision at most, whose entry is a confirmation, and with one cover at most. Those checks
 * compare only what is left here.
 */
export const UNPROVEN_SOURCES: SharedTable = {
  name: 'unproven_source',
  rows: sql`
    SELECT DISTINCT coalesce(sold.publisher_id, d.publisher_id, stored.publisher_id, sum.publisher_id) AS publisher_id,
      coalesce(sold.transaction_id, d.transaction_id, stored.transaction_id, sum.transaction_id) AS source_id,
      coalesce(is_astray, false) AS is_astray
    FROM ${joinOrders({
      orders: sql`transaction`,
      decisions: sql`(${ONLY_DECISIONS})`,
      states: sql`transaction_state`,
      sums: sql`(${SOURCE_SUMS})`,
    })}
    WHERE NOT (${IS_PLAIN}) OR ${sql.join(
      ORDER_ROW_CHECKS.map(({ differ }) => sql`coalesce(${differ}, false)`),
      sql` OR `,
    )}`,
}

/** The entries of unproven sources, and those that postings and statement lines name and that do not exist. */
export const UNPROVEN_ENTRIES: SharedTable = {
  name: 'unproven_entry',
  rows: sql`
    SELECT publisher_id, id AS entry_id FROM entry
    WHERE ${isUnproven('source_id')}
    UNION ALL SELECT publisher_id, source_id FROM pg_temp.unproven_source WHERE is_astray`,
}
