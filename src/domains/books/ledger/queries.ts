import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import { BASE_CURRENCY } from '#kernel/money.ts'
import { buildComparison, buildDuplicateCheck } from '#platform/server/database/database-check.ts'
import type { Check } from '#platform/server/database/database-check.ts'
import { FUNDS_COLUMNS, PUBLISHER_CONFIRMED, PUBLISHER_IN_PAYMENT, PUBLISHER_PAYABLE } from './rules.ts'

/** What each posting takes from one account and gives to another. */
export const postingSides = sql`
  SELECT publisher_id, entry_id, currency, account, moved
  FROM posting CROSS JOIN LATERAL (VALUES (from_account, -amount), (to_account, amount)) AS side (account, moved)`

/** Sums what the rows of `postingSides` in a group give to some accounts, less what they take from them. */
export function sumSides(isOfAccount: RawBuilder<unknown>): RawBuilder<bigint> {
  return sql`coalesce(sum(moved) FILTER (WHERE ${isOfAccount}), 0)`
}

/** The same of one account. */
export function sumOf(account: string): RawBuilder<bigint> {
  return sumSides(sql`account = ${sql.lit(account)}`)
}

/** What moved the funds of advertisers by month and publisher: the columns of `funds_month`, by the postings. */
export const expectedFunds = sql`
  SELECT side.publisher_id, substring(account FROM 18)::bigint AS advertiser_id,
    date_trunc('month', posted_at AT TIME ZONE 'UTC')::date AS month,
    ${sumSides(sql`kind = 'deposit'`)} AS deposits, -${sumSides(sql`kind = 'refund'`)} AS refunds,
    count(*) FILTER (WHERE source_kind <> 'deposit') AS entries,
    count(DISTINCT source_id) FILTER (WHERE kind = 'cover') AS orders,
    -${sumSides(sql`source_kind <> 'deposit'`)} AS used, coalesce(sum(line.amount), 0) AS commission
  FROM (${postingSides}) AS side
  JOIN entry ON entry.publisher_id = side.publisher_id AND entry.id = side.entry_id
  LEFT JOIN statement_line AS line ON line.publisher_id = side.publisher_id AND line.entry_id = side.entry_id
  WHERE account LIKE 'advertiser\\_funds:%' GROUP BY 1, 2, 3`

interface BalanceCheck {
  kind: string
  /** Names what is compared, with `%s` for the publisher. */
  place: string
  /** Which rows of `balance` are compared. */
  stored: RawBuilder<unknown>
  /** Selects `publisher_id` and `amount`; the rows of a publisher are summed. */
  said: RawBuilder<unknown>
}

/** Builds the check that a balance of each publisher is the sum of what documents say. */
export function buildBalanceCheck({ kind, place, stored, said }: BalanceCheck): Check {
  return {
    kind,
    differences: sql`
      SELECT format(${sql.lit(place)}, publisher_id) AS place, coalesce(said.amount, 0)::text AS expected,
        coalesce(stored.amount, 0)::text AS found
      FROM (SELECT publisher_id, sum(amount) AS amount FROM (${said}) AS part GROUP BY publisher_id) AS said
      FULL JOIN (SELECT publisher_id, amount FROM balance WHERE ${stored}) AS stored USING (publisher_id)
      WHERE coalesce(said.amount, 0) <> coalesce(stored.amount, 0)`,
  }
}

/** The kinds of events that cause entries. The checks of their domains compare each with its entries. */
const SOURCES = sql`('transaction', 'cover', 'deposit', 'payout', 'forfeiture')`

/**
 * Checks of the ledger by itself: every entry has a source, a posting moves a positive amount of USD, every balance is
 * the sum of its postings, and no id occurs twice.
 */
export const LEDGER_CHECKS: readonly Check[] = [
  {
    kind: 'posting',
    differences: sql`
      SELECT format('posting %s of entry %s of publisher %s', line_no, entry_id, publisher_id) AS place,
        CASE currency WHEN 'USD' THEN 'a positive amount between two accounts' ELSE 'USD' END AS expected,
        CASE currency WHEN 'USD' THEN format('%s from %s to %s', amount, from_account, to_account) ELSE currency END
          AS found
      FROM posting WHERE amount <= 0 OR from_account = to_account OR currency <> 'USD'`,
  },
  {
    kind: 'source of an entry',
    differences: sql`
      SELECT format('entry %s of publisher %s', id, publisher_id) AS place, 'a known source' AS expected,
        source_kind || ' ' || source_id AS found
      FROM entry WHERE source_kind NOT IN ${SOURCES}`,
  },
  {
    kind: 'balance',
    differences: sql`
      SELECT format('balance %s of publisher %s in %s', account, publisher_id, currency) AS place,
        coalesce(summed.amount, 0)::text AS expected, coalesce(balance.amount, 0)::text AS found
      FROM (
        SELECT publisher_id, account, currency, sum(moved) AS amount FROM (${postingSides}) AS side GROUP BY 1, 2, 3
      ) AS summed
      FULL JOIN balance USING (publisher_id, account, currency)
      WHERE coalesce(summed.amount, 0) <> coalesce(balance.amount, 0)`,
  },
  buildComparison({
    kind: 'funds of a month',
    key: ['publisher_id', 'advertiser_id', 'month'],
    place: sql`format('funds of advertiser %s in %s of publisher %s', advertiser_id, month, publisher_id)`,
    columns: FUNDS_COLUMNS,
    expected: expectedFunds,
    found: sql`SELECT * FROM funds_month`,
  }),
  buildDuplicateCheck('entry', ['publisher_id', 'id']),
  buildDuplicateCheck('funds_month', ['publisher_id', 'advertiser_id', 'month']),
  buildDuplicateCheck('balance', ['publisher_id', 'account', 'currency']),
]

/** Names the accounts of what the network owes a publisher and has not begun to pay. */
const OWED = sql`(${sql.lit(PUBLISHER_CONFIRMED)}, ${sql.lit(PUBLISHER_PAYABLE)})`

/** The change that a posting makes in what the network owes its publisher. */
const owedByPosting = sql<bigint>`
  CASE WHEN to_account IN ${OWED} THEN posting.amount ELSE 0 END
  - CASE WHEN from_account IN ${OWED} THEN posting.amount ELSE 0 END`

/** Lists the entries of one source, oldest first; `owed` is the change in what the network owes the publisher. */
export function listEntries(db: Db, source: { publisherId: bigint; sourceKind: string; sourceId: string }) {
  return db
    .selectFrom('entry')
    .innerJoin('posting', (join) =>
      join.onRef('posting.publisherId', '=', 'entry.publisherId').onRef('posting.entryId', '=', 'entry.id'),
    )
    .select(['entry.sequence', 'entry.kind', 'entry.postedAt', 'posting.currency'])
    .select(sql<bigint>`sum(${owedByPosting})::bigint`.as('owed'))
    .where('entry.publisherId', '=', source.publisherId)
    .where('entry.sourceKind', '=', source.sourceKind)
    .where('entry.sourceId', '=', source.sourceId)
    .groupBy(['entry.publisherId', 'entry.id', 'posting.currency'])
    .orderBy('entry.sequence')
    .execute()
}

/** What a publisher's accounts hold in one currency, in 1/10,000 of its unit. */
export interface PublisherBalances {
  confirmed: bigint
  payable: bigint
  inPayment: bigint
}

/** Reads what a publisher's accounts hold in one currency. */
export async function readBalances(
  db: Db,
  { publisherId, currency }: { publisherId: bigint; currency: string },
): Promise<PublisherBalances> {
  const rows = await db
    .selectFrom('balance')
    .select(['account', 'amount'])
    .where('publisherId', '=', publisherId)
    .where('currency', '=', currency)
    .where('account', 'in', [PUBLISHER_CONFIRMED, PUBLISHER_PAYABLE, PUBLISHER_IN_PAYMENT])
    .execute()
  const read = (account: string) => rows.find((row) => row.account === account)?.amount ?? 0n
  return {
    confirmed: read(PUBLISHER_CONFIRMED),
    payable: read(PUBLISHER_PAYABLE),
    inPayment: read(PUBLISHER_IN_PAYMENT),
  }
}

/**
 * Sums what became payable to a publisher at `from` or later and is in no payout. Leaves out what was taken back, since
 * a payout of earlier lines deducts it (`claimStatementLines`).
 */
export async function sumOpenLines(
  db: Db,
  { publisherId, from }: { publisherId: bigint; from: Date },
): Promise<bigint> {
  const row = await db
    .selectFrom('statementLine')
    .select(sql<bigint>`coalesce(sum(amount), 0)::bigint`.as('amount'))
    .where('publisherId', '=', publisherId)
    .where('payoutId', 'is', null)
    .where('payableAt', '>=', from)
    .where('amount', '>', 0n)
    .executeTakeFirstOrThrow()
  return row.amount
}

/** Lists what a transaction made payable, oldest first. */
export function listTransactionLines(
  db: Db,
  { publisherId, transactionId }: { publisherId: bigint; transactionId: string },
) {
  return db
    .selectFrom('entry')
    .innerJoin('statementLine as line', (join) =>
      join.onRef('line.publisherId', '=', 'entry.publisherId').onRef('line.entryId', '=', 'entry.id'),
    )
    .select(['line.amount', 'line.payableAt', 'line.payoutId'])
    .where('entry.publisherId', '=', publisherId)
    .where('entry.sourceKind', 'in', ['transaction', 'cover'])
    .where('entry.sourceId', '=', transactionId)
    .orderBy('line.payableAt')
    .orderBy('entry.id')
    .execute()
}

/** Sums the balances of ledger accounts over all publishers, in USD. An account without balances is left out. */
export async function sumAccounts(db: Db, accounts: readonly string[]): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ account: string; amount: bigint }>`
    SELECT account, sum(amount)::bigint AS amount FROM balance
    WHERE account = ANY(${accounts}::text[]) AND currency = ${BASE_CURRENCY} GROUP BY account`.execute(db)
  return new Map(rows.map(({ account, amount }) => [account, amount]))
}

/** A transaction by its key. */
interface TransactionKey {
  publisherId: bigint
  transactionId: string
}

/** A transaction with a statement line in a payout that was approved; settled if the bank has answered. */
export interface PaidTransaction extends TransactionKey {
  isSettled: boolean
}

/**
 * Finds the transactions with a statement line in a payout that was approved. The lines of a draft are left out, which
 * can be computed again, and those of a payout that failed or came back, which are open again.
 */
export async function findPaidTransactions(
  db: Db,
  transactions: readonly TransactionKey[],
): Promise<PaidTransaction[]> {
  if (transactions.length === 0) return []
  const { rows } = await sql<PaidTransaction>`
    SELECT cover.publisher_id, cover.source_id AS transaction_id,
      count(*) FILTER (WHERE payment.kind <> 'payout_approval') > 0 AS is_settled
    FROM unnest(
      ${transactions.map(({ publisherId }) => publisherId)}::bigint[],
      ${transactions.map(({ transactionId }) => transactionId)}::uuid[]
    ) AS given (publisher_id, transaction_id)
    JOIN entry AS cover ON cover.publisher_id = given.publisher_id AND cover.source_kind = 'cover'
      AND cover.source_id = given.transaction_id
    JOIN statement_line AS line ON line.publisher_id = cover.publisher_id AND line.entry_id = cover.id
    JOIN entry AS payment ON payment.publisher_id = line.publisher_id AND payment.source_kind = 'payout'
      AND payment.source_id = line.payout_id
    GROUP BY cover.publisher_id, cover.source_id, line.payout_id`.execute(db)
  return rows
}
