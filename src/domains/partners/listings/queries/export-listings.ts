import type { Readable } from 'node:stream'
import type { Db } from '#database'
import { writeCsv } from '#platform/server/files/csv.ts'
import type { Locale } from '#texts/texts.ts'
import type { ListingView } from '../contract.ts'
import type { Band } from '../rules/evidence.ts'
import type { ListingSort } from '../rules/vocabulary.ts'
import { viewListing } from '../views.ts'
import { listListings } from './listings.ts'
import type { ListingFilter } from './listings.ts'

/** The rows that are read at once. */
const PART_ROWS = 2000

const CELLS: Record<string, (listing: ListingView) => string> = {
  publisher_id: (row) => String(row.publisher_id),
  publisher: (row) => row.publisher_name,
  country: (row) => row.country ?? '',
  site: (row) => row.site_url,
  site_kinds: (row) => row.site_kinds.join('; '),
  is_verified: (row) => String(row.is_verified),
  categories: (row) => row.categories.join('; '),
  countries: (row) => row.countries.join('; '),
  listed_on: (row) => row.listed_on,
  evidence: ({ evidence }) => evidence.kind,
  clicks: ({ evidence }) => (evidence.kind === 'measured' ? writeBand(evidence.clicks) : ''),
  orders_per_100_clicks: ({ evidence }) =>
    evidence.kind === 'measured' ? writeBand(evidence.orders_per_100_clicks) : '',
  approval_percent: ({ evidence }) =>
    evidence.kind === 'measured' && evidence.approval ? writeBand(evidence.approval.percent) : '',
  decided_orders: ({ evidence }) =>
    evidence.kind === 'measured' && evidence.approval ? writeBand(evidence.approval.decided) : '',
}

/** Exports the publishers of a filter as CSV in the order of the list. It reads parts. */
export function exportListings(
  db: Db,
  query: ListingFilter & { sort: ListingSort },
  { hasByteOrderMark, locale }: { hasByteOrderMark: boolean; locale: Locale },
): Readable {
  return writeCsv(readLines(db, query, locale), { columns: Object.keys(CELLS), hasByteOrderMark })
}

async function* readLines(db: Db, query: ListingFilter & { sort: ListingSort }, locale: Locale) {
  for (let number = 1; ; number++) {
    const { count, listings } = await listListings(db, { ...query, page: { number, size: PART_ROWS } })
    for (const row of listings) {
      const listing = viewListing(row, locale)
      yield Object.values(CELLS).map((cell) => cell(listing))
    }
    if (count <= number * PART_ROWS) return
  }
}

/** Writes a band as `100-1000`, or `100000-` without an upper end. */
function writeBand({ from, below }: Band): string {
  return `${from}-${below ?? ''}`
}
