import { sql } from 'kysely'
import { composeRoutes } from '#app/endpoints.ts'
import type { Db } from '#database'
import { rebuildRollups } from '#domains/figures/reports/commands/rebuild-rollups.ts'
import { writeTexts } from '#domains/orders/transactions/commands/write-texts.ts'
import { readConfig } from '#platform/server/config.ts'
import { Sealing } from '#platform/server/sealing/sealing.ts'
import { testContext } from '#test/support/context.ts'
import { fillTransactions } from './support/fill-transactions.ts'
import { insertAdvertisers, insertPublishers, openFilledNetwork, p95 } from './support/filled-network.ts'
import type { FilledNetwork } from './support/filled-network.ts'

const PUBLISHERS = 100
const ADVERTISERS = 1000
const REQUESTS = 100
const WARM_UP = 20
const BOUND_MS = 25
/** How much longer a call may take with the transactions of the second network than with those of the first. */
const BOUND_RATIO = 1.3
const TRANSACTIONS = [10_000, 1_000_000]

const year = 'begin=2025-01-01&end=2025-12-31'

/** Every GET of specification 2, section 7, except the downloads, with its most expensive filters. */
const calls: Record<string, string> = {
  'advertiser/list': `/api/v1/advertiser/list?page_size=50&${year}`,
  'advertiser/list, keyword': `/api/v1/advertiser/list?keyword=tiser%2099&page_size=50&${year}`,
  'advertiser/domains': '/api/v1/advertiser/domains?advertiser_id=7',
  'performance, site': `/api/v1/report/publishers/me/performance?type=site&${year}`,
  'performance, date': `/api/v1/report/publishers/me/performance?type=date&page_size=50&${year}`,
  'performance, advertiser': `/api/v1/report/publishers/me/performance?type=advertiser&page_size=50&${year}`,
  'transaction/list': `/api/v1/transaction/list?page_size=50&${year}`,
  'transaction/list, last page': `/api/v1/transaction/list?page_size=50&page_number=999999&${year}`,
  'transaction/list, keyword': `/api/v1/transaction/list?keyword=order-77&page_size=50&${year}`,
  'publishers/me': '/api/v1/account/publishers/me',
}

async function fill(db: Db, transactions: number): Promise<void> {
  await insertPublishers(db, { count: PUBLISHERS, sites: 1 })
  await insertAdvertisers(db, ADVERTISERS)
  await insertPrograms(db)
  await fillTransactions(db, { transactions, publishers: PUBLISHERS, advertisers: ADVERTISERS })
  await rebuildRollups(db, { from: new Date('2025-01-01'), until: new Date('2026-01-01') })
  await writeTexts(testContext(db, 'bench'), Infinity)
  await sql`VACUUM ANALYZE`.execute(db)
}

/** Inserts an open programme for each advertiser, with a host, a region and terms. All publishers have joined it. */
async function insertPrograms(db: Db): Promise<void> {
  await sql`INSERT INTO advertiser_domain (advertiser_id, hostname, created_at)
    SELECT id, 'shop-' || id || '.example', now() FROM advertiser ORDER BY id`.execute(db)
  await sql`INSERT INTO advertiser_region (domain_id, region_code) SELECT id, 'GLOBAL' FROM advertiser_domain`.execute(
    db,
  )
  await sql`INSERT INTO program (advertiser_id, public_id, slug, title, status, join_mode, created_at)
    SELECT id, id, 'programme-' || id, 'Programme ' || id, 'open', 'auto', now() FROM advertiser ORDER BY id`.execute(
    db,
  )
  await sql`INSERT INTO program_terms
      (program_id, version, window_days, validation_days, currency, effective_from, created_at)
    SELECT id, 1, 30, 30, 'USD', now(), now() FROM program ORDER BY id`.execute(db)
  await sql`INSERT INTO program_rate (terms_id, event, kind, rate_ppm)
    SELECT id, 'sale', 'percent', 80000 FROM program_terms`.execute(db)
  await sql`INSERT INTO membership (program_id, publisher_id, status, requested_at, decided_at)
    SELECT program.id, publisher.id, 'joined', now(), now() FROM program, publisher`.execute(db)
}

async function request({ address }: FilledNetwork, path: string, publisher: number): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(`${address}${path}`, { headers: { cookie: `tandem_session=session-${publisher}` } })
  const body = (await response.json()) as { success?: boolean }
  if (!response.ok || body.success !== true) throw new Error(`${path} answered ${response.status}`)
  return performance.now() - startedAt
}

/** Measures one call on each network. The networks take turns, so that other load on the machine affects both. */
async function benchCall(networks: readonly FilledNetwork[], path: string): Promise<number[]> {
  const times = networks.map((): number[] => [])
  for (let index = 0; index < WARM_UP + REQUESTS; index++) {
    for (const [place, network] of networks.entries()) {
      const ms = await request(network, path, 1 + (index % PUBLISHERS))
      if (index >= WARM_UP) times[place]?.push(ms)
    }
  }
  return times.map(p95)
}

async function main(): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const config = readConfig({})
  const networks: FilledNetwork[] = []
  for (const transactions of TRANSACTIONS) {
    networks.push(
      await openFilledNetwork(opened, {
        fill: (db) => fill(db, transactions),
        routes: (secrets) => composeRoutes(config, { secrets, sealing: new Sealing([]), findCountry: () => null }),
      }),
    )
  }
  for (const [name, path] of Object.entries(calls)) {
    const [few = Number.NaN, many = Number.NaN] = await benchCall(networks, path)
    const ratio = many / few
    const isMet = many <= BOUND_MS && ratio <= BOUND_RATIO
    process.stdout.write(
      `${`publisher, ${name}`.padEnd(40)} p95 ${many.toFixed(1)} ms at 1,000,000, ${few.toFixed(1)} at 10,000, ` +
        `ratio ${ratio.toFixed(2)}   at most ${BOUND_MS} ms and ${BOUND_RATIO}: ${isMet ? 'met' : 'missed'}\n`,
    )
  }
}

await main()
