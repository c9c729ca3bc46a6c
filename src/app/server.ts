import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { promotionWidget } from '#domains/tracking/promotions/routes/widget.ts'
import { ClockWatch } from '#platform/server/metrics/clock-watch.ts'
import { openCountryTable } from '#platform/server/country-table.ts'
import { createDatabase, isAnswering } from '#platform/server/database/database.ts'
import { WorkerBounds } from '#platform/server/http/fast-path-server.ts'
import type { FastPathServer } from '#platform/server/http/fast-path-server.ts'
import type { RequestSource } from '#platform/server/http/request-context.ts'
import { createServer } from '#platform/server/http/server.ts'
import { readKeys } from '#platform/server/sealing/sealing-key.ts'
import { Sealing } from '#platform/server/sealing/sealing.ts'
import { loadSecrets } from '#platform/server/secrets/secrets.ts'
import { compileTexts, loadTexts, watchTexts } from '#texts/catalogue.ts'
import { keyResolver, resolveActor } from './actor.ts'
import { startPageServices } from './page-services.ts'
import { createTrackingListener } from './tracking-listener.ts'
import { startTrackingServices } from './tracking-services.ts'
import { composeRoutes } from './endpoints.ts'
import type { RouteServices } from './endpoints.ts'
import { NetworkMetrics } from './network-metrics.ts'
import { ProxyWatch } from './proxy-warning.ts'
import type { Runtime } from './runtime.ts'
import { describeReadiness, listFaults } from './readiness.ts'
import { publicFiles } from './seo/public-files.ts'
import { webHandler } from './web-handler.ts'
import { openWebSession } from './web-session.ts'
import type { WebSource } from './web-session.ts'
import { systemContext } from '#platform/server/context.ts'
import { getBranding } from './branding.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The HTTP servers of a worker. */
export interface Servers {
  /** Serves everything. Closing it also stops the services that both servers use, so it is closed last. */
  pages: FastifyInstance
  /** Serves tracking only; absent when tracking has no port of its own. */
  tracking: FastPathServer | undefined
}

/** Options of `buildServers`. */
export interface BuildOptions extends Pick<RouteServices, 'outbound'> {
  /** Whether the process will stop soon, so that `/readyz` sends balancers elsewhere. */
  isDraining?: () => boolean
}

/** Builds the complete HTTP servers. The caller starts listening. Only tests pass `outbound`. */
export async function buildServers(
  runtime: Runtime,
  { outbound, isDraining = () => false }: BuildOptions = {},
): Promise<Servers> {
  const { config, connection, log } = runtime
  const db = createDatabase(connection, { max: 10, applicationName: 'tandem http', log })
  const sealing = new Sealing(readKeys(config))
  const branding = getBranding(config)
  const secrets = await loadSecrets(systemContext({ db, branding }, 'start'), sealing)
  const findCountry = await openCountryTable()
  const tracking = await startTrackingServices(runtime, { secrets, findCountry })
  const routes = composeRoutes(config, { secrets, sealing, findCountry, mailboxToken: runtime.mailboxToken, outbound })
  const source: RequestSource = {
    db,
    branding,
    secrets,
    trackingOrigin: config.trackingOrigin,
    resolveActor,
    resolveKey: keyResolver(secrets),
  }
  const metrics = new NetworkMetrics({ db, slot: runtime.slot })
  const isDev = process.env['NODE_ENV'] === 'development'
  const web: WebSource = { source, routes, network: config.network, texts: isDev ? watchTexts() : compileTexts() }
  const pageServices = isDev ? undefined : startPageServices(runtime, { web, secret: secrets.csrf })
  const proxies = new ProxyWatch(config)
  const clock = new ClockWatch({ db, log })
  clock.start()
  const bounds = new WorkerBounds()
  const server = await createServer({
    ...source,
    logger: log,
    trustProxy: config.trustProxy,
    bounds,
    routes,
    preRouter: tracking.preRouter,
    servePage: pageServices?.servePage,
    fastPathHandler: tracking.fastPathHandler,
    isReady: () => isAnswering(db),
    isDraining,
    listFaults: () => listFaults({ isRefusingClicks: tracking.isRefusingClicks() }),
    describeReadiness: () => describeReadiness({ db, proxies, clock }),
    metrics: () => metrics.read(),
    metricsToken: config.metricsToken,
  })
  await server.register(publicFiles, { db, publicUrl: config.publicUrl, networkName: config.network.name })
  await server.register(promotionWidget, { db, trackingOrigin: config.trackingOrigin, texts: loadTexts() })
  await server.register(webHandler, {
    mode: isDev ? 'development' : 'production',
    root,
    openSession: (request, reply) => openWebSession(web, { request, reply }),
    sharedPages: pageServices?.sharedPages,
  })
  server.addHook('onRequest', async (request) => proxies.note(request))
  server.addHook('onClose', async () => {
    await tracking.stop()
    await pageServices?.stop()
    await clock.stop()
    await db.destroy()
  })
  const hasListener = config.trackingPort !== undefined
  return {
    pages: server,
    tracking: hasListener ? createTrackingListener({ config, tracking, bounds, pages: server }) : undefined,
  }
}
