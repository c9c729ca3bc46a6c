import { sql } from 'kysely'
import type { KyselyPlugin } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { listReferrals } from '#domains/partners/applications/queries/referrals.ts'
import { selectStates } from '#domains/money/invoices/queries/invoices.ts'
import { verifyInvoices } from '#domains/money/invoices/queries/verify-invoices.ts'
import { getPayment } from '#domains/money/payouts/queries/payment.ts'
import { readBankAccount } from '#domains/money/payouts/rules/payment.ts'
import { DAY_MS, toDay } from '#kernel/days.ts'
import { CONTENT_CATEGORIES } from '#kernel/lists/content-categories.ts'
import { openPreparingDatabase } from '#platform/server/database/database.ts'
import { createLogger } from '#platform/server/log.ts'
import { listLines } from '#platform/server/database/database-check.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import { branding } from '#test/support/context.ts'
import { createTestSealing } from '#test/support/sealing.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { waitUntil } from '#test/support/network.ts'
import { isSoak } from '#test/support/rounds.ts'
import { measureTime } from '#test/support/timing.ts'
import { verifyLedger } from '#domains/orders/transactions/queries/verify-ledger.ts'
import { listRollupDifferences } from '#test/support/rollups.ts'
import type { SeededMerchant, SeededSite } from './accounts.ts'
import { DEMO_SHOP } from './merchants/shops.ts'
import { PUBLISHERS } from './people.ts'
import { Random } from './random.ts'
import { generateYear } from './traffic.ts'
import { seedDemoData } from './demo-data.ts'

/** Two of the days on which the merchants pay fall into one month. */
const now = new Date('2026-11-29T15:30:00Z')
const signIns = {
  publisher: { email: 'publisher@demo.example', password: 'publisher-pass' },
  advertiser: { email: 'advertiser@demo.example', password: 'advertiser-pass' },
  operator: { email: 'operator@demo.example', password: 'operator-pass' },
}

const database = await openTestDatabase()
let sealing: Sealing
/** What the seed cost. */
let cost: { statements: number; resultRows: number; readRows: number; tookMs: number }

beforeAll(async () => {
  sealing = await createTestSealing(database.db)
  await stopHalfWay()
  cost = await seedAsDemoDoes()
})

/** Seeds by connections like those of `src/app/demo.ts`. */
async function seedAsDemoDoes(): Promise<typeof cost> {
  const url = new URL(database.connectionString)
  url.username = 'tandem_app'
  const before = await countReadRows()
  const counts = { statements: 0, resultRows: 0 }
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      counts.statements += 1
      return node
    },
    transformResult: ({ result }) => {
      counts.resultRows += result.rows.length
      return Promise.resolve(result)
    },
  }
  let tookMs = 0
  await openPreparingDatabase({ connectionString: url.href }, createLogger('silent', 'test'), async (db) => {
    tookMs = await measureTime(() => seedDemoData({ db: db.withPlugin(counter), branding, sealing, signIns, now }))
  })
  return { ...counts, readRows: (await countReadRows()) - before, tookMs }
}

/** Counts the rows that the statements of ended sessions have read of tables and indexes. */
async function countReadRows(): Promise<number> {
  const name = 'tandem maintenance'
  await waitUntil(async () => {
    const { rows } = await sql`SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = ${name}`.execute(database.db)
    return rows.length === 0
  })
  const { rows } = await sql<{ read: number }>`
    SELECT tup_returned::float8 AS read FROM pg_stat_database WHERE datname = current_database()`.execute(database.db)
  return rows[0]?.read ?? Infinity
}

/** Stops the seed halfway. Like after a kill, its database transaction never commits. */
async function stopHalfWay(): Promise<void> {
  const onProgress = (stage: string) => {
    if (stage === 'decisions') throw new Error('stopped')
  }
  await expect(seedDemoData({ db: database.db, branding, sealing, signIns, now, onProgress })).rejects.toThrow(
    'stopped',
  )
  expect(await count('account')).toBe(0)
  expect(await count('click')).toBe(0)
}

test('needs at most 9,000 statements, 110,000 rows of results and 4.5 million rows that they read', () => {
  expect(cost.statements).toBeLessThan(9000)
  expect(cost.resultRows).toBeLessThan(110_000)
  expect(cost.readRows).toBeLessThan(4_500_000)
})

test.runIf(isSoak)('takes at most thirty times as long as hashing a million numbers', async () => {
  // This takes the database 0.6 s on a fast machine and 1.3 s on a slow one: the measure for the seed.
  const hash = sql`SELECT count(sha256(n::text::bytea)) FROM generate_series(1, 1000000) AS n`
  expect(cost.tookMs).toBeLessThan(30 * (await measureTime(() => hash.execute(database.db))))
})

test("contains the specification's 18 programmes and the demo shop's, all open", async () => {
  const { rows } = await sql<{ address: string }>`
    SELECT public_id || ' ' || slug AS address FROM program WHERE status = 'open' ORDER BY slug`.execute(database.db)
  expect(rows.map((row) => row.address)).toEqual(
    [
      '681 gomino-affiliate-program',
      '7260 bonprix-affiliate-program',
      '247 diy-affiliate-program',
      '5576 anthropologie-affiliate-program',
      '6979 sportchek-affiliate-program',
      '32984 apps-apple-affiliate-program',
      '15268 airbnb-affiliate-program',
      '18481 amazon-affiliate-program',
      '32984 walmart-affiliate-program',
      '21558 kohls-affiliate-program',
      '30256 ebay-affiliate-program',
      '45957 tiktok-for-business-affiliate-program',
      '45957 capcut-for-business-affiliate-program',
      '45957 mobileLegends-for-business-affiliate-program',
      '45957 psiphon-for-business-affiliate-program',
      '45957 roblox-for-business-affiliate-program',
      '45957 vidmateapp-for-business-affiliate-program',
      '5098 lululemon-affiliate-program',
      '1001 leaf-and-kettle-affiliate-program',
    ].toSorted((one, other) =>
      (one.split(' ')[1] ?? '').localeCompare(other.split(' ')[1] ?? '', 'en', { caseFirst: 'upper' }),
    ),
  )
})

test('contains a year of clicks with eight verdicts, and none from the future', async () => {
  const { rows } = await sql<{ days: number; verdicts: number; future: number }>`
    SELECT count(DISTINCT date_trunc('day', clicked_at, 'UTC'))::int AS days, count(DISTINCT verdict)::int AS verdicts,
      count(*) FILTER (WHERE clicked_at >= ${now})::int AS future FROM click`.execute(database.db)
  expect(rows[0]).toEqual({ days: 366, verdicts: 8, future: 0 })
})

test('leaves new transactions pending, and confirms or cancels older ones for various reasons', async () => {
  const { rows } = await sql<{ oldPending: number; youngDecided: number; reasons: number; cancelled: number }>`
    SELECT count(*) FILTER (WHERE status IS NULL AND recorded_at < ${daysAgo(70)})::int AS old_pending,
      count(*) FILTER (WHERE status IS NOT NULL AND recorded_at > ${daysAgo(10)})::int AS young_decided,
      count(DISTINCT reason_code)::int AS reasons,
      (avg((status = 'CANCELLED')::int) * 100)::float8 AS cancelled
    FROM transaction LEFT JOIN transaction_decision AS decision
      ON decision.publisher_id = transaction.publisher_id AND decision.transaction_id = transaction.id`.execute(
    database.db,
  )
  expect(rows[0]).toMatchObject({ oldPending: 0, youngDecided: 0 })
  expect(rows[0]?.reasons).toBeGreaterThanOrEqual(7)
  expect(rows[0]?.cancelled).toBeGreaterThan(5)
  expect(rows[0]?.cancelled).toBeLessThan(20)
})

test('keeps ledger and roll-ups consistent and up to date, and sends no mail', async () => {
  expect(await verifyLedger(database.db)).toEqual([])
  expect(await listRollupDifferences(database.db)).toEqual([])
  const progress = await database.db.selectFrom('rollupProgress').select('rebuiltUntil').execute()
  expect(progress).toEqual([{ rebuiltUntil: now }, { rebuiltUntil: now }])
  expect(await count('mail')).toBe(0)
})

test('pays publishers what merchants paid, and leaves orders of one merchant uncovered', async () => {
  const { db } = database
  const runs = await db.selectFrom('payoutRun').select(['month', 'status', 'amount']).orderBy('month').execute()
  expect(runs.length).toBeGreaterThanOrEqual(3)
  expect(runs.every(({ status, amount }) => status === 'closed' && amount > 0n)).toBe(true)
  const { rows: uncovered } = await sql<{ slug: string }>`
    SELECT DISTINCT program.slug FROM transaction_state AS state JOIN program USING (advertiser_id)
    WHERE state.status = 'CONFIRMED' AND covered_commission < commission`.execute(db)
  expect(uncovered).toEqual([{ slug: 'gomino-affiliate-program' }])
})

test('invoices the last months of merchants that pay later', async () => {
  const { rows } = await sql<{ state: string; slug: string }>`
    SELECT DISTINCT state, slug FROM (${selectStates(toDay(now))}) AS invoice JOIN program USING (advertiser_id)
    WHERE slug IN ('leaf-and-kettle-affiliate-program', 'gomino-affiliate-program', 'bonprix-affiliate-program')
    ORDER BY slug, state`.execute(database.db)
  expect(rows).toContainEqual({ slug: 'gomino-affiliate-program', state: 'overdue' })
  expect(rows).toContainEqual({ slug: 'leaf-and-kettle-affiliate-program', state: 'paid' })
  expect(rows.map(({ slug }) => slug)).not.toContain('bonprix-affiliate-program')
  expect(listLines(await verifyInvoices(database.db))).toEqual([])
})

test('gives the publishers profiles, sites with categories, payment details and referrals', async () => {
  const { db } = database
  const profiles = await db.selectFrom('publisherProfile').selectAll().execute()
  expect(profiles).toHaveLength(PUBLISHERS.length)
  for (const { adNetwork: _, ...profile } of profiles) {
    expect(Object.entries(profile).filter(([, value]) => String(value) === '')).toEqual([])
  }
  const sites = await db.selectFrom('site').select(['audienceCountries', 'contentCategories']).execute()
  expect(sites.every((site) => site.audienceCountries.length > 0 && site.contentCategories.length > 0)).toBe(true)
  expect(sites.flatMap((site) => site.contentCategories).filter((name) => !CONTENT_CATEGORIES.includes(name))).toEqual(
    [],
  )
  const [publisher] = await db.selectFrom('publisher').select('id').orderBy('id').execute()
  const publisherId = publisher?.id ?? 0n
  const { bank } = await getPayment(db, sealing, { publisherId })
  expect(bank && readBankAccount(bank)).toEqual(PUBLISHERS[0]?.bank)
  const referrals = await listReferrals(db, { publisherId, page: { number: 1, size: 10 } })
  expect(referrals).toMatchObject({ count: 2, referrals: [{ name: 'Second Screen' }, { name: 'Deal Harbour' }] })
})

test('contains claims that wait, that were answered and that were decided, one by the clock', async () => {
  const { rows } = await sql<{ claim: string }>`
    SELECT concat_ws(' ', status, claim.answer, acted_as) AS claim FROM claim
    JOIN claim_event AS event ON event.claim_id = claim.id AND event.sequence = claim.sequence
    ORDER BY order_ref`.execute(database.db)
  expect(rows.map(({ claim }) => claim)).toEqual([
    'accepted never_reported clock',
    'accepted never_reported advertiser',
    'refused never_reported advertiser',
    'waiting never_reported machine',
    'waiting never_reported advertiser',
    'answered click_not_counted machine',
    'waiting never_reported machine',
  ])
})

test('contains duplicate and rejected postbacks', async () => {
  const { rows } = await sql<{ outcome: string }>`
    SELECT DISTINCT concat_ws(' ', result, reason) AS outcome FROM postback ORDER BY 1`.execute(database.db)
  expect(rows.map((row) => row.outcome)).toEqual([
    'duplicate',
    'recorded',
    'rejected forged_click_id',
    'rejected malformed_amount',
    'rejected test',
  ])
})

test('makes the same clicks at the same instant', () => {
  const times = () =>
    [...generateYear(new Random(5), [stream()], now)].flat().map(({ click }) => click.clickedAt.getTime())
  expect(times().length).toBeGreaterThan(1000)
  expect(times()).toEqual(times())
})

function daysAgo(days: number): Date {
  return new Date(now.getTime() - days * DAY_MS)
}

function stream() {
  const [publisher] = PUBLISHERS
  const [sample] = publisher?.sites ?? []
  if (!sample) throw new Error('The first publisher has a site')
  const site: SeededSite = { sample, publisherId: 1n, siteId: 1n, siteKey: 'a' }
  const couponRule = 'never' as const
  const terms = [
    {
      termsId: 1n,
      version: 1,
      effectiveFrom: new Date(0),
      currency: 'USD',
      windowDays: 30,
      couponRule,
      rates: new Map(),
      ruleCount: 0,
    },
  ]
  const merchant: SeededMerchant = { sample: DEMO_SHOP, advertiserId: 1n, programId: 1n, token: 'token', terms }
  return { site, merchant, hitsPerDay: 5 }
}

async function count(table: 'account' | 'click' | 'mail'): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM ${sql.table(table)}`.execute(
    database.db,
  )
  return rows[0]?.count ?? -1
}
