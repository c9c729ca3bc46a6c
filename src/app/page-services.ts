import type { IncomingMessage, ServerResponse } from 'node:http'
import { ChannelListener } from '#platform/server/database/listen.ts'
import { createGauge, createReadCounter } from '#platform/server/metrics/metrics.ts'
import { PAGES_CHANNEL } from '#platform/server/database/notify.ts'
import { PageStore } from './page-store/page-store.ts'
import { SharedPages } from './page-store/shared-pages.ts'
import type { Runtime, Service } from './runtime.ts'
import { openSharedSession } from './web-session.ts'
import type { WebSource } from './web-session.ts'

/** The page store of a worker. */
export interface PageServices extends Service {
  /** Answers before the router if the page is kept, and returns whether it did. */
  servePage: (request: IncomingMessage, response: ServerResponse) => boolean
  sharedPages: SharedPages
}

/** Starts the page store of this worker and listens to the changes of the data that public pages show. */
export function startPageServices(
  { config, connection, log }: Runtime,
  { web, secret }: { web: WebSource; secret: Buffer },
): PageServices {
  const store = new PageStore()
  const sharedPages = new SharedPages(store, {
    publicUrl: config.publicUrl,
    secret,
    openSession: (variant, onPersonal) => openSharedSession(web, variant, onPersonal),
    logError: (err) => log.error({ err }, 'page failed'),
  })
  const listener = new ChannelListener({ connection, channel: PAGES_CHANNEL, log, onChange: () => store.noteChange() })
  listener.start()
  registerPageMetrics(store)
  return {
    servePage: (request, response) => sharedPages.serveKept(request, response),
    sharedPages,
    stop: () => listener.stop(),
  }
}

function registerPageMetrics(store: PageStore): void {
  createReadCounter(
    'page_store_hits_total',
    'Public pages answered without a render of their own',
    () => store.stats().hits,
  )
  createReadCounter('page_store_misses_total', 'Renders of public pages for the page store', () => store.stats().misses)
  createGauge({
    name: 'page_store_bytes',
    help: 'Bytes of the public pages that all workers keep',
    aggregator: 'sum',
    read: () => store.stats().bytes,
  })
}
