import { mkdtempSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { declareDomain } from '#domains/people/advertisers/commands.ts'
import { requestJoin } from '#domains/programmes/programs/commands/request-join.ts'
import { createSite } from '#domains/people/publishers/commands/publishers.ts'
import { GroupCommitClickLog } from '#domains/tracking/tracking/engine/click-log.ts'
import { CLICK_LOCK_TIMEOUT_MS, createClickStore } from '#domains/tracking/tracking/engine/click-store.ts'
import { createShortLinkFinder } from '#domains/tracking/tracking/engine/short-link-finder.ts'
import { findSpools } from '#domains/tracking/tracking/engine/spool.ts'
import { clickTokenKey, readClickToken } from '#domains/tracking/tracking/routes/click-token.ts'
import { LiveCatalog } from '#domains/tracking/tracking/engine/live-catalog.ts'
import { createHostsHandler } from '#domains/tracking/tracking/routes/hosts-handler.ts'
import { createRedirect } from '#domains/tracking/tracking/routes/redirect.ts'
import { createIpPrefixReader } from '#platform/server/http/ip-prefix.ts'
import type { Click } from '#domains/tracking/tracking/tables.ts'
import { uuid7 } from '#kernel/uuid7.ts'
import type { Ctx } from '#platform/server/context.ts'
import { openCountryTable } from '#platform/server/country-table.ts'
import { createPool } from '#platform/server/database/database.ts'
import type { DatabaseOptions } from '#platform/server/database/database.ts'
import { FastPathServer } from '#platform/server/http/fast-path-server.ts'
import type { PreRouterHandler } from '#platform/server/http/pre-router.ts'
import { createLogger } from '#platform/server/log.ts'
import { loadTexts } from '#texts/catalogue.ts'
import { testContext } from './context.ts'
import { createTestDatabase } from './database.ts'
import type { TestDatabase } from './database.ts'
import { makeProgram, makePublisher } from './network-fixtures.ts'
import { patienceMs } from './patience.ts'

/** The user agent of an ordinary browser. */
export const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

const log = createLogger('silent', 'test')

/** How long a database on a busy machine may take before it counts as unreachable. */
export const PATIENT_MS = patienceMs

let hosts = 0

/** Creates a publisher with a site who has joined the open programme of an advertiser with one declared host. */
export async function makeLinkedPair(ctx: Ctx) {
  const hostname = `shop-${++hosts}.example`
  const publisher = await makePublisher(ctx)
  const { publisherId } = publisher
  const { key: siteKey } = await createSite(ctx, { publisherId, name: 'Blog', url: 'https://blog.example' })
  const program = await makeProgram(ctx, { joinMode: 'auto' })
  const { advertiserId, programId } = program
  await declareDomain(ctx, { advertiserId, host: hostname })
  await requestJoin(ctx, { programId, publisherId })
  return { publisher, publisherId, siteKey, hostname, ...program }
}

/** Builds a click as the redirect does. */
export function makeClick(values: Partial<Click> = {}): Click {
  const clickedAt = values.clickedAt ?? new Date()
  const subs = { sub1: 'news', sub2: null, sub3: null, sub4: null, sub5: null }
  return {
    publisherId: 1n,
    id: uuid7(clickedAt.getTime()),
    clickedAt,
    siteId: 2n,
    advertiserId: 3n,
    termsId: 4n,
    verdict: 'payable',
    ...subs,
    destination: 'https://shop.example/?a=1',
    referrer: null,
    userAgent: BROWSER,
    ipPrefix: '203.0.113.0/24',
    country: 'GB',
    device: 'desktop',
    promotionId: null,
    linkId: null,
    ...values,
  }
}

/** Opens a pool of connections like that of the click path; with `options`, one that differs. */
export function makePool(database: TestDatabase, options: Partial<DatabaseOptions> = {}): pg.Pool {
  const address = new URL(database.connectionString)
  address.username = 'tandem_app'
  return createPool(
    { connectionString: address.href },
    {
      max: 4,
      applicationName: 'test',
      log,
      connectionTimeoutMs: PATIENT_MS,
      lockTimeoutMs: CLICK_LOCK_TIMEOUT_MS,
      ...options,
    },
  )
}

/** Creates a database and opens a store of clicks on it. */
export async function openClickStore() {
  const database = await createTestDatabase()
  const pool = makePool(database)
  return {
    database,
    store: createClickStore(pool, { timeoutMs: PATIENT_MS }),
    close: async () => {
      await pool.end()
      await database.close()
    },
  }
}

/** Makes a folder for a spool. */
export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'tandem-spool-'))
}

/** Starts the click path behind a real HTTP server, on a database of its own. */
export async function openClickServer() {
  const database = await createTestDatabase()
  const ctx = testContext(database.db)
  const linked = await makeLinkedPair(ctx)
  const pool = makePool(database)
  const connection = { connectionString: database.connectionString }
  const catalog = new LiveCatalog({ db: database.db, connection, log })
  const spools = findSpools(makeFolder(), { slot: 0, workers: 1, log })
  // With a short time limit a click could go to the spool, and a test would not find it in the database yet.
  const store = createClickStore(pool, { timeoutMs: PATIENT_MS })
  const clickLog = new GroupCommitClickLog({ store, spools, log, patienceMs: PATIENT_MS })
  await catalog.start()
  clickLog.start()
  const tokenKey = clickTokenKey(Buffer.alloc(32, 1))
  const readIpPrefix = createIpPrefixReader('loopback')
  const texts = loadTexts()
  const redirect = createRedirect({
    catalog,
    clickLog,
    findShortLink: createShortLinkFinder(database.db),
    tokenKey,
    readIpPrefix,
    findCountry: await openCountryTable(),
    log,
    texts,
    network: { name: 'Tandem' },
    publicUrl: 'https://network.example',
  })
  const hosts = createHostsHandler({ catalog })
  const handle: PreRouterHandler = (request, response) => redirect(request, response) || hosts(request, response)
  const server = new FastPathServer(
    { maxHeaderSize: 32_768, keepAliveTimeout: patienceMs },
    handle,
    (request, response) => {
      if (!handle(request, response)) response.writeHead(418).end()
    },
  )
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    ...linked,
    database,
    ctx,
    port,
    readToken: (text: string) => readClickToken(tokenKey, text),
    /** Reads the newest stored hit. */
    lastClick: () =>
      database.db.selectFrom('click').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow(),
    async close() {
      server.closeAllConnections()
      server.close()
      await clickLog.stop()
      await catalog.stop()
      await pool.end()
      await database.close()
    },
  }
}

/** @see openClickServer */
export type ClickServer = Awaited<ReturnType<typeof openClickServer>>
