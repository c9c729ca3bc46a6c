import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import type { Place } from '#kernel/cursor.ts'
import type { Page } from '#kernel/paging.ts'
import type { OrderQueue } from '../contract/vocabulary.ts'
import { sumDueOrders } from './sum-due-orders.ts'
import { summariseTransactions } from './summarise-transactions.ts'
import { listTransactionRows } from './transaction-rows.ts'
import type { TransactionRow } from './transaction-rows.ts'

/** The undecided orders of an advertiser that decide themselves (`clock`), are held, or wait for an exchange rate. */
export interface QueueFilter {
  advertiserId: bigint
  queue: OrderQueue
  publisherId?: bigint | undefined
  /** A part of the order id or of the name of the publisher. */
  keyword?: string | undefined
  /** Only orders that decide themselves before this time. */
  until?: Date | undefined
}

/** A page of a queue, with the places after which the next and before which the previous page lies. */
export interface QueuePage {
  rows: TransactionRow[]
  next: Place | null
  previous: Place | null
}

interface QueuedKey {
  publisherId: bigint
  transactionId: string
  /** When it decides itself; of a held order its own time. */
  at: Date
}

interface Part {
  limit: number
  after?: Place | undefined
  before?: Place | undefined
}

/** Reads the page of a queue after or before a place, or its first page. */
export async function listOrdersToDecide(
  db: Db,
  filter: QueueFilter,
  { page, after, before }: { page: Page; after?: Place | undefined; before?: Place | undefined },
): Promise<QueuePage> {
  const { rows: found } = await sql<QueuedKey>`
    ${selectQueue(filter, { limit: page.size + 1, after, before })}`.execute(db)
  // Less than a page lies before it: that is the first page.
  if (before && found.length <= page.size) return listOrdersToDecide(db, filter, { page })
  const keys = before ? found.slice(0, page.size).toReversed() : found.slice(0, page.size)
  const hasMore = found.length > page.size
  return {
    rows: await readRows(db, keys),
    next: before || hasMore ? toPlace(keys.at(-1)) : null,
    previous: before || after ? toPlace(keys[0]) : null,
  }
}

function toPlace(key: QueuedKey | undefined): Place | null {
  return key ? { at: key.at, id: key.transactionId } : null
}

/** Reads transactions in the order of their keys. */
async function readRows(db: Db, keys: readonly QueuedKey[]): Promise<TransactionRow[]> {
  if (keys.length === 0) return []
  const rows = await listTransactionRows(db, { keys, status: 'PENDING' }, {})
  const found = new Map(rows.map((row) => [row.id, row]))
  return keys.flatMap(({ transactionId }) => found.get(transactionId) ?? [])
}

/** Number and sums of undecided orders in USD. */
export interface QueueSums {
  count: number
  orderValue: bigint
  commission: bigint
}

/** Sums up a queue. Orders that decide themselves can be very many: all of them are summed by a roll-up. */
export async function sumOrdersToDecide(db: Db, filter: QueueFilter): Promise<QueueSums> {
  const { advertiserId, queue, publisherId, keyword, until } = filter
  if (queue !== 'clock' || publisherId !== undefined || keyword) return sumQueue(db, filter)
  if (until) return addUp(await sumDueOrders(db, { advertiserId, until }))
  const undecided = await summariseTransactions(db, { advertiserId, status: 'PENDING' })
  const others = await Promise.all([
    sumQueue(db, { advertiserId, queue: 'held' }),
    sumQueue(db, { advertiserId, queue: 'without_rate' }),
  ])
  const [all, waiting] = [addUp(undecided), addUp(others)]
  return {
    count: all.count - waiting.count,
    orderValue: all.orderValue - waiting.orderValue,
    commission: all.commission - waiting.commission,
  }
}

function addUp(all: readonly QueueSums[]): QueueSums {
  const sum = { count: 0, orderValue: 0n, commission: 0n }
  for (const { count, orderValue, commission } of all) {
    sum.count += count
    sum.orderValue += orderValue
    sum.commission += commission
  }
  return sum
}

async function sumQueue(db: Db, filter: QueueFilter): Promise<QueueSums> {
  const { rows } = await sql<QueueSums>`
    SELECT count(*)::int AS count, coalesce(sum(order_value), 0)::bigint AS order_value,
      coalesce(sum(commission), 0)::bigint AS commission
    FROM (${selectQueue(filter)}) AS queued`.execute(db)
  return rows[0] ?? { count: 0, orderValue: 0n, commission: 0n }
}

/** Counts the orders of a queue, and stops at a limit. */
export async function countOrdersToDecide(db: Db, filter: QueueFilter, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (${selectQueue(filter, { limit })}) AS queued`.execute(db)
  return rows[0]?.count ?? 0
}

/** Selects the keys of a queue with the time of its clock, in its order, and their worth in USD. */
export function selectQueue(filter: QueueFilter, part?: Part): RawBuilder<unknown> {
  const direction = part?.before ? sql`DESC` : sql`ASC`
  const ordered = part ? sql`ORDER BY at ${direction}, transaction_id ${direction} LIMIT ${part.limit}` : sql``
  return sql`SELECT * FROM (${SELECTED[filter.queue](filter, part)}) AS queued ${ordered}`
}

const COLUMNS = sql`state.publisher_id, state.transaction_id, state.order_value, state.commission`

const SELECTED = {
  clock: selectByClock,
  held: (filter: QueueFilter, part?: Part) => selectWaiting(sql`state.hold_reason IS NOT NULL`, filter, part),
  without_rate: (filter: QueueFilter, part?: Part) =>
    selectWaiting(sql`state.order_value IS NULL AND state.hold_reason IS NULL`, filter, part),
}

/** Selects orders that wait for something else than a clock, the oldest first. */
function selectWaiting(isWaiting: RawBuilder<unknown>, filter: QueueFilter, part?: Part): RawBuilder<unknown> {
  const at = sql`state.transaction_at`
  return sql`SELECT ${COLUMNS}, ${at} AS at FROM transaction_state AS state
    WHERE ${isWaiting} AND ${isOfFilter(filter)} AND ${isInPart(at, part)} ${cut(at, part)}`
}

/**
 * Selects the orders that decide themselves. When an order does, its terms say, so those of all versions with the same
 * validation period stand in the order of their time: there can be very many versions, but only a few periods. The
 * orders of a version lie between its day and the end of the window of its last click. An extended order has an end of
 * its own. The highest version that has begun is in force.
 */
function selectByClock(filter: QueueFilter, part?: Part): RawBuilder<unknown> {
  const { advertiserId, until } = filter
  const isOpen = sql`state.hold_reason IS NULL AND state.order_value IS NOT NULL AND ${isOfFilter(filter)}`
  const at = sql`state.transaction_at + version.validation_days * interval '24 hours'`
  // Compared with the column itself, so that an index leads there.
  const shift = sql`version.validation_days * interval '24 hours'`
  const ends = until ? sql`state.transaction_at < ${until}::timestamptz - ${shift}` : sql`true`
  const extendedEnds = until ? sql`state.due_at < ${until}::timestamptz` : sql`true`
  return sql`
    SELECT queued.* FROM (
      SELECT validation_days, array_agg(id) AS terms_ids, min(first_at) AS first_at, max(last_at) AS last_at
      FROM (
        SELECT terms.id, terms.validation_days,
          CASE terms.version WHEN 1 THEN '-infinity' ELSE terms.effective_from - interval '1 day' END AS first_at,
          coalesce(min(later.effective_from) + (terms.window_days + 2) * interval '24 hours', 'infinity') AS last_at
        FROM program_terms AS terms JOIN program ON program.id = terms.program_id
        LEFT JOIN program_terms AS later ON later.program_id = terms.program_id AND later.version > terms.version
        WHERE program.advertiser_id = ${advertiserId}
        GROUP BY terms.id
      ) AS each GROUP BY validation_days
    ) AS version
    CROSS JOIN LATERAL (
      SELECT ${COLUMNS}, ${at} AS at FROM transaction_state AS state
      JOIN transaction AS sold ON sold.publisher_id = state.publisher_id AND sold.id = state.transaction_id
        AND sold.terms_id = ANY (version.terms_ids)
      WHERE ${isOpen} AND state.due_at IS NULL AND ${ends}
        AND state.transaction_at >= version.first_at AND state.transaction_at < version.last_at
        AND ${isInPart(sql`state.transaction_at`, part, shift)} ${cut(sql`state.transaction_at`, part)}
    ) AS queued
    UNION ALL
    SELECT * FROM (
      SELECT ${COLUMNS}, state.due_at AS at FROM transaction_state AS state
      WHERE ${isOpen} AND state.due_at IS NOT NULL AND ${extendedEnds}
        AND ${isInPart(sql`state.due_at`, part)} ${cut(sql`state.due_at`, part)}
    ) AS extended`
}

function isOfFilter({ advertiserId, publisherId, keyword }: QueueFilter): RawBuilder<unknown> {
  const isOfPublisher = publisherId === undefined ? sql`true` : sql`state.publisher_id = ${publisherId}`
  const pattern = `%${(keyword ?? '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const hasKeyword = keyword
    ? sql`EXISTS (
        SELECT FROM transaction AS named JOIN publisher ON publisher.id = named.publisher_id
        WHERE named.publisher_id = state.publisher_id AND named.id = state.transaction_id
          AND (named.order_ref ILIKE ${pattern} OR publisher.name ILIKE ${pattern})
      )`
    : sql`true`
  return sql`state.advertiser_id = ${advertiserId} AND state.status = 'PENDING' AND ${isOfPublisher} AND ${hasKeyword}`
}

/** Whether an order lies in a part; `shift` is what its clock adds to the column. */
function isInPart(column: RawBuilder<unknown>, part?: Part, shift = sql`interval '0'`): RawBuilder<unknown> {
  const { after, before } = part ?? {}
  const place = after ?? before
  if (!place) return sql`true`
  const at = sql`${place.at}::timestamptz - ${shift}`
  const row = sql`(${column}, state.transaction_id)`
  return after ? sql`${row} > (${at}, ${place.id}::uuid)` : sql`${row} < (${at}, ${place.id}::uuid)`
}

/** Takes as many orders of one source as the part can need. */
function cut(column: RawBuilder<unknown>, part?: Part): RawBuilder<unknown> {
  if (!part) return sql``
  const direction = part.before ? sql`DESC` : sql`ASC`
  return sql`ORDER BY ${column} ${direction}, state.transaction_id ${direction} LIMIT ${part.limit}`
}
