import { join } from 'node:path'
import { composeRoutes } from '#app/endpoints.ts'
import type { Db } from '#database'
import { measureListings } from '#domains/partners/listings/commands/measure-listings.ts'
import { readConfig } from '#platform/server/config.ts'
import { hashToken } from '#platform/server/secrets/opaque-token.ts'
import { Sealing } from '#platform/server/sealing/sealing.ts'
import { testContext } from '#test/support/context.ts'
import { openSession } from '#test/support/sessions.ts'
import { advertiserCalls, publisherCalls } from './support/advertiser-paths.ts'
import { fillAdvertiser } from './support/fill-advertiser.ts'
import type { AdvertiserSize } from './support/fill-advertiser.ts'
import { openFilledNetwork, p95 } from './support/filled-network.ts'
import type { FilledNetwork } from './support/filled-network.ts'
import { readServerMs } from './support/usage.ts'

const REQUESTS = 60
const WARM_UP = 10
/** A call that takes longer than this is measured a few times only. */
const SLOW_MS = 500
const SLOW_REQUESTS = 3
const BOUND_MS = 60
/** How much longer a call may take than with a tenth of the clicks and transactions. */
const BOUND_RATIO = 1.3
const FILL_BOUND_S = 480
const SMALL = { publishers: 1000, clicks: 30_000_000, transactions: 200_000, others: 2000 }
const LARGE = { publishers: 1000, clicks: 300_000_000, transactions: 2_000_000, others: 20_000 }
/** A programme that very many publishers have joined; few of them send clicks on each day. */
const MANY = { publishers: 100_000, clicks: 10_000_000, transactions: 200_000, others: 0 }

/** Where the filled databases stay for the next run; without it they are made anew each time. */
const KEPT_IN = process.env['BENCH_DATA_DIR']

/** Filling writes more than a network does in a day, and its rows can be made again. The calls write nothing. */
const FILL_SETTINGS = { max_wal_size: '4GB', fsync: 'off', maintenance_work_mem: '256MB' }

const TOKEN = 'session-brand'
/** The times of a call at one network, and the processor time of one request in milliseconds. */
interface Measured {
  p95Ms: number
  nodeMs: number
  postgresMs: number
}

async function request({ address }: FilledNetwork, path: string): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(`${address}${path}`, { headers: { cookie: `tandem_session=${TOKEN}` } })
  const body = (await response.json()) as { success?: boolean }
  if (!response.ok || body.success !== true) throw new Error(`${path} answered ${response.status}`)
  return performance.now() - startedAt
}

/** Measures one call on each network. The networks take turns, so that other load on the machine affects both. */
async function measureCall(networks: readonly FilledNetwork[], path: string): Promise<Measured[]> {
  const first = await Promise.all(networks.map((network) => request(network, path)))
  const isSlow = Math.max(...first) > SLOW_MS
  const requests = isSlow ? SLOW_REQUESTS : REQUESTS
  for (let index = isSlow ? WARM_UP : 0; index < WARM_UP; index++) {
    for (const network of networks) await request(network, path)
  }
  const runs = networks.map((network) => ({
    times: [] as number[],
    nodeUs: 0,
    from: readServerMs(network.postgresPid),
  }))
  for (let index = 0; index < requests; index++) {
    for (const [place, network] of networks.entries()) {
      const before = process.cpuUsage()
      const ms = await request(network, path)
      const { user, system } = process.cpuUsage(before)
      const run = runs[place]
      run?.times.push(ms)
      if (run) run.nodeUs += user + system
    }
  }
  return networks.map(({ postgresPid }, place) => {
    const { times = [], nodeUs = 0, from = 0 } = runs[place] ?? {}
    const postgresMs = (readServerMs(postgresPid) - from) / requests
    return { p95Ms: p95(times), nodeMs: nodeUs / 1000 / requests, postgresMs }
  })
}

async function openNetwork(opened: AsyncDisposableStack, size: AdvertiserSize): Promise<FilledNetwork> {
  const config = readConfig({})
  const name = `brand-${size.publishers}-${size.transactions}`
  const startedAt = performance.now()
  const network = await openFilledNetwork(opened, {
    fill: (db) => fillAdvertiser(db, size),
    routes: (secrets) => composeRoutes(config, { secrets, sealing: new Sealing([]), findCountry: () => null }),
    keptIn: KEPT_IN === undefined ? undefined : join(KEPT_IN, name),
    settings: FILL_SETTINGS,
  })
  await measureFound(network.db)
  const seconds = (performance.now() - startedAt) / 1000
  write(`network of ${count(size.publishers)} publishers, ${count(size.transactions)} orders`, [
    `made in ${seconds.toFixed(0)} s, ${(await readGigabytes(network.db)).toFixed(1)} GB`,
    `at most ${FILL_BOUND_S} s: ${seconds <= FILL_BOUND_S ? 'met' : 'MISSED'}`,
  ])
  return network
}

/** Measures the publishers whom brands may find, as the job does every hour. */
async function measureFound(db: Db): Promise<void> {
  const startedAt = performance.now()
  await measureListings(testContext(db, 'bench'))
  const { found } = await db
    .selectFrom('publisherListing')
    .select((row) => row.fn.countAll<bigint>().as('found'))
    .executeTakeFirstOrThrow()
  const seconds = (performance.now() - startedAt) / 1000
  write('publishers that brands find', [`${count(Number(found))} measured in ${seconds.toFixed(1)} s`])
}

async function openAdvertiserSession(db: Db): Promise<void> {
  await db.deleteFrom('session').where('tokenHash', '=', hashToken(TOKEN)).execute()
  const account = db.selectFrom('account').select('id').where('email', '=', 'brand@example.com')
  const { id: accountId } = await account.executeTakeFirstOrThrow()
  await openSession(db, { accountId, token: TOKEN })
}

async function readGigabytes(db: Db): Promise<number> {
  const { bytes } = await db
    .selectNoFrom((row) => row.fn<string>('pg_database_size', [row.fn('current_database', [])]).as('bytes'))
    .executeTakeFirstOrThrow()
  return Number(bytes) / 1e9
}

const count = (value: number) => value.toLocaleString('en')

function write(name: string, parts: readonly string[]): void {
  process.stdout.write(`${`brand, ${name}`.padEnd(42)} ${parts.join('   ')}\n`)
}

function describeUse({ nodeMs, postgresMs }: Measured): string {
  return `processor ${postgresMs.toFixed(1)} ms PostgreSQL, ${nodeMs.toFixed(1)} Node`
}

/** Measures the calls with the year of a large brand, beside one with a tenth of the clicks and orders. */
async function measureYears(opened: AsyncDisposableStack): Promise<void> {
  const networks = [await openNetwork(opened, SMALL), await openNetwork(opened, LARGE)]
  // A session lasts an hour, and filling takes as long on a busy machine.
  for (const { db } of networks) await openAdvertiserSession(db)
  for (const [name, path] of Object.entries(advertiserCalls)) {
    const [few, many] = await measureCall(networks, path)
    if (!few || !many) throw new Error('Two networks were measured')
    const ratio = many.p95Ms / few.p95Ms
    const isMet = many.p95Ms <= BOUND_MS && ratio <= BOUND_RATIO
    write(name, [
      `p95 ${many.p95Ms.toFixed(1)} ms, at a tenth ${few.p95Ms.toFixed(1)}, ratio ${ratio.toFixed(2)}`,
      describeUse(many),
      `at a tenth ${(few.postgresMs + few.nodeMs).toFixed(1)} ms`,
      `at most ${BOUND_MS} ms and ${BOUND_RATIO}: ${isMet ? 'met' : 'MISSED'}`,
    ])
  }
}

/** Measures what a brand with very many publishers reads of them. */
async function measurePublishers(opened: AsyncDisposableStack): Promise<void> {
  const network = await openNetwork(opened, MANY)
  await openAdvertiserSession(network.db)
  for (const [name, path] of Object.entries(publisherCalls)) {
    const [measured] = await measureCall([network], path)
    if (measured) write(`${name} of 100,000`, [`p95 ${measured.p95Ms.toFixed(1)} ms`, describeUse(measured)])
  }
}

for (const measure of [measureYears, measurePublishers]) {
  await using opened = new AsyncDisposableStack()
  await measure(opened)
}
