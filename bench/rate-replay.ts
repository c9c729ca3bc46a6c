import { sql } from 'kysely'
import type { Db } from '#database'
import { advanceReplays } from '#domains/partners/terms/commands/replay-draft.ts'
import { findReplay } from '#domains/partners/terms/queries/replays.ts'
import { toStoredLine } from '#domains/partners/terms/rules/draft.ts'
import { DAY_MS } from '#kernel/days.ts'
import { testContext } from '#test/support/context.ts'
import { insertUndecidedOrders } from '#test/support/undecided-orders.ts'
import { insertAdvertisers, insertPublishers, openFilledNetwork } from './support/filled-network.ts'
import { atMost, say } from './support/rounds.ts'

const ORDERS = 1_000_000
const PUBLISHERS = 1000
const RULES = 10_000
const TARGET_SECONDS = 20

const PRODUCT_GROUPS = ['Shoes', 'Hats', 'Socks', 'Bags', null]
const publisherIds = Array.from({ length: PUBLISHERS }, (_, index) => BigInt(index + 1))

/** One programme with a million orders of the last days, each fourth of two items. */
async function fill(db: Db): Promise<void> {
  await insertPublishers(db, { count: PUBLISHERS, sites: 1 })
  await insertAdvertisers(db, 1)
  await sql`INSERT INTO program (advertiser_id, public_id, slug, title, status, join_mode, created_at)
    VALUES (1, 1, 'programme', 'Programme', 'open', 'auto', '2024-01-01Z')`.execute(db)
  await sql`INSERT INTO program_terms
      (program_id, version, window_days, validation_days, currency, fee_ppm, effective_from, created_at)
    VALUES (1, 1, 30, 30, 'USD', 200000, '2024-01-01Z', '2024-01-01Z')`.execute(db)
  await sql`INSERT INTO program_rate (terms_id, event, kind, rate_ppm) VALUES (1, 'sale', 'percent', 100000)`.execute(
    db,
  )
  await insertUndecidedOrders(db, {
    publisherIds,
    siteIds: publisherIds,
    advertisers: [{ advertiserId: 1n, termsId: 1n }],
    count: ORDERS,
    from: new Date(Date.now() - 20 * DAY_MS),
  })
  await sql`INSERT INTO transaction_item
      (publisher_id, transaction_id, sequence, line_no, "group", sku, quantity, amount)
    SELECT publisher_id, id, 0, line, CASE line WHEN 1 THEN 'Shoes' ELSE 'Hats' END, NULL, NULL, 500000
    FROM transaction, generate_series(1, 2) AS line WHERE order_ref LIKE '%0' OR order_ref LIKE '%4'`.execute(db)
  await sql`VACUUM ANALYZE`.execute(db)
}

/** A draft with rules for publishers, product groups and kinds of customers, some of them with a first day. */
function makeLines(startsAt: Date) {
  const all = { publisherId: null, groupId: null, productGroup: null, region: null, customer: null, endsAt: null }
  const base = { ...all, number: 0, event: 'sale', startsAt: null, rate: { kind: 'percent', ratePpm: 90_000 } } as const
  const rules = Array.from({ length: RULES }, (_, index) => ({
    ...base,
    number: index + 1,
    publisherId: BigInt((index % PUBLISHERS) + 1),
    productGroup: PRODUCT_GROUPS[index % 5] ?? null,
    customer: index % 3 === 0 ? ('NEW' as const) : null,
    startsAt: index % 1000 === 0 ? new Date(startsAt.getTime() + (index / 1000) * DAY_MS) : null,
    rate: { kind: 'percent' as const, ratePpm: 50_000 + index },
  }))
  return [base, ...rules].map(toStoredLine)
}

/** Measures the job that prices the orders of 30 days by a draft. */
async function main(): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const { db } = await openFilledNetwork(opened, { fill, routes: () => [] })
  const ctx = testContext(db, 'bench')
  const draft = { programId: 1n, revision: 1, changedAt: ctx.now, changedBy: null }
  await db
    .insertInto('termsDraft')
    .values({ ...draft, lines: JSON.stringify(makeLines(ctx.now)) })
    .execute()
  await db
    .insertInto('termsReplay')
    .values({
      programId: 1n,
      askedAt: ctx.now,
      askedBy: null,
      startsAt: ctx.now,
      daysDone: 0,
      outcome: null,
      result: null,
    })
    .execute()
  const startedAt = performance.now()
  await advanceReplays(ctx)
  const seconds = (performance.now() - startedAt) / 1000
  const replay = await findReplay(db, { programId: 1n })
  const orders = replay?.result?.publishers.reduce((sum, each) => sum + each.orders, 0)
  if (orders !== ORDERS) throw new Error(`${orders} orders were priced`)
  const name = `rate-replay, ${RULES.toLocaleString('en')} rules`
  say(name, `${seconds.toFixed(1)} s for ${ORDERS.toLocaleString('en')} orders`, atMost(seconds, TARGET_SECONDS, 's'))
}

await main()
