import { sql } from 'kysely'
import type { Db } from '#database'
import { selectStates } from '#domains/invoices/queries/invoices.ts'
import { findNumbers } from '#domains/invoices/rules.ts'
import type { Day } from '#kernel/days.ts'
import { getOffset } from '#kernel/paging.ts'
import type { Page } from '#kernel/paging.ts'
import { findReferences } from '../rules/match.ts'
import type { Named, Payment } from '../rules/match.ts'

/** Reads the invoices and advertisers that payments name, with what of the invoices is not paid on a day. */
export async function readNamed(db: Db, payments: readonly Payment[], today: Day): Promise<Named> {
  const numbers = new Set(payments.flatMap(({ remittance }) => findNumbers(remittance)))
  const references = new Set(payments.flatMap(({ remittance }) => findReferences(remittance)))
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

/** The names of advertisers by their ids. */
export async function readNames(db: Db, advertiserIds: readonly bigint[]): Promise<Map<bigint, string>> {
  if (advertiserIds.length === 0) return new Map()
  const rows = await db.selectFrom('advertiser').select(['id', 'name']).where('id', 'in', advertiserIds).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Names a payment by what makes it known. */
export function toKey({ reference, amount, bookedOn }: Pick<Payment, 'reference' | 'amount' | 'bookedOn'>): string {
  return `${bookedOn} ${amount} ${reference}`
}

/** Finds which of the payments an earlier file had. */
export async function findKnown(db: Db, payments: readonly Payment[]): Promise<Set<string>> {
  const { rows } = await sql<Pick<Payment, 'reference' | 'amount' | 'bookedOn'>>`
    SELECT known.reference, known.amount, known.booked_on FROM bank_entry AS known JOIN unnest(
      ${payments.map(({ reference }) => reference)}::text[], ${payments.map(({ amount }) => amount)}::bigint[],
      ${payments.map(({ bookedOn }) => bookedOn)}::date[]
    ) AS given (reference, amount, booked_on) USING (reference, amount, booked_on)`.execute(db)
  return new Set(rows.map(toKey))
}

/** Lists the payments that wait for a decision, the oldest first. `count` covers all pages. */
export async function listWaiting(db: Db, { page }: { page: Page }) {
  const { count } = await db
    .selectFrom('bankEntry')
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  const entries = await db
    .selectFrom('bankEntry')
    .leftJoin('advertiser', 'advertiser.id', 'bankEntry.advertiserId')
    .selectAll('bankEntry')
    .select('advertiser.name as advertiserName')
    .where('state', '=', 'waiting')
    .orderBy('bookedOn')
    .orderBy('bankEntry.id')
    .limit(page.size)
    .offset(getOffset(page, count))
    .execute()
  return { count: Number(count), entries }
}

/** A payment that waits, with the name of the advertiser that it probably is of. */
export type WaitingRow = Awaited<ReturnType<typeof listWaiting>>['entries'][number]

/** Reads what came of the last fetch; undefined before the first. */
export function findLastFetch(db: Db) {
  return db.selectFrom('bankFetch').selectAll().executeTakeFirst()
}

/** Lists the advertisers by name to which a payment can be assigned. */
export async function listAssignable(db: Db) {
  return db.selectFrom('advertiser').select(['id', 'name']).orderBy('name').orderBy('id').limit(1000).execute()
}
