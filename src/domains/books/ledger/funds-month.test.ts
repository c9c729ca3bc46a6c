import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { recordDeposit, refundFunds } from '#domains/money/funding/commands/move-funds.ts'
import { useFunds } from '#domains/money/funding/commands/use-funds.ts'
import { decideTransaction } from '#domains/orders/transactions/commands/decide-transactions.ts'
import type { TransactionDecision } from '#domains/orders/transactions/commands/apply-decisions.ts'
import { verifyTables } from '#platform/server/database/database-check.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { createOrderFixtures, insertPublisher, recordPending } from '#test/support/order-fixtures.ts'
import type { OrderFixtures } from '#test/support/order-fixtures.ts'
import { LEDGER_CHECKS } from './queries.ts'

const USD = 10_000n

const database = await openTestDatabase()
let fixtures: OrderFixtures

beforeAll(async () => {
  fixtures = await createOrderFixtures(database.db)
  await sql`UPDATE program_terms SET fee_ppm = 200000 WHERE id = ${fixtures.termsId}`.execute(database.ownerDb)
})

const at = (time: string) => testContext(database.db, 'test', new Date(time))

test('sums with each posting what all postings sum up to', async () => {
  const { advertiserId, publisherId } = fixtures
  const other = await insertPublisher(database.db, 'Other')
  const now = testContext(database.db)
  const first = await recordPending(now, fixtures, { publisherId, amount: 1_000_000n })
  const second = await recordPending(now, fixtures, { publisherId: other, amount: 1_000_000n })
  const decide = (time: string, order: typeof first, change: Partial<TransactionDecision>) =>
    decideTransaction(at(time), { ...order, action: 'confirm', ...change })
  const cancel = { action: 'cancel', reasonCode: 'FRAUD', note: 'Not a customer' } as const
  const cover = (time: string) => useFunds(at(time), { advertiserId })
  const year = new Date().getUTCFullYear() + 1
  const lastOfMonth = `${year}-01-31T23:59:59.999Z`
  const firstOfNext = `${year}-02-01T00:00:00.000Z`
  const later = `${year}-02-15T00:00:00.000Z`

  const payment = { advertiserId, amount: 60n * USD, movedOn: `${year}-01-31`, reference: 'one' }
  await recordDeposit(at(lastOfMonth), payment)
  for (const order of [first, second]) await decide(lastOfMonth, order, {})
  await cover(lastOfMonth)
  // Covered twice in this month, and again in the next.
  await decide(lastOfMonth, first, cancel)
  await decide(lastOfMonth, first, {})
  await cover(lastOfMonth)
  await decide(firstOfNext, first, cancel)
  await decide(firstOfNext, first, { action: 'reopen' })
  await decide(firstOfNext, first, {})
  await cover(firstOfNext)
  await decide(later, second, { action: 'amend', orderValue: 500_000n, reasonCode: 'RETURNED_MERCHANDISE' })
  await refundFunds(at(later), { advertiserId, amount: 5n * USD, movedOn: `${year}-02-15`, reference: 'back' })
  await cover(later)

  const stored = sql`SELECT * FROM funds_month ORDER BY publisher_id, advertiser_id, month`
  const { rows } = await stored.execute(database.ownerDb)
  // The deposits and both publishers, in two months.
  expect(rows).toHaveLength(6)
  expect(await verifyTables(database.db, LEDGER_CHECKS)).toEqual([])
  expect((await sumPostings.execute(database.ownerDb)).rows).toEqual(rows)
})

/** `funds_month`, computed from all postings. */
const sumPostings = sql`
  SELECT moved.publisher_id, substring(account FROM 18)::bigint AS advertiser_id,
    date_trunc('month', posted_at AT TIME ZONE 'UTC')::date AS month,
    coalesce(sum(change) FILTER (WHERE entry.kind = 'deposit'), 0)::bigint AS deposits,
    coalesce(-sum(change) FILTER (WHERE entry.kind = 'refund'), 0)::bigint AS refunds,
    count(*) FILTER (WHERE source_kind <> 'deposit') AS entries,
    count(DISTINCT source_id) FILTER (WHERE entry.kind = 'cover') AS orders,
    coalesce(-sum(change) FILTER (WHERE source_kind <> 'deposit'), 0)::bigint AS used,
    coalesce(sum(line.amount), 0)::bigint AS commission
  FROM (
    SELECT publisher_id, entry_id, from_account AS account, -amount AS change FROM posting
    WHERE from_account LIKE 'advertiser\\_funds:%'
    UNION ALL
    SELECT publisher_id, entry_id, to_account, amount FROM posting WHERE to_account LIKE 'advertiser\\_funds:%'
  ) AS moved
  JOIN entry ON entry.publisher_id = moved.publisher_id AND entry.id = moved.entry_id
  LEFT JOIN statement_line AS line ON line.publisher_id = moved.publisher_id AND line.entry_id = moved.entry_id
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`
