import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#database'
import { endpoint } from '#kernel/endpoint.ts'
import { getPerformanceCall } from '#domains/figures/reports/contract/calls.ts'
import { writeReports } from '#domains/figures/reports/commands/report-statements.ts'
import { reportRoutes } from '#domains/figures/reports/routes.ts'
import { route } from '#platform/server/http/route.ts'
import { insertAdvertisers, insertPublishers, openFilledNetwork, p95 } from './support/filled-network.ts'
import type { FilledNetwork } from './support/filled-network.ts'

/** A measured time and its baseline. */
interface ReportFigure {
  name: string
  valueMs: number
  /** The time of the same route with `SELECT 1` instead of the report. */
  baselineMs: number
}

/**
 * Two networks with a year of clicks. The second has a hundred times the clicks of the first: ten times the publishers,
 * and ten times the clicks in each row of the roll-ups.
 */
const NETWORK_SIZES = [
  { name: '1,000,000 clicks', publishers: 10, clicksPerRow: 7 },
  { name: '100,000,000 clicks', publishers: 100, clicksPerRow: 68 },
]

type NetworkSize = (typeof NETWORK_SIZES)[number]

const SITES = 4
const ADVERTISERS = 10
const DAYS = 365
const REQUESTS = 900
const WARM_UP = 100

const selectOne = endpoint({
  method: 'GET',
  path: '/bench/select-one',
  access: 'publisher',
  encoding: 'none',
  summary: 'Runs one round trip to the database.',
  reply: z.object({ one: z.number() }),
})

/** Measures the reports of both networks over HTTP; a figure is the 95th percentile. */
async function benchReport(networks: readonly MeasuredNetwork[]): Promise<ReportFigure[]> {
  const times = networks.map(() => ({ report: [] as number[], baseline: [] as number[] }))
  for (let index = 0; index < WARM_UP + REQUESTS; index++) {
    // The networks take turns, so that other load on the machine affects both.
    for (const [place, { address, data }] of networks.entries()) {
      const publisher = 1 + (index % data.publishers)
      const reportMs = await request(address, reportUrl(index), publisher)
      const baselineMs = await request(address, selectOne.path, publisher)
      if (index < WARM_UP) continue
      times[place]?.report.push(reportMs)
      times[place]?.baseline.push(baselineMs)
    }
  }
  return networks.map(({ data }, place) => ({
    name: `report, p95, ${data.name}`,
    valueMs: p95(times[place]?.report ?? []),
    baselineMs: p95(times[place]?.baseline ?? []),
  }))
}

/** Builds the address of a report: all types, sorts and periods (week, month, quarter, year) in turn. */
function reportUrl(index: number): string {
  const types = ['site', 'date', 'advertiser']
  const begins = ['2025-12-25', '2025-12-01', '2025-10-01', '2025-01-01']
  const sorts = ['click_count', 'total_transactions', 'commission']
  const [type, begin, sort] = [types[index % 3], begins[Math.floor(index / 3) % 4], sorts[Math.floor(index / 12) % 3]]
  return `${getPerformanceCall.path}?type=${type}&begin=${begin}&end=2025-12-31&sort=${sort}`
}

async function request(address: string, url: string, publisher: number): Promise<number> {
  const startedAt = performance.now()
  const headers = { cookie: `tandem_session=session-${publisher}` }
  const response = await fetch(`${address}${url}`, { headers })
  await response.text()
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return performance.now() - startedAt
}

const routes = [
  ...reportRoutes,
  route(selectOne, async (ctx) => {
    const { rows } = await sql<{ one: number }>`SELECT 1 AS one`.execute(ctx.db)
    return { one: rows[0]?.one ?? 0 }
  }),
]

/** Fills a year's roll-ups by day: a row for each publisher, day, site and advertiser, ordered by day. */
async function fillRollups(db: Db, { clicksPerRow }: NetworkSize): Promise<void> {
  await sql`
    INSERT INTO rollup_day (publisher_id, day, site_id, advertiser_id, hits, clicks,
      transactions, cancelled_transactions, order_value, commission)
    SELECT site.publisher_id, day, site.id, advertiser.id, clicks + 5, clicks, clicks / 20, clicks / 200,
      clicks * 25000, clicks * 1600 + advertiser.id
    FROM generate_series(date '2025-01-01', date '2025-01-01' + ${DAYS - 1}::int, interval '1 day') AS day,
      site, advertiser, LATERAL (SELECT (${clicksPerRow} * (0.5 + random()))::bigint AS clicks) AS volume
    ORDER BY day, site.publisher_id, site.id`.execute(db)
  const days = await db.selectFrom('rollupDay').select(['publisherId', 'day']).distinct().orderBy('day').execute()
  for (const group of Map.groupBy(days, ({ day }) => day).values()) await writeReports(db, group)
  await sql`VACUUM ANALYZE rollup_day, rollup_report`.execute(db)
}

interface MeasuredNetwork extends FilledNetwork {
  data: NetworkSize
}

async function openNetwork(data: NetworkSize, opened: AsyncDisposableStack): Promise<MeasuredNetwork> {
  const fill = async (db: Db) => {
    await insertPublishers(db, { count: data.publishers, sites: SITES })
    await insertAdvertisers(db, ADVERTISERS)
    await fillRollups(db, data)
  }
  return { data, ...(await openFilledNetwork(opened, { fill, routes: () => routes })) }
}

async function main(): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const networks: MeasuredNetwork[] = []
  for (const data of NETWORK_SIZES) networks.push(await openNetwork(data, opened))
  for (const { name, valueMs, baselineMs } of await benchReport(networks)) {
    process.stdout.write(`${name.padEnd(34)} ${valueMs.toFixed(1)} ms   (select 1: ${baselineMs.toFixed(1)} ms)\n`)
  }
}

await main()
