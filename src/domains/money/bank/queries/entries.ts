import { sql } from 'kysely'
import type { Db } from '#database'
import { selectStates } from '#domains/money/invoices/queries/invoices.ts'
import type { Day } from '#kernel/days.ts'
import type { Page } from '#kernel/paging.ts'
import { readPage } from '#platform/server/database/read-page.ts'
import { findNamed } from '../rules/match.ts'
import type { CountedPayment, Named, Payment } from '../rules/match.ts'

/** Reads the invoices and advertisers that payments name, with what of the invoices is not paid on a day. */
export async function readNamed(db: Db, payments: readonly Payment[], today: Day): Promise<Named> {
  const said = payments.map(findNamed)
  const numbers = new Set(said.flatMap((each) => each.numbers))
  const references = new Set(said.flatMap((each) => each.references))
  const { rows: invoices } = await sql<{ number: number; advertiserId: bigint; openAmount: bigint }>`
    SELECT number, advertiser_id, open_amount::bigint AS open_amount FROM (
      ${selectStates(
        today,
        sql`invoice.advertiser_id IN (SELECT advertiser_id FROM invoice WHERE number = ANY (${[...numbers]}::int[]))`,
      )}
    ) AS invoice WHERE number = ANY (${[...numbers]}::int[])`.execute(db)
  const { rows: advertisers } = await sql<{ id: bigint }>`
    SELECT id FROM advertiser WHERE id = ANY (${[...references]}::bigint[])`.execute(db)
  return {
    invoices: new Map(invoices.map(({ number, ...invoice }) => [number, invoice])),
    advertiserIds: new Set(advertisers.map(({ id }) => id)),
  }
}

type PaymentKey = Pick<CountedPayment, 'reference' | 'amount' | 'bookedOn' | 'occurrence' | 'direction'>

/** Names a payment by what makes it known. */
export function toKey({ reference, amount, bookedOn, occurrence, direction }: PaymentKey): string {
  return `${bookedOn} ${direction} ${amount} ${occurrence} ${reference}`
}

/**
 * Finds which of the payments an earlier file had: the same ones, and those of a booking that the file divided in
 * another way, as a notification lists the payments and a statement their sum.
 */
export async function findKnown(
  db: Db,
  payments: readonly (PaymentKey & Pick<CountedPayment, 'booking'>)[],
): Promise<Set<string>> {
  const { rows } = await sql<PaymentKey>`
    WITH given AS (
      SELECT * FROM unnest(
        ${payments.map(({ reference }) => reference)}::text[], ${payments.map(({ amount }) => amount)}::bigint[],
        ${payments.map(({ bookedOn }) => bookedOn)}::date[], ${payments.map(({ occurrence }) => occurrence)}::int[],
        ${payments.map(({ direction }) => direction)}::text[],
        ${payments.map(({ booking }) => booking?.reference ?? null)}::text[],
        ${payments.map(({ booking }) => booking?.amount ?? null)}::bigint[],
        ${payments.map(({ booking }) => booking?.parts ?? null)}::int[]
      ) AS each (reference, amount, booked_on, occurrence, direction, booking, booking_amount, booking_parts)
    )
    SELECT given.* FROM given
    JOIN bank_entry USING (reference, amount, booked_on, occurrence, direction)
    UNION
    SELECT given.* FROM given
    JOIN bank_entry AS other USING (booking, booking_amount, booked_on, direction)
    WHERE other.booking_parts <> given.booking_parts`.execute(db)
  return new Set(rows.map(toKey))
}

/** An entry of an earlier file that a payment may be once more, or may take back. */
export interface EarlierEntry {
  id: string
  bookedOn: Day
  reference: string
}

/**
 * Lists the entries of earlier files that a payment may be about, the latest first, and none that another entry is
 * about. One that came in may be an entry of its advertiser with its amount and day, if the reference of either does
 * not surely name one booking alone. One that went out may take back a deposit of its amount.
 */
export async function listEarlierEntries(
  db: Db,
  payment: CountedPayment & { advertiserId: bigint | null; fileId: string },
): Promise<EarlierEntry[]> {
  const { advertiserId, amount, currency, bookedOn, direction, isSure, fileId } = payment
  const isSame = sql`state <> 'dismissed' AND booked_on = ${bookedOn} AND file_id <> ${fileId}
      AND NOT (is_sure AND ${isSure}::boolean)`
  const isAbout = direction === 'in' ? isSame : sql`state = 'recorded' AND booked_on <= ${bookedOn}`
  const { rows } = await sql<EarlierEntry>`
    SELECT id, booked_on, reference FROM bank_entry
    WHERE amount = ${amount} AND currency = ${currency} AND direction = 'in' AND ${isAbout}
      AND (${advertiserId}::bigint IS NULL OR advertiser_id = ${advertiserId})
      AND NOT EXISTS (SELECT FROM bank_entry AS later WHERE later.earlier_entry_id = bank_entry.id)
    ORDER BY booked_on DESC, id DESC LIMIT 100`.execute(db)
  return rows
}

/** How far apart the days of one payment may be in the file and as it was entered by hand. */
const LIKELY_DAYS = 14

/** A deposit that was entered by hand and may be a payment of a bank file. */
export interface LikelyDeposit {
  id: string
  movedOn: Day
  reference: string
}

/**
 * Lists the deposits of an advertiser that may be a payment: of its amount, entered by hand within two weeks of its
 * day, and of no other bank entry. One with the same reference and day is the first such payment of a file itself, and
 * not listed: that payment is no other. The nearest come first.
 */
export async function listLikelyDeposits(
  db: Db,
  payment: Omit<PaymentKey, 'direction'> & { advertiserId: bigint },
): Promise<LikelyDeposit[]> {
  const { advertiserId, amount, bookedOn, reference, occurrence } = payment
  const isOwn = sql`advertiser_id = ${advertiserId} AND kind = 'deposit' AND amount = ${amount}`
  const { rows } = await sql<LikelyDeposit>`
    SELECT id, moved_on, reference FROM deposit
    WHERE ${isOwn} AND NOT (${occurrence === 1}::boolean AND EXISTS (
        SELECT FROM deposit WHERE ${isOwn} AND reference = ${reference} AND moved_on = ${bookedOn}::date))
      AND abs(moved_on - ${bookedOn}::date) <= ${LIKELY_DAYS}
      AND (reference, moved_on) <> (${reference}, ${bookedOn}::date)
      AND NOT EXISTS (SELECT FROM bank_entry WHERE deposit_id = deposit.id)
    ORDER BY abs(moved_on - ${bookedOn}::date), id`.execute(db)
  return rows
}

/** Lists the payments that wait for a decision, the oldest first. `count` covers all pages. */
export async function listWaiting(db: Db, { page }: { page: Page }) {
  const ordered = db
    .selectFrom('bankEntry')
    .leftJoin('advertiser', 'advertiser.id', 'bankEntry.advertiserId')
    .leftJoin('deposit as likely', 'likely.id', 'bankEntry.likelyDepositId')
    .leftJoin('bankEntry as earlier', 'earlier.id', 'bankEntry.earlierEntryId')
    .selectAll('bankEntry')
    .select(['advertiser.name as advertiserName', 'likely.movedOn as likelyDay', 'likely.reference as likelyReference'])
    .select(['earlier.bookedOn as earlierDay', 'earlier.reference as earlierReference'])
    .where('bankEntry.state', '=', 'waiting')
    .orderBy('bankEntry.bookedOn')
    .orderBy('bankEntry.id')
  const { count, rows: entries } = await readPage(
    page,
    db.selectFrom('bankEntry').where('state', '=', 'waiting'),
    ordered,
  )
  return { count, entries }
}

/** A payment that waits, with the name of the advertiser that it probably is of. */
export type WaitingRow = Awaited<ReturnType<typeof listWaiting>>['entries'][number]

/** Reads what came of the last fetch; undefined before the first. */
export function findLastFetch(db: Db) {
  return db.selectFrom('bankFetch').selectAll().executeTakeFirst()
}
