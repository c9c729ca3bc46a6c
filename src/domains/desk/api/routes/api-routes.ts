import { Readable } from 'node:stream'
import { readOrderFacts, readPayeeFacts } from '#domains/money/payouts/queries/explanations.ts'
import { viewExplanation } from '#domains/money/payouts/views/explanations.ts'
import { getPublisherId, getPublisherScope } from '#kernel/actor-scope.ts'
import { makeLinks } from '#domains/tracking/tracking/commands/make-links.ts'
import { viewLink } from '#domains/tracking/tracking/views.ts'
import { writeCursor } from '#kernel/cursor.ts'
import { toDay } from '#kernel/days.ts'
import { FileReply, route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import {
  ApiAdvertiser,
  ApiPromotion,
  explainApiTransactionCall,
  listApiAdvertisersCall,
  listApiPromotionsCall,
  listApiTransactionsCall,
  makeApiLinksCall,
  STREAM_TYPES,
} from '../contract/v1.ts'
import { listDirectory, readDirectory } from '../queries/directory.ts'
import type { DirectoryRow } from '../queries/directory.ts'
import { exportChanges } from '../queries/export-changes.ts'
import { listPromotions, readPromotions } from '../queries/promotions.ts'
import type { PromotionRow } from '../queries/promotions.ts'
import { listChanges } from '../queries/transactions.ts'
import { viewApiAdvertiser, viewApiPromotion, viewApiTransaction } from '../views/v1.ts'
import { getDirectoryContext } from './directory-context.ts'
import { writeCsv, writeNdjson } from '../views/stream.ts'
import type { Row } from '../views/stream.ts'

/** The routes of the API for programs with an API key. */
export function apiRoutes(sealing: Sealing): Route[] {
  return [explanationRoute(sealing), ...directoryRoutes]
}

function explanationRoute(sealing: Sealing): Route {
  return route(explainApiTransactionCall, async ({ db, actor, now }, { query }) => {
    const ids = { publisherId: getPublisherId(actor), transactionId: query.transaction_id }
    const [order, payee] = await Promise.all([readOrderFacts(db, ids), readPayeeFacts(db, sealing, { ...ids, now })])
    return viewExplanation(order, payee, now)
  })
}

const directoryRoutes: Route[] = [
  route(listApiTransactionsCall, async (ctx, { query }) => {
    const { format, limit, cursor, updated_since: updatedSince, advertiser_id: advertiserId, ...others } = query
    const filter = { publisherId: getPublisherId(ctx.actor), updatedSince, advertiserId, ...others }
    const synced = syncedUntil(ctx.now)
    if (format !== 'json') {
      const body = exportChanges(ctx.db, filter, { format, after: cursor })
      return new FileReply({ contentType: STREAM_TYPES[format], body, headers: { [SYNCED_UNTIL]: synced } })
    }
    const rows = await listChanges(ctx.db, filter, { after: cursor, limit: limit + 1 })
    const page = rows.slice(0, limit)
    const last = rows.length > limit ? page.at(-1) : undefined
    return {
      data: page.map(viewApiTransaction),
      next_cursor: last ? writeCursor({ at: last.changedAt, id: last.id }) : null,
      synced_until: synced,
    }
  }),
  route(listApiAdvertisersCall, async (ctx, { query }) => {
    const { format, limit, cursor, updated_since: updatedSince, membership } = query
    const filter = { publisherId: getPublisherId(ctx.actor), updatedSince, membership }
    const synced = syncedUntil(ctx.now)
    const context = await getDirectoryContext(ctx)
    const view = (row: DirectoryRow) => viewApiAdvertiser(row, context)
    if (format !== 'json') {
      const columns = Object.keys(ApiAdvertiser.shape)
      const batches = readDirectory(ctx.db, filter, cursor)
      return streamReply({ format, columns, batches, view, headers: { [SYNCED_UNTIL]: synced } })
    }
    const rows = await listDirectory(ctx.db, filter, { afterId: cursor, limit: limit + 1 })
    const page = rows.slice(0, limit)
    const last = rows.length > limit ? page.at(-1) : undefined
    return { data: page.map(view), next_cursor: last ? String(last.id) : null, synced_until: synced }
  }),
  route(listApiPromotionsCall, async (ctx, { query }) => {
    const { format, limit, cursor, updated_since: updatedSince, advertiser_id: advertiserId, type: kind } = query
    const today = toDay(ctx.now)
    const filter = { publisherId: getPublisherId(ctx.actor), today, updatedSince, advertiserId, kind }
    const synced = syncedUntil(ctx.now)
    const context = await getDirectoryContext(ctx)
    const view = (row: PromotionRow) => viewApiPromotion(row, context)
    if (format !== 'json') {
      const columns = Object.keys(ApiPromotion.shape)
      const batches = readPromotions(ctx.db, filter, cursor)
      return streamReply({ format, columns, batches, view, headers: { [SYNCED_UNTIL]: synced } })
    }
    const rows = await listPromotions(ctx.db, filter, { afterId: cursor, limit: limit + 1 })
    const page = rows.slice(0, limit)
    const last = rows.length > limit ? page.at(-1) : undefined
    return { data: page.map(view), next_cursor: last ? String(last.id) : null, synced_until: synced }
  }),
  route(makeApiLinksCall, async (ctx, { body }) => {
    const { urls, site_key: siteKey, ...subs } = body
    const { site, links } = await makeLinks(ctx, { ...getPublisherScope(ctx.actor), siteKey, urls, subs })
    const parts = { trackingOrigin: ctx.trackingOrigin, siteKey: site.key, subs }
    return {
      data: links.map((resolved) => {
        const { url, fault, link } = viewLink(resolved, parts)
        return {
          url,
          fault,
          target: link?.target ?? null,
          advertiser_name: link?.advertiser_name ?? null,
          site_key: link?.site_key ?? null,
          tracking_url: link?.tracking_url ?? null,
          short_url: link?.short_url ?? null,
        }
      }),
    }
  }),
]

/** The header of a stream that says what `synced_until` says in JSON. */
const SYNCED_UNTIL = 'Synced-Until'

/** A transaction of the database that writes a change commits within this time after the time of the change. */
const COMMIT_MS = 60_000

/**
 * Returns the `updated_since` of the next synchronisation. It lies before the request, so that the next one also reads
 * the changes that were not committed yet. Some changes are read twice and none is missed.
 */
function syncedUntil(now: Date): string {
  return new Date(now.getTime() - COMMIT_MS).toISOString()
}

interface Stream<T> {
  format: keyof typeof STREAM_TYPES
  /** The columns of the CSV. */
  columns: readonly string[]
  batches: AsyncIterable<T[]>
  view: (row: T) => Row
  headers: Record<string, string>
}

/** Replies all rows as NDJSON or CSV. Reads the next batch when the client has taken the last one. */
function streamReply<T>({ format, headers, ...stream }: Stream<T>): FileReply {
  const body = Readable.from(format === 'csv' ? writeCsvBatches(stream) : writeNdjsonBatches(stream))
  return new FileReply({ contentType: STREAM_TYPES[format], body, headers })
}

type Batches<T> = Omit<Stream<T>, 'format' | 'headers'>

async function* writeCsvBatches<T>({ columns, batches, view }: Batches<T>): AsyncGenerator<string> {
  yield writeCsv([], { columns, hasHeader: true })
  for await (const rows of batches) yield writeCsv(rows.map(view), { columns, hasHeader: false })
}

async function* writeNdjsonBatches<T>({ batches, view }: Batches<T>): AsyncGenerator<string> {
  for await (const rows of batches) yield writeNdjson(rows.map(view))
}
