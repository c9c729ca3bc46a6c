import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { Amount } from '#kernel/money.ts'
import { uuid7 } from '#kernel/uuid7.ts'
import { FUNDS_COLUMNS } from './rules.ts'
import type { Posting } from './rules.ts'
import type { EntryKind } from './tables.ts'

/** An entry to post. Publisher, source and sequence identify it, so a repeated post changes nothing. */
export interface NewEntry {
  publisherId: bigint
  kind: EntryKind
  sourceKind: string
  sourceId: string
  sequence: number
  /** At least one. */
  postings: readonly Posting[]
  /** The change of what is payable for a transaction, which a statement lists; an amount of zero has no line. */
  line?: { transactionId: string; amount: Amount }
}

/**
 * Posts entries and updates the balances, inside the caller's transaction. Answers for each entry its id, or
 * `undefined` if it exists already, which changes nothing. The calling command writes the audit line.
 */
export async function postEntries(tx: Ctx, entries: readonly NewEntry[]): Promise<(string | undefined)[]> {
  if (!tx.db.isTransaction) throw new Error('An entry is posted inside the transaction of what causes it.')
  const empty = entries.find(({ postings }) => postings.length === 0)
  if (empty) throw new Error(`The entry of ${empty.sourceKind} ${empty.sourceId} moves nothing.`)
  if (entries.length === 0) return []
  const given = entries.map((entry) => ({ ...entry, id: uuid7(tx.now.getTime()) }))
  const orderIds = await findFirstCovered(tx, given)
  const { rows } = await sql<{ id: string }>`
    WITH given AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(given.map((entry) => toEntryRow(entry, orderIds)))}::json)
        AS given (
          publisher_id bigint, id uuid, kind text, source_kind text, source_id uuid, sequence int, covers_first boolean
        )
    ), fresh AS (
      INSERT INTO entry (publisher_id, id, kind, source_kind, source_id, sequence, posted_at)
      SELECT publisher_id, id, kind, source_kind, source_id, sequence, ${tx.now} FROM given
      ORDER BY publisher_id, source_kind, source_id, sequence
      ON CONFLICT (publisher_id, source_kind, source_id, sequence) DO NOTHING
      RETURNING publisher_id, id
    ), line AS (
      SELECT line.* FROM json_to_recordset(${JSON.stringify(given.flatMap(toLineRows))}::json)
        AS line (publisher_id bigint, entry_id uuid, transaction_id uuid, amount bigint)
      JOIN fresh ON fresh.publisher_id = line.publisher_id AND fresh.id = line.entry_id
    ), moved AS (
      SELECT line.* FROM json_to_recordset(${JSON.stringify(given.flatMap(toPostingRows))}::json) AS line (
        publisher_id bigint, entry_id uuid, line_no smallint, from_account text, to_account text, currency text,
        amount bigint
      ) JOIN fresh ON fresh.publisher_id = line.publisher_id AND fresh.id = line.entry_id
    ), posted AS (
      INSERT INTO posting (publisher_id, entry_id, line_no, from_account, to_account, currency, amount)
      SELECT * FROM moved
    ), changed AS (
      -- In the order of the keys, so that two statements cannot deadlock.
      INSERT INTO balance (publisher_id, account, currency, amount)
      SELECT publisher_id, account, currency, sum(change) FROM moved,
        LATERAL (VALUES (from_account, -amount), (to_account, amount)) AS side (account, change)
      GROUP BY publisher_id, account, currency ORDER BY publisher_id, account, currency
      ON CONFLICT (publisher_id, account, currency) DO UPDATE SET amount = balance.amount + excluded.amount
    ), listed AS (
      INSERT INTO statement_line (publisher_id, entry_id, transaction_id, amount, payable_at)
      SELECT publisher_id, entry_id, transaction_id, amount, ${tx.now} FROM line
    ), summed AS (
      INSERT INTO funds_month AS stored (publisher_id, advertiser_id, month, ${fundsColumns})
      SELECT moved.publisher_id, substring(account FROM 18)::bigint,
        date_trunc('month', ${tx.now}::timestamptz, 'UTC') AT TIME ZONE 'UTC', ${FUNDS_SUMS}
      FROM moved CROSS JOIN LATERAL (VALUES (from_account, -amount), (to_account, amount)) AS side (account, change)
      JOIN given ON given.publisher_id = moved.publisher_id AND given.id = moved.entry_id
      LEFT JOIN line ON line.publisher_id = moved.publisher_id AND line.entry_id = moved.entry_id
      WHERE account LIKE 'advertiser\\_funds:%' GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (publisher_id, advertiser_id, month) DO UPDATE SET ${fundsUpdate}
    )
    SELECT id FROM fresh`.execute(tx.db)
  const fresh = new Set(rows.map(({ id }) => id))
  return given.map(({ id }) => (fresh.has(id) ? id : undefined))
}

const fundsColumns = sql.join(FUNDS_COLUMNS.map((column) => sql.id(column)))
const fundsUpdate = sql.join(
  FUNDS_COLUMNS.map((column) => sql`${sql.id(column)} = stored.${sql.id(column)} + excluded.${sql.id(column)}`),
)

/** What entries add to `FUNDS_COLUMNS`. */
const FUNDS_SUMS = sql`
  coalesce(sum(change) FILTER (WHERE kind = 'deposit'), 0), coalesce(-sum(change) FILTER (WHERE kind = 'refund'), 0),
  count(*) FILTER (WHERE source_kind <> 'deposit'), count(*) FILTER (WHERE covers_first),
  coalesce(-sum(change) FILTER (WHERE source_kind <> 'deposit'), 0), coalesce(sum(line.amount), 0)`

/**
 * Finds the orders that the given entries cover for the first time in the month. Only one that was decided again can
 * have been covered before.
 */
async function findFirstCovered(tx: Ctx, given: readonly NewEntry[]): Promise<Set<string>> {
  const covers = given.filter(({ kind }) => kind === 'cover')
  const again = covers.filter(({ sequence }) => sequence > 1)
  const covered = new Set(covers.map(({ sourceId }) => sourceId))
  if (again.length === 0) return covered
  const { rows } = await sql<{ sourceId: string }>`
    SELECT source_id FROM entry JOIN unnest(
      ${again.map(({ publisherId }) => publisherId)}::bigint[], ${again.map(({ sourceId }) => sourceId)}::uuid[]
    ) AS asked (publisher_id, source_id) USING (publisher_id, source_id)
    WHERE source_kind = 'cover' AND date_trunc('month', posted_at, 'UTC')
      = date_trunc('month', ${tx.now}::timestamptz, 'UTC')`.execute(tx.db)
  for (const { sourceId } of rows) covered.delete(sourceId)
  return covered
}

type GivenEntry = NewEntry & { id: string }

// Numbers that may be larger than JSON's are written as text, which PostgreSQL reads.
function toEntryRow({ publisherId, id, kind, sourceKind, sourceId, sequence }: GivenEntry, covered: Set<string>) {
  const source = { source_kind: sourceKind, source_id: sourceId, sequence }
  return {
    publisher_id: `${publisherId}`,
    id,
    kind,
    ...source,
    covers_first: kind === 'cover' && covered.has(sourceId),
  }
}

function toPostingRows({ publisherId, id, postings }: GivenEntry) {
  return postings.map(({ fromAccount, toAccount, currency, amount }, index) => ({
    publisher_id: `${publisherId}`,
    entry_id: id,
    line_no: index + 1,
    from_account: fromAccount,
    to_account: toAccount,
    currency,
    amount: `${amount}`,
  }))
}

function toLineRows({ publisherId, id, line }: GivenEntry) {
  if (!line || line.amount === 0n) return []
  const { transactionId, amount } = line
  return [{ publisher_id: `${publisherId}`, entry_id: id, transaction_id: transactionId, amount: `${amount}` }]
}

/** A publisher and its payout. */
interface PublishersPayout {
  publisherId: bigint
  payoutId: string
}

/** Passes the keys of payouts to a statement. */
function toArrays(payouts: readonly PublishersPayout[]) {
  const publisherIds = payouts.map(({ publisherId }) => publisherId)
  const payoutIds = payouts.map(({ payoutId }) => payoutId)
  return sql`unnest(${publisherIds}::bigint[], ${payoutIds}::uuid[]) AS given (publisher_id, payout_id)`
}

/**
 * Puts the open statement lines that became payable before `until` into payouts, and the negative ones of later, inside
 * the caller's transaction. Answers the sum and the number of the lines that each payout got.
 */
export async function claimStatementLines(tx: Ctx, payouts: readonly PublishersPayout[], until: Date) {
  const { rows } = await sql<{ payoutId: string; amount: Amount; count: number }>`
    WITH claimed AS (
      UPDATE statement_line AS line SET payout_id = given.payout_id FROM ${toArrays(payouts)}
      WHERE line.publisher_id = given.publisher_id AND line.payout_id IS NULL
        AND (line.payable_at < ${until} OR line.amount < 0)
      RETURNING line.payout_id, line.amount
    )
    SELECT payout_id, sum(amount)::bigint AS amount, count(*)::int AS count FROM claimed GROUP BY payout_id`.execute(
    tx.db,
  )
  return new Map(rows.map(({ payoutId, ...lines }) => [payoutId, lines]))
}

/** Lets the statement lines of payouts go, so that a later run pays them. Inside the caller's transaction. */
export async function releaseStatementLines(tx: Ctx, payouts: readonly PublishersPayout[]): Promise<void> {
  await sql`
    UPDATE statement_line AS line SET payout_id = NULL FROM ${toArrays(payouts)}
    WHERE line.publisher_id = given.publisher_id AND line.payout_id = given.payout_id`.execute(tx.db)
}
