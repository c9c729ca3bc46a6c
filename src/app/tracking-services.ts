import { join } from 'node:path'
import { GroupCommitClickLog } from '#domains/tracking/tracking/engine/click-log.ts'
import { HitOverflow } from '#domains/tracking/tracking/engine/hit-overflow.ts'
import { CLICK_LOCK_TIMEOUT_MS, createClickStore } from '#domains/tracking/tracking/engine/click-store.ts'
import { findSpools } from '#domains/tracking/tracking/engine/spool.ts'
import { clickTokenKey, readClickToken } from '#domains/tracking/tracking/routes/click-token.ts'
import { readTestClick, testClickKey } from '#domains/tracking/tracking/routes/test-click.ts'
import { LiveCatalog } from '#domains/tracking/tracking/engine/live-catalog.ts'
import { findSecret, lookUpTerms } from '#domains/tracking/tracking/queries/catalog.ts'
import { createShortLinkFinder } from '#domains/tracking/tracking/engine/short-link-finder.ts'
import { createHostsHandler } from '#domains/tracking/tracking/routes/hosts-handler.ts'
import { createRedirect } from '#domains/tracking/tracking/routes/redirect.ts'
import { createIpPrefixReader } from '#platform/server/http/ip-prefix.ts'
import { createPostbackHandler } from '#domains/orders/transactions/routes/postback-handler.ts'
import type { FindCountry } from '#platform/server/country-table.ts'
import { createDatabase, createPool } from '#platform/server/database/database.ts'
import type { PreRouterHandler } from '#platform/server/http/pre-router.ts'
import type { ServerOptions } from '#platform/server/http/server.ts'
import type { AppSecrets } from '#platform/server/secrets/secrets.ts'
import { loadTexts } from '#texts/catalogue.ts'
import type { Runtime, Service } from './runtime.ts'
import { measureCommits, registerTrackingMetrics } from './tracking-metrics.ts'
import { getBranding } from './branding.ts'

/** The redirect, the hosts for the tracking script and the postback handler, which precede the router. */
export interface TrackingServices extends Service {
  preRouter: NonNullable<ServerOptions['preRouter']>
  /** The redirect and the hosts only. */
  fastPathHandler: PreRouterHandler
  /** Whether neither the database nor the disk stores clicks. */
  isRefusingClicks(): boolean
}

const CLICK_TIMEOUT_MS = 2000
/** An order that waits longer for a lock is written apart from the others of its batch. */
const LOCK_TIMEOUT_MS = 1000

/** Starts the catalog, the click log and the postback handler of this worker, with their own database connections. */
export async function startTrackingServices(
  runtime: Runtime,
  { secrets, findCountry }: { secrets: AppSecrets; findCountry: FindCountry },
): Promise<TrackingServices> {
  const { config, connection, log } = runtime
  const clickLimits = { max: 4, lockTimeoutMs: CLICK_LOCK_TIMEOUT_MS }
  const clickPool = createPool(connection, { ...clickLimits, applicationName: 'tandem clicks', log })
  const db = createDatabase(connection, {
    max: 12,
    applicationName: 'tandem postbacks',
    preparesStatements: true,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    log,
  })
  const catalog = new LiveCatalog({ db, connection, log })
  const slot = { slot: runtime.slot, workers: config.workers, log }
  const clickLog = new GroupCommitClickLog({
    store: measureCommits(createClickStore(clickPool, { timeoutMs: CLICK_TIMEOUT_MS })),
    spools: findSpools(join(config.dataDir, 'spool'), slot),
    log,
  })
  registerTrackingMetrics({ clickLog, catalog })
  const overflow = new HitOverflow({ db, log, slot: runtime.slot, workers: config.workers })
  overflow.start()
  await catalog.start()
  clickLog.start()
  const tokenKey = clickTokenKey(secrets.clickToken)
  const testKey = testClickKey(secrets.clickToken)
  const readIpPrefix = createIpPrefixReader(config.trustProxy)
  const redirect = createRedirect({
    catalog,
    clickLog,
    findShortLink: createShortLinkFinder(db),
    overflow,
    tokenKey,
    readIpPrefix,
    findCountry,
    texts: loadTexts(),
    network: config.network,
    publicUrl: config.publicUrl,
    log,
  })
  const hosts = createHostsHandler({ catalog })
  const fastPathHandler: PreRouterHandler = (request, response) =>
    redirect(request, response) || hosts(request, response)
  const postback = createPostbackHandler({
    db,
    branding: getBranding(config),
    log,
    readIpPrefix,
    findSecret: (token) => findSecret(catalog.current, token),
    readClickToken: (token) => readClickToken(tokenKey, token),
    readTestClick: (token) => readTestClick(testKey, token),
    terms: lookUpTerms(() => catalog.current, db),
  })
  return {
    fastPathHandler,
    preRouter: (request, response) => fastPathHandler(request, response) || postback(request, response),
    isRefusingClicks: () => clickLog.state().isRefusing,
    stop: async () => {
      await clickLog.stop()
      await overflow.stop()
      await catalog.stop()
      await Promise.all([clickPool.end(), db.destroy()])
    },
  }
}
