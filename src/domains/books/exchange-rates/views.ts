import type { Selectable } from 'kysely'
import type { FetchView, RateView } from './contract.ts'
import type { RateRow } from './queries.ts'
import { formatRate } from './rules.ts'
import type { ExchangeFetchTable } from './tables.ts'

/** Builds a rate as operators see it. */
export function viewRate(row: RateRow): RateView {
  return {
    id: String(row.id),
    day: row.day,
    currency: row.currency,
    rate: formatRate(row.rate),
    source: row.source,
    recorded_at: row.recordedAt.toISOString(),
    recorded_by: row.recordedBy,
    is_replaced: row.isReplaced,
  }
}

/** Builds what the last fetch brought. */
export function viewFetch(row: Selectable<ExchangeFetchTable>): FetchView {
  return {
    fetched_at: row.fetchedAt.toISOString(),
    added: row.added,
    failure: row.failure,
    line: row.line,
    succeeded_at: row.succeededAt?.toISOString() ?? null,
  }
}
