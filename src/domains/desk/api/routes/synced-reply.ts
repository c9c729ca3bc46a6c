import { writeCursor } from '#kernel/cursor.ts'
import type { Place } from '#kernel/cursor.ts'
import { STREAM_TYPES } from '#kernel/stream-query.ts'
import { replyRows } from '#platform/server/http/reply-rows.ts'
import { FileReply } from '#platform/server/http/route.ts'
import type { RequestCtx } from '#platform/server/http/route.ts'
import { exportChanges, listChanges } from '../queries/changes.ts'
import type { ChangeViews, ExportFormat } from '../queries/changes.ts'
import type { ChangeFilter } from '../queries/transactions.ts'

/** The header of a stream that says what `synced_until` says in JSON. */
const SYNCED_UNTIL = 'Synced-Until'

/** A transaction of the database that writes a change commits within this time after the time of the change. */
const COMMIT_MS = 60_000

/**
 * Returns the `updated_since` of the next synchronisation. It lies before the request, so that the next one also reads
 * the changes that were not committed yet. Some changes are read twice and none is missed.
 */
function getSyncedUntil(now: Date): string {
  return new Date(now.getTime() - COMMIT_MS).toISOString()
}

/** Replies the rows of a list, and until when a copy of it is complete. */
export async function replySynced<T, P, R extends Record<string, unknown>>(
  ctx: RequestCtx,
  ...[query, list]: Parameters<typeof replyRows<T, P, R>>
) {
  const synced = getSyncedUntil(ctx.now)
  const reply = await replyRows(query, { ...list, headers: { [SYNCED_UNTIL]: synced } })
  return reply instanceof FileReply ? reply : { ...reply, synced_until: synced }
}

/** What a request asks of a list of changes. */
interface ChangeQuery {
  limit: number
  format: 'json' | ExportFormat
  cursor?: Place | undefined
}

/** Replies the transactions of a filter, by the time of their last change, and until when a copy is complete. */
export async function replyChanges<R extends keyof ChangeViews>(
  ctx: RequestCtx,
  { format, limit, cursor }: ChangeQuery,
  filter: ChangeFilter & { reader: R },
) {
  const synced = getSyncedUntil(ctx.now)
  if (format !== 'json') {
    const body = exportChanges(ctx.db, filter, { format, after: cursor })
    return new FileReply({ contentType: STREAM_TYPES[format], body, headers: { [SYNCED_UNTIL]: synced } })
  }
  const rows = await listChanges<R>(ctx.db, filter, { after: cursor, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    data: page.map(({ view }) => view),
    next_cursor: last ? writeCursor({ at: last.changedAt, id: last.transactionId }) : null,
    synced_until: synced,
  }
}
