import { SUCCESS } from '#kernel/endpoint.ts'
import { listLines } from '#platform/server/database/database-check.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import { getLedgerCheckCall } from './contract.ts'
import { findLastCheck } from './queries/ledger-checks.ts'

/** The lines that the page shows of one kind of difference. */
const SHOWN_LINES = 5

/** The routes of the checks. */
export const checkRoutes: Route[] = [
  route(getLedgerCheckCall, async (ctx) => {
    const last = await findLastCheck(ctx.db)
    if (!last) return { ...SUCCESS, data: null }
    return {
      ...SUCCESS,
      data: {
        started_at: last.startedAt.toISOString(),
        took_ms: last.tookMs,
        differences: last.differenceCount,
        lines: listLines(last.results.map((kind) => ({ ...kind, listed: kind.listed.slice(0, SHOWN_LINES) }))),
        is_overdue: isOverdue(last.startedAt, ctx.now),
        right_at: last.rightAt?.toISOString() ?? null,
      },
    }
  }),
]

/** Longer than from one nightly check to the end of the next, so that a later one is missing. */
const OVERDUE_MS = 36 * 3_600_000

/** Whether the last check is so long ago that at least one was left out. */
function isOverdue(lastAt: Date, now: Date): boolean {
  return now.getTime() - lastAt.getTime() > OVERDUE_MS
}
