import { sql } from 'kysely'
import { composeRoutes } from '#app/endpoints.ts'
import type { Db } from '#database'
import { startProgress } from '#domains/reports/commands/start-progress.ts'
import { addDays, toDay } from '#kernel/days.ts'
import { readConfig } from '#platform/server/config.ts'
import { Sealing } from '#platform/server/sealing/sealing.ts'
import { openSession } from '#test/support/sessions.ts'
import { fillTransactions } from './support/fill-transactions.ts'
import { insertAdvertisers, insertPublishers, openFilledNetwork, p95 } from './support/filled-network.ts'
import type { FilledNetwork } from './support/filled-network.ts'

const PUBLISHERS = 1000
const ADVERTISERS = 5
const REQUESTS = 60
const WARM_UP = 10
const BOUND_MS = 60
/** How much longer a call may take than with a tenth of the clicks and transactions. */
const BOUND_RATIO = 1.3
/** The clicks and transactions of the first advertiser in a year. */
const SIZES = [
  { clicks: 30_000_000, transactions: 200_000 },
  { clicks: 300_000_000, transactions: 2_000_000 },
]

const today = toDay(new Date())
const first = addDays(today, -364)
const lastDays = (days: number) => `begin=${addDays(today, 1 - days)}&end=${today}`
const year = lastDays(365)
const month = lastDays(31)

/** What the console of a brand reads, with the most expensive filters. */
const calls: Record<string, string> = {
  home: '/api/v1/brand/home',
  'orders that decide themselves': '/api/v1/brand/transactions/due',
  funds: '/api/v1/brand/funds',
  'join requests': '/api/v1/brand/join-requests/summary',
  'join requests, queue': '/api/v1/brand/join-requests?page_size=50',
  publishers: '/api/v1/brand/publishers?page_size=50',
  'publishers, 92 days': `/api/v1/brand/publishers?sort=reversal_rate&page_size=50&${lastDays(92)}`,
  'publishers by last order': '/api/v1/brand/publishers?sort=last_order&page_size=50',
  'dormant publishers': '/api/v1/brand/publishers?activity=dormant&page_size=50',
  publisher: '/api/v1/brand/publishers/7',
  transactions: `/api/v1/brand/transactions?page_size=50&${year}`,
  'transactions, counts': `/api/v1/brand/transactions/summary?${year}`,
  'transactions, pending': `/api/v1/brand/transactions?page_size=50&status=PENDING&${year}`,
  'transactions of a publisher': `/api/v1/brand/transactions?publisher_id=7&date_type=click_date&${month}`,
  'report, days': `/api/v1/brand/report?group=day&compare=1&page_size=50&${year}`,
  'report, months': `/api/v1/brand/report?group=month&compare=1&${year}`,
  'report, publishers': `/api/v1/brand/report?group=publisher&compare=1&page_size=50&${month}`,
  'report, publishers, 92 days': `/api/v1/brand/report?group=publisher&sort=roas&page_size=50&${lastDays(92)}`,
  'report, sites': `/api/v1/brand/report?group=site&compare=1&page_size=50&${month}`,
  'report, days of a publisher': `/api/v1/brand/report?group=day&publisher_id=7&page_size=50&${year}`,
  'report, cohorts': '/api/v1/brand/report/cohorts',
}

async function fill(db: Db, { clicks, transactions }: (typeof SIZES)[number]): Promise<void> {
  await insertPublishers(db, { count: PUBLISHERS, sites: 1 })
  await insertAdvertisers(db, ADVERTISERS)
  await insertProgram(db)
  await fillTransactions(db, { transactions, publishers: PUBLISHERS, advertisers: 1, from: first, pendingDays: 30 })
  await fillRollups(db, clicks)
  await startProgress(db, new Date())
  await sql`VACUUM ANALYZE`.execute(db)
}

/** Inserts the open programme of the first advertiser, with the session `session-brand` of its account. */
async function insertProgram(db: Db): Promise<void> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO account (email, role, display_name, review_status, created_at)
    VALUES ('brand@example.com', 'advertiser', 'Brand', 'approved', now()) RETURNING id`.execute(db)
  const accountId = rows[0]?.id ?? 0n
  await sql`INSERT INTO team_member (advertiser_id, account_id, email, name, role, joined_at)
    VALUES (1, ${accountId}, 'brand@example.com', 'Brand', 'owner', now())`.execute(db)
  await openSession(db, { accountId, token: 'session-brand' })
  await sql`INSERT INTO program (advertiser_id, public_id, slug, title, status, join_mode, created_at)
    VALUES (1, 1, 'programme', 'Programme', 'open', 'review', now())`.execute(db)
  await sql`INSERT INTO program_terms
      (program_id, version, window_days, validation_days, currency, effective_from, created_at)
    SELECT id, 1, 30, 30, 'USD', now(), now() FROM program`.execute(db)
  await sql`INSERT INTO membership (program_id, publisher_id, status, requested_at, decided_at)
    SELECT program.id, publisher.id, 'joined', now(), now() FROM program, publisher`.execute(db)
}

/** Inserts the roll-ups that a year of clicks of all publishers leaves: a row for each publisher and day. */
async function fillRollups(db: Db, clicks: number): Promise<void> {
  const days = sql`generate_series(${first}::date, ${today}::date, interval '1 day')`
  await sql`
    INSERT INTO rollup_day (publisher_id, day, site_id, advertiser_id, hits, clicks, transactions,
      cancelled_transactions, order_value, commission, confirmed_transactions, confirmed_order_value,
      confirmed_commission, fee)
    SELECT site.publisher_id, each.day, site.id, 1, clicks + 5, clicks, coalesce(transactions, 0),
      coalesce(cancelled, 0), coalesce(order_value, 0), coalesce(commission, 0), coalesce(transactions, 0),
      coalesce(order_value, 0), coalesce(commission, 0), 0
    FROM ${days} AS each (day) CROSS JOIN site
    CROSS JOIN LATERAL (SELECT (${clicks / PUBLISHERS / 365} * (0.5 + random()))::bigint AS clicks) AS volume
    LEFT JOIN (
      SELECT publisher_id, (transaction_at AT TIME ZONE 'UTC')::date AS day,
        count(*) FILTER (WHERE status <> 'CANCELLED') AS transactions,
        count(*) FILTER (WHERE status = 'CANCELLED') AS cancelled, sum(order_value) AS order_value,
        sum(commission) AS commission
      FROM transaction_state GROUP BY 1, 2
    ) AS sold ON sold.publisher_id = site.publisher_id AND sold.day = each.day::date
    ORDER BY each.day, site.publisher_id`.execute(db)
  const sums = sql`sum(clicks), sum(transactions), sum(cancelled_transactions), sum(order_value), sum(commission),
    sum(confirmed_transactions), sum(confirmed_order_value), sum(confirmed_commission), sum(fee)`
  await sql`INSERT INTO rollup_advertiser SELECT publisher_id, day, advertiser_id, ${sums}
    FROM rollup_day GROUP BY 1, 2, 3 ORDER BY 2, 1`.execute(db)
  await sql`INSERT INTO rollup_advertiser_total SELECT advertiser_id, day, ${sums}
    FROM rollup_advertiser GROUP BY 1, 2 ORDER BY 1, 2`.execute(db)
}

async function request({ address }: FilledNetwork, path: string): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(`${address}${path}`, { headers: { cookie: 'tandem_session=session-brand' } })
  const body = (await response.json()) as { success?: boolean }
  if (!response.ok || body.success !== true) throw new Error(`${path} answered ${response.status}`)
  return performance.now() - startedAt
}

/** Measures one call on each network. The networks take turns, so that other load on the machine affects both. */
async function benchCall(networks: readonly FilledNetwork[], path: string): Promise<number[]> {
  const times = networks.map((): number[] => [])
  for (let index = 0; index < WARM_UP + REQUESTS; index++) {
    for (const [place, network] of networks.entries()) {
      const ms = await request(network, path)
      if (index >= WARM_UP) times[place]?.push(ms)
    }
  }
  return times.map(p95)
}

async function main(): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const config = readConfig({})
  const networks: FilledNetwork[] = []
  const startedAt = performance.now()
  for (const size of SIZES) {
    networks.push(
      await openFilledNetwork(opened, {
        fill: (db) => fill(db, size),
        routes: (secrets) => composeRoutes(config, { secrets, sealing: new Sealing([]), findCountry: () => null }),
      }),
    )
  }
  process.stdout.write(`brand, both networks made in ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`)
  for (const [name, path] of Object.entries(calls)) {
    const [few = Number.NaN, many = Number.NaN] = await benchCall(networks, path)
    const ratio = many / few
    const isMet = many <= BOUND_MS && ratio <= BOUND_RATIO
    process.stdout.write(
      `${`brand, ${name}`.padEnd(40)} p95 ${many.toFixed(1)} ms at 2,000,000 orders, ${few.toFixed(1)} at 200,000, ` +
        `ratio ${ratio.toFixed(2)}   at most ${BOUND_MS} ms and ${BOUND_RATIO}: ${isMet ? 'met' : 'missed'}\n`,
    )
  }
}

await main()
