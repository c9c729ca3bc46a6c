import * as fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { HOUR_MS, addDays, startOfDay, toDay } from '#kernel/days.ts'
import { testContext } from '#test/support/context.ts'
import { copyRow } from '#test/support/copy-row.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { createOrderFixtures, recordPending } from '#test/support/order-fixtures.ts'
import { advanceStatusCounts } from './commands/count-statuses.ts'
import { writeTexts } from './commands/write-texts.ts'
import { TRANSACTION_STATUSES } from './contract/vocabulary.ts'
import { findLabelled, prepareLabels } from './queries/labelled-orders.ts'
import type { TransactionFilter } from './queries/transaction-filter.ts'
import { countTransactions, listKeysetPage, listTransactionRows, selectMatching } from './queries/transaction-rows.ts'
import type { KeysetPage } from './queries/transaction-rows.ts'
import { MAX_LABELLED, chooseDays } from './rules/counted-days.ts'

const database = await openTestDatabase()
let first: { transactionId: string; publisherId: bigint; advertiserId: bigint }

const now = new Date()
const DAYS = 6
const begin = addDays(toDay(now), -DAYS)

/** About one order in an hour. Each third has the click of the first order, and so its country and device. */
const ORDERS = Array.from({ length: 120 }, (_, index) => ({
  at: new Date(startOfDay(begin).getTime() + index * HOUR_MS + ((index * 7) % 20) * 60_000),
  status: index % 5 === 0 ? 'CANCELLED' : index < 80 ? 'CONFIRMED' : 'PENDING',
  coupon: [null, 'SPRING', 'RARE', null, 'SPRING'][(index * index) % 17 === 4 ? 2 : index % 2],
  promotion_id: index % 4 === 0 ? 1 + (index % 3) : null,
  customer_status: index % 7 === 0 ? 'NEW' : null,
  event: index % 11 === 0 ? 'lead' : 'sale',
  rule_no: index % 3,
  hasClick: index % 3 === 0,
}))

/** So many are counted and have labels; the others are recorded later. */
const COUNTED = 100

beforeAll(async () => {
  const { db, ownerDb } = database
  const fixtures = await createOrderFixtures(db)
  const { transactionId } = await recordPending(testContext(db), fixtures)
  first = { transactionId, publisherId: fixtures.publisherId, advertiserId: fixtures.advertiserId }
  await sql`UPDATE click SET country = 'DE', device = 'mobile'`.execute(ownerDb)
  for (const order of ORDERS.slice(0, COUNTED)) await copyOrder(order, new Date(now.getTime() - 7_200_000))
  await writeTexts({ db, now })
  await advanceStatusCounts(db, now)
  for (const order of ORDERS.slice(COUNTED)) await copyOrder(order, now)
  await sql`UPDATE transaction_state SET status = 'CANCELLED', decided_at = ${now}, changed_at = ${now}
    WHERE extract(minute FROM transaction_at) = 20`.execute(ownerDb)
})

async function copyOrder({ at, status, hasClick, ...values }: (typeof ORDERS)[number], changedAt: Date): Promise<void> {
  const id = crypto.randomUUID()
  const isFirst = sql`id = ${first.transactionId}`
  const sold = { ...values, id, order_ref: id, transaction_at: at, ...(!hasClick && { click_id: crypto.randomUUID() }) }
  await copyRow(database.ownerDb, { table: 'transaction', isFirst, changes: sold })
  const decided = status === 'PENDING' ? {} : { decided_at: at, sequence: 1 }
  await copyRow(database.ownerDb, {
    table: 'transaction_state',
    isFirst: sql`transaction_id = ${first.transactionId}`,
    changes: { transaction_id: id, transaction_at: at, changed_at: changedAt, status, ...decided },
  })
}

const parts = fc.constantFrom(
  { dimension: 'coupon', value: 'SPRING' } as const,
  { dimension: 'coupon', value: 'RARE' } as const,
  { dimension: 'coupon', value: 'none' } as const,
  { dimension: 'coupon', value: '' } as const,
  { dimension: 'promotion', value: '2' } as const,
  { dimension: 'country', value: 'DE' } as const,
  { dimension: 'device', value: 'mobile' } as const,
  { dimension: 'customer', value: 'NEW' } as const,
  { dimension: 'event', value: 'lead' } as const,
)

/** Whole days, parts of days, or all. */
const times = fc.option(
  fc.tuple(fc.nat(DAYS * 24), fc.nat(DAYS * 24)).map(([one, other]) => {
    const [from, until] = [Math.min(one, other), Math.max(one, other)].map(
      (hours) =>
        new Date(startOfDay(begin).getTime() + (hours % 2 === 0 ? Math.floor(hours / 24) * 24 : hours) * HOUR_MS),
    )
    return { from, until }
  }),
  { nil: {} },
)

const filters = fc
  .record({
    part: parts,
    times,
    conditions: fc.constantFrom({}, { isNotCancelled: true }, ...TRANSACTION_STATUSES.map((status) => ({ status }))),
    isOfPublisher: fc.boolean(),
  })
  .map(({ part, times: range, isOfPublisher, conditions }): TransactionFilter => ({
    advertiserId: first.advertiserId,
    part,
    ...range,
    ...conditions,
    ...(isOfPublisher && { publisherId: first.publisherId }),
  }))

/** The orders of a filter as they are found by comparing each, newest first. */
async function compareEach(filter: TransactionFilter): Promise<string[]> {
  const states = selectMatching(database.db, filter)
  const rows = await states.orderBy('s.transactionAt', 'desc').orderBy('s.transactionId', 'desc').execute()
  return rows.map(({ transactionId }) => transactionId)
}

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

/** Reads the pages after and before a page, if it leads to them. */
async function readNeighbours(filter: TransactionFilter, size: number, { next, previous }: KeysetPage) {
  const page = { number: 1, size }
  const after = next && (await listKeysetPage(database.db, filter, { page, after: next }))
  const before = previous && (await listKeysetPage(database.db, filter, { page, before: previous }))
  return [after, before].map((neighbour) => neighbour && ids(neighbour.rows))
}

test('lists the orders that a comparison of each order finds, whichever page is read', async () => {
  const { db } = database
  const sizes = fc.integer({ min: 1, max: 9 })
  await fc.assert(
    fc.asyncProperty(filters, sizes, fc.integer({ min: 1, max: 6 }), async (filter, size, number) => {
      const all = await compareEach(filter)
      const rows = await listTransactionRows(db, filter, { limit: size, offset: size * (number - 1) })
      expect(ids(rows)).toEqual(all.slice(size * (number - 1), size * number))
      expect(await countTransactions(db, filter, size)).toBe(Math.min(size, all.length))
      const page = await listKeysetPage(db, filter, { page: { number, size } })
      const start = all.indexOf(page.rows[0]?.id ?? '')
      expect(await readNeighbours(filter, size, page)).toEqual([
        page.next && all.slice(start + size, start + 2 * size),
        page.previous && all.slice(Math.max(0, start - size), Math.max(size, start)),
      ])
    }),
    { numRuns: 60 },
  )
})

test('reads only the days that fill a page', async () => {
  const filter = { advertiserId: first.advertiserId, part: { dimension: 'event', value: 'sale' } as const }
  const prepared = await prepareLabels(database.db, filter)
  const { whole, days } = findLabelled(prepared, { limit: 3 })
  expect(whole.labelled?.days.length).toBeGreaterThan(4)
  expect(days?.labelled?.days).toHaveLength(2)
  expect(findLabelled(prepared, { limit: 1000 }).days).toBeUndefined()
  expect(await prepareLabels(database.db, { ...filter, part: { dimension: 'group', value: '1' } })).not.toHaveProperty(
    'counted',
  )
})

test('goes from order to order where a page needs too many', () => {
  const day = (number: number, count: number) => ({
    day: `2026-03-0${number}`,
    PENDING: count,
    CONFIRMED: 1,
    CANCELLED: 0,
  })
  const page = { rows: 3, statuses: TRANSACTION_STATUSES, isAscending: false, isFilled: () => true }
  const days = [day(1, MAX_LABELLED), day(2, 1), day(3, 0), day(4, 3)]
  expect(chooseDays(days, page)).toEqual(['2026-03-04'])
  expect(chooseDays(days, { ...page, statuses: ['CONFIRMED'], rows: 4 })).toBeUndefined()
  expect(chooseDays(days, { ...page, isAscending: true })).toBeUndefined()
  expect(chooseDays(days, { ...page, begin: '2026-03-04' })).toEqual(['2026-03-04', '2026-03-03', '2026-03-02'])
  expect(chooseDays(days, { ...page, isAscending: true, begin: '2026-03-02' })).toEqual([
    '2026-03-02',
    '2026-03-03',
    '2026-03-04',
  ])
  expect(chooseDays([], page)).toEqual([])
})
