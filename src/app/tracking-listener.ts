import type { FastifyInstance } from 'fastify'
import { TRACKER_PATH } from '#domains/tracking/tracking/rules/tracker.ts'
import { isPostback } from '#domains/orders/transactions/routes/postback-handler.ts'
import type { Config } from '#platform/server/config.ts'
import type { FastPathServer, WorkerBounds } from '#platform/server/http/fast-path-server.ts'
import { createHttpServer, refuseBytes } from '#platform/server/http/http-server.ts'
import type { PreRouterHandler, PreRouterRequest } from '#platform/server/http/pre-router.ts'
import { admit, refuse } from '#platform/server/http/request-guard.ts'
import type { TrackingServices } from './tracking-services.ts'

/** Dependencies of the tracking listener: the handlers that precede the router, and the server with the router. */
export interface TrackingListenerOptions {
  config: Pick<Config, 'trackingOrigin' | 'trustProxy'>
  tracking: Pick<TrackingServices, 'preRouter' | 'fastPathHandler'>
  bounds: WorkerBounds
  pages: FastifyInstance
}

/** The paths that the router serves on this listener. None of them reads or sets a cookie. */
const ROUTED_PATHS = new Set([TRACKER_PATH, '/healthz'])

/**
 * Creates the server of the tracking listener. It serves tracking links, postbacks, the pixel, the tracking script, the
 * hosts for the script and `/healthz`; every other request is answered 404 before the router. So of the plain requests
 * of visitors only those for the script and the pixel move a connection to `node:http`. The caller starts listening.
 */
export function createTrackingListener(options: TrackingListenerOptions): FastPathServer {
  const { config, tracking, bounds, pages } = options
  const server = createHttpServer({
    origin: config.trackingOrigin,
    trustProxy: config.trustProxy,
    bounds,
    fastPathHandler: (request, response) =>
      tracking.fastPathHandler(request, response) || refuseOther(request, response),
    preRouter: (request, response) => tracking.preRouter(request, response) || refuseOther(request, response),
    handler: (request, response) => {
      if (admit(request, response, config.trackingOrigin)) pages.routing(request, response)
    },
  })
  server.on('clientError', (error, socket) => refuseBytes(server, error, socket))
  return server
}

const refuseOther: PreRouterHandler = (request, response) => {
  if (isServed(request)) return false
  refuse(request, response, { code: 'not_found', wireCode: 'not_found', status: 404 })
  return true
}

function isServed({ method, url = '' }: PreRouterRequest): boolean {
  const [path = ''] = url.split('?', 1)
  return isPostback(url) || (ROUTED_PATHS.has(path) && (method === 'GET' || method === 'HEAD'))
}
