import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import { BEFORE_ALL_ENTRIES, areComplete, readStoredUses, selectUses } from '#domains/money/funding/queries/uses.ts'
import type { UseRange } from '#domains/money/funding/queries/uses.ts'
import type { PaymentPart } from '#domains/money/funding/rules.ts'
import type { Amount } from '#kernel/money.ts'
import { getOffset } from '#kernel/paging.ts'
import type { Page } from '#kernel/paging.ts'
import { inSnapshot } from '#platform/server/database/database-check.ts'

/** The entry of a use of funds, and which part of it a payment paid. */
export interface PaidUse {
  publisherId: bigint
  entryId: string
  part: Amount
}

/** What the uses that a payment paid sum up to. */
interface PaidSums {
  count: number
  commission: Amount
  fee: Amount
  amount: Amount
}

/** Uses in a row of which a payment paid some or all. `before` is what all before them took. */
interface Part extends UseRange, PaidSums {
  before: Amount
}

const NONE: PaidSums = { count: 0, commission: 0n, fee: 0n, amount: 0n }

/**
 * Finds the uses of funds that a payment paid, the newest first. What was used is one sum that grows with each cover,
 * in the order of the ids. A payment paid the part of it that its amount adds to those of earlier payments;
 * `getPaidPart` is the same rule. The stored subtotals say which uses the payment paid in full; only those at its ends,
 * those of the page and those that no subtotal contains yet are read. `totals` are of all pages.
 */
export function findPaidUses(
  db: Db,
  { advertiserId, payment, page }: { advertiserId: bigint; payment: PaymentPart; page: Page },
): Promise<{ uses: PaidUse[]; totals: PaidSums }> {
  return inSnapshot(db, async (tx) => {
    const parts = await listParts(tx, { advertiserId, payment })
    const totals = parts.reduce(add, NONE)
    const uses: PaidUse[] = []
    let skipped = getOffset(page, totals.count)
    for (const part of parts.toReversed()) {
      if (uses.length === page.size) break
      if (part.count > skipped) {
        uses.push(...(await listPart(tx, { part, payment, skipped, size: page.size - uses.length })))
      }
      skipped = Math.max(0, skipped - part.count)
    }
    return { uses, totals }
  })
}

function add(one: PaidSums, { count, commission, fee, amount }: PaidSums): PaidSums {
  return {
    count: one.count + count,
    commission: one.commission + commission,
    fee: one.fee + fee,
    amount: one.amount + amount,
  }
}

interface PaymentQuery {
  advertiserId: bigint
  payment: PaymentPart
}

/** Lists the parts of all uses that a payment may have paid, the oldest first. */
async function listParts(tx: Db, { advertiserId, payment }: PaymentQuery): Promise<Part[]> {
  const read = async (part: Omit<Part, keyof PaidSums>) => {
    const { entries, refunds, ...sums } = await sumPaid(tx, part, payment)
    return { entries, refunds, part: { ...part, ...sums } }
  }
  const stored = await readStoredUses(tx, { advertiserId })
  const rest = await read({ advertiserId, after: stored.lastEntryId, before: stored.moved })
  if (!areComplete(stored, rest)) return [(await read({ advertiserId, after: BEFORE_ALL_ENTRIES, before: 0n })).part]
  const parts: Part[] = []
  for (const { isPaid, ...part } of joinCrossing(await listSubtotals(tx, { advertiserId, payment }))) {
    parts.push(isPaid ? part : (await read(part)).part)
  }
  return [...parts, rest.part]
}

/** A subtotal of which the payment paid each use in full or, unless `isPaid`, perhaps some. */
type Subtotal = Part & { isPaid: boolean }

/** Lists the subtotals of which a payment may have paid a use, the oldest first. */
async function listSubtotals(tx: Db, { advertiserId, payment: { from, until } }: PaymentQuery): Promise<Subtotal[]> {
  const { rows } = await sql<Omit<Subtotal, 'advertiserId'>>`
    SELECT after, last_entry_id AS up_to, before, (entries + refund_entries)::int AS count, commission,
      used - commission AS fee, used + refunds AS amount,
      before + lowest >= ${from}::bigint AND before + highest <= ${until}::bigint AS is_paid
    FROM (
      SELECT *, lag(last_entry_id, 1, ${BEFORE_ALL_ENTRIES}::uuid) OVER earlier AS after,
        (sum(used + refunds) OVER earlier - used - refunds)::bigint AS before
      FROM funds_subtotal WHERE advertiser_id = ${advertiserId} WINDOW earlier AS (ORDER BY last_entry_id)
    ) AS subtotal
    WHERE before + highest > ${from}::bigint AND before + lowest < ${until}::bigint
    ORDER BY last_entry_id`.execute(tx)
  return rows.map((row) => ({ ...row, advertiserId }))
}

/** Joins neighbours that the payment may have paid in part, so that they are read at once. */
function joinCrossing(subtotals: readonly Subtotal[]): Subtotal[] {
  const joined: Subtotal[] = []
  for (const subtotal of subtotals) {
    const last = joined.at(-1)
    if (last && !last.isPaid && !subtotal.isPaid && last.upTo === subtotal.after) last.upTo = subtotal.upTo
    else joined.push({ ...subtotal })
  }
  return joined
}

/** Selects uses with the part of each that a payment paid, above or below zero; zero if it paid none of it. */
function selectParts({ before, ...range }: Omit<Part, keyof PaidSums>, { from, until }: PaymentPart) {
  const clamp = (sum: RawBuilder<unknown>) => sql`least(greatest(${sum}, ${from}::bigint), ${until}::bigint)`
  return sql`
    SELECT publisher_id, entry_id, moved, ${clamp(sql`upto`)} - ${clamp(sql`upto - moved`)} AS part FROM (
      SELECT *, ${before}::bigint + sum(moved) OVER (ORDER BY entry_id ROWS UNBOUNDED PRECEDING)::bigint AS upto
      FROM (${selectUses(range)}) AS use
    ) AS used`
}

/** Sums what a payment paid of uses; `entries` and `refunds` are of all of them. */
async function sumPaid(tx: Db, range: Omit<Part, keyof PaidSums>, payment: PaymentPart) {
  const { rows } = await sql<PaidSums & { entries: number; refunds: Amount }>`
    SELECT count(*) FILTER (WHERE used.publisher_id <> 0)::int AS entries,
      coalesce(sum(moved) FILTER (WHERE used.publisher_id = 0), 0)::bigint AS refunds,
      count(*) FILTER (WHERE part <> 0)::int AS count, coalesce(sum(line.amount), 0)::bigint AS commission,
      coalesce(sum(moved - coalesce(line.amount, 0)) FILTER (WHERE part <> 0 AND used.publisher_id <> 0), 0)::bigint
        AS fee,
      coalesce(sum(part), 0)::bigint AS amount
    FROM (${selectParts(range, payment)}) AS used
    LEFT JOIN statement_line AS line
      ON part <> 0 AND line.publisher_id = used.publisher_id AND line.entry_id = used.entry_id`.execute(tx)
  return rows[0] ?? { ...NONE, entries: 0, refunds: 0n }
}

/** Lists what a payment paid of a part, the newest first. */
async function listPart(
  tx: Db,
  { part, payment, skipped, size }: { part: Part; payment: PaymentPart; skipped: number; size: number },
): Promise<PaidUse[]> {
  const { rows } = await sql<PaidUse>`
    SELECT publisher_id, entry_id, part FROM (${selectParts(part, payment)}) AS used
    WHERE part <> 0 ORDER BY entry_id DESC LIMIT ${size} OFFSET ${skipped}`.execute(tx)
  return rows
}
