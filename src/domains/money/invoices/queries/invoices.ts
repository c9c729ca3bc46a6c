import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import { containing } from '#platform/server/database/like-pattern.ts'
import type { Day } from '#kernel/days.ts'
import { notFound } from '#kernel/errors.ts'
import { getOffset } from '#kernel/paging.ts'
import type { Page } from '#kernel/paging.ts'
import type { InvoiceState } from '../rules.ts'
import type { InvoiceTable } from '../tables.ts'

/** An invoice with its advertiser and what of it is not paid. */
export interface InvoiceRow extends InvoiceTable {
  advertiserName: string
  openAmount: bigint
  state: InvoiceState
}

/**
 * Selects invoices with their states on a day. A deposit counts first for the invoices that it names, in the order of
 * their numbers, and a refund takes first what such deposits gave; all other money counts for the oldest dues first.
 * `reached_from` and `reached_at` are the dues of the advertiser before an invoice and with it, or with that of a later
 * invoice whose corrections lowered them. What is not paid is rounded up to cents.
 */
export function selectStates(today: Day, isOwn = sql<boolean>`true`) {
  return sql<InvoiceRow>`
    SELECT *, CASE WHEN open_amount = 0 THEN 'paid' WHEN due_on < ${today}::date THEN 'overdue' ELSE 'open' END AS state
    FROM (
      SELECT *, (greatest(0, reached_at - named_until - greatest(
        paid - sum(named) OVER (PARTITION BY advertiser_id), reached_from - named_until + named
      )) + 99)::bigint / 100 * 100 AS open_amount
      FROM (
        SELECT *, sum(named) OVER (PARTITION BY advertiser_id ORDER BY month) AS named_until
        FROM (${selectNamed(isOwn)}) AS given
      ) AS shifted
    ) AS invoiced`
}

/** Selects invoices with their dues, what of their advertiser's deposits is left, and what of it names each. */
function selectNamed(isOwn: RawBuilder<boolean>) {
  const signed = sql`CASE kind WHEN 'deposit' THEN 1 ELSE -1 END`
  return sql`
    WITH reached AS (
      SELECT invoice.*, advertiser.name AS advertiser_name, coalesce(paid.amount, 0)::bigint AS paid,
        min(paid_at_amount) OVER (PARTITION BY advertiser_id ORDER BY month DESC) AS reached_at
      FROM invoice JOIN advertiser ON advertiser.id = invoice.advertiser_id
      LEFT JOIN LATERAL (
        SELECT sum(${signed} * deposit.amount) AS amount FROM deposit
        WHERE deposit.advertiser_id = invoice.advertiser_id
      ) AS paid ON true
      WHERE ${isOwn}
    ), due AS (
      SELECT *, least(reached_at, greatest(
        lag(reached_at) OVER (PARTITION BY advertiser_id ORDER BY month), paid_at_amount - greatest(amount, 0)
      )) AS reached_from
      FROM reached
    ), share AS (
      SELECT due.id, ${signed} * greatest(0, least(reached_at - reached_from, deposit.amount - coalesce(
        sum(reached_at - reached_from) OVER (
          PARTITION BY deposit.id ORDER BY due.number ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ), 0))) AS amount
      FROM due JOIN deposit ON deposit.advertiser_id = due.advertiser_id
      JOIN deposit_invoice AS said ON said.deposit_id = deposit.id AND said.invoice_number = due.number
    ), wanted AS (
      SELECT due.*, greatest(0, least(reached_at - reached_from, coalesce(given.amount, 0))) AS wanted
      FROM due LEFT JOIN (SELECT id, sum(amount) AS amount FROM share GROUP BY id) AS given USING (id)
    )
    SELECT wanted.*, least(wanted, greatest(0, paid - coalesce(sum(wanted) OVER (
      PARTITION BY advertiser_id ORDER BY month ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ), 0))) AS named
    FROM wanted`
}

/** The filter of a list of invoices; an absent field filters nothing. */
export interface InvoiceFilter {
  advertiserId?: bigint
  state?: InvoiceState | undefined
  /** A part of the advertiser's name. */
  keyword?: string
  today: Day
}

function selectMatching({ advertiserId, state, keyword = '', today }: InvoiceFilter) {
  const isOwn = advertiserId === undefined ? undefined : sql<boolean>`invoice.advertiser_id = ${advertiserId}`
  const isNamed = keyword === '' ? sql`true` : sql`advertiser_name ILIKE ${containing(keyword)}`
  return sql<InvoiceRow>`
    SELECT * FROM (${selectStates(today, isOwn)}) AS invoice
    WHERE ${isNamed} AND ${state === undefined ? sql`true` : sql`state = ${state}`}`
}

/** Lists invoices, the newest first. `count` covers all pages. */
export async function listInvoices(db: Db, { page, ...filter }: InvoiceFilter & { page: Page }) {
  const matching = selectMatching(filter)
  const counted = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (${matching}) AS matching`.execute(db)
  const count = counted.rows[0]?.count ?? 0
  const { rows } = await sql<InvoiceRow>`
    ${matching} ORDER BY number DESC LIMIT ${page.size} OFFSET ${getOffset(page, count)}`.execute(db)
  return { count, invoices: rows }
}

/** Lists the invoices of an advertiser after a number, by number. */
export async function listInvoicesAfter(
  db: Db,
  { after = 0n, limit, ...filter }: { advertiserId: bigint; today: Day; after: bigint | undefined; limit: number },
) {
  const { rows } = await sql<InvoiceRow>`
    ${selectMatching(filter)} AND number > ${after}::bigint ORDER BY number LIMIT ${limit}`.execute(db)
  return rows
}

/** Which invoice is read; with an advertiser only one of its own. */
interface InvoiceKey {
  invoiceId: string
  advertiserId?: bigint
  today: Day
}

/** Gets an invoice with its lines. Refuses an unknown one, and one of another advertiser, as not found. */
export async function getInvoice(db: Db, { invoiceId, advertiserId, today }: InvoiceKey) {
  const invoice = await db
    .selectFrom('invoice')
    .select('advertiserId')
    .where('id', '=', invoiceId)
    .$if(advertiserId !== undefined, (query) => query.where('advertiserId', '=', advertiserId ?? 0n))
    .executeTakeFirst()
  if (!invoice) throw notFound()
  const { rows } = await sql<InvoiceRow>`
    SELECT * FROM (${selectMatching({ advertiserId: invoice.advertiserId, today })}) AS own
    WHERE id = ${invoiceId}`.execute(db)
  const lines = await db
    .selectFrom('invoiceLine')
    .selectAll()
    .where('invoiceId', '=', invoiceId)
    .orderBy('lineNo')
    .execute()
  const [row] = rows
  if (!row) throw notFound()
  return { invoice: row, lines }
}

/** What an advertiser owes on invoices, in 1/10,000 USD by the days since they were due. */
export interface OverdueRow {
  advertiserId: bigint
  advertiserName: string
  notDue: bigint
  upTo30: bigint
  upTo60: bigint
  over60: bigint
  open: bigint
}

/** Sums the open invoices by advertiser and by the days since they were due, the largest debts first. */
export async function listOverdue(db: Db, { today }: { today: Day }): Promise<OverdueRow[]> {
  const late = (from: number, until: number) => sql`coalesce(sum(open_amount) FILTER (
    WHERE ${today}::date - due_on BETWEEN ${sql.lit(from)} AND ${sql.lit(until)}), 0)::bigint`
  const { rows } = await sql<OverdueRow>`
    SELECT advertiser_id, advertiser_name, ${late(-1_000_000, 0)} AS not_due, ${late(1, 30)} AS up_to30,
      ${late(31, 60)} AS up_to60, ${late(61, 1_000_000)} AS over60, sum(open_amount)::bigint AS open
    FROM (${selectStates(today)}) AS invoice
    GROUP BY advertiser_id, advertiser_name HAVING sum(open_amount) > 0
    ORDER BY 7 DESC, advertiser_id LIMIT 100`.execute(db)
  return rows
}

/** Sums the invoices that are not paid, and those of them that are overdue. */
export async function sumOpenInvoices(db: Db, { today }: { today: Day }) {
  const { rows } = await sql<{ open: bigint; overdue: bigint; overdueCount: number }>`
    SELECT coalesce(sum(open_amount), 0)::bigint AS open,
      coalesce(sum(open_amount) FILTER (WHERE state = 'overdue'), 0)::bigint AS overdue,
      count(*) FILTER (WHERE state = 'overdue')::int AS overdue_count
    FROM (${selectStates(today)}) AS invoice`.execute(db)
  return rows[0] ?? { open: 0n, overdue: 0n, overdueCount: 0 }
}

/** Sums the overdue invoices of each of some advertisers, with the day on which the first was due. */
export async function sumOverdueOfEach(
  db: Db,
  { advertiserIds, today }: { advertiserIds: readonly bigint[]; today: Day },
) {
  const isOwn = sql<boolean>`invoice.advertiser_id = ANY (${advertiserIds}::bigint[])`
  const { rows } = await sql<{ advertiserId: bigint; count: number; open: bigint; since: Day }>`
    SELECT advertiser_id, count(*)::int AS count, sum(open_amount)::bigint AS open, min(due_on) AS since
    FROM (${selectStates(today, isOwn)}) AS invoice
    WHERE state = 'overdue' GROUP BY advertiser_id`.execute(db)
  return rows
}

/** Reads what the last invoice of an advertiser left over; zero before the first. */
export async function readLastRest(db: Db, { advertiserId }: { advertiserId: bigint }): Promise<bigint> {
  const last = await db
    .selectFrom('invoice')
    .select('restAmount')
    .where('advertiserId', '=', advertiserId)
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.restAmount ?? 0n
}
