import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Db } from '#database'
import type { Place } from '#kernel/cursor.ts'
import { csvAmount, csvInstant, csvLine, csvPlain, csvText } from '#platform/server/files/csv-cells.ts'
import type { CsvCell } from '#platform/server/files/csv-cells.ts'
import { streamParts } from '#platform/server/database/stream-parts.ts'
import type { StreamPart } from '#platform/server/database/stream-parts.ts'
import { CLICK_TIME } from './click-time.ts'
import { selectPart, selectStates } from './transaction-rows.ts'
import type { TransactionFilter } from './transaction-filter.ts'

const BYTE_ORDER_MARK = '\uFEFF'

/** Who reads a file of transactions. It has columns of its own for each. */
export type FileReader = 'publisher' | 'advertiser' | 'operator'

/**
 * Exports transactions as CSV (RFC 4180, UTF-8), newest first. PostgreSQL writes the lines, because this process would
 * need more time for them than to send them. The filter of a publisher or an advertiser has its id.
 */
export function exportTransactions(
  db: Db,
  filter: TransactionFilter,
  { reader, hasByteOrderMark }: { reader: FileReader; hasByteOrderMark: boolean },
): Readable {
  const cells = CELLS[reader]
  return streamParts({
    head: `${hasByteOrderMark ? BYTE_ORDER_MARK : ''}${Object.keys(cells).join(',')}\r\n`,
    findLastPlace: (next) => findLastPlace(db, filter, next),
    writePart: (part) => writePart(db, { filter, cells: Object.values(cells) }, part),
  })
}

/** The cells of a publisher's line by the headers of their columns. */
const PUBLISHER_CELLS: Record<string, CsvCell> = {
  transaction_id: csvPlain('t.id'),
  order_id: csvText('t.order_ref'),
  event: csvText('t.event'),
  advertiser_id: csvPlain('s.advertiser_id'),
  advertiser: csvText('advertiser.name'),
  site: csvText('site.name'),
  sub1: csvText('t.sub1'),
  sub2: csvText('t.sub2'),
  sub3: csvText('t.sub3'),
  sub4: csvText('t.sub4'),
  sub5: csvText('t.sub5'),
  click_id: csvPlain('t.click_id'),
  click_time: csvInstant(CLICK_TIME),
  transaction_time: csvInstant('s.transaction_at'),
  decided_time: csvInstant('s.decided_at'),
  country: csvPlain('click.country'),
  device: csvPlain('click.device'),
  attribution: csvPlain('t.attribution'),
  coupon: csvText('t.coupon'),
  customer_status: csvPlain('t.customer_status'),
  order_value: csvAmount(sql`coalesce(s.own_order_value, s.order_value)`),
  currency: csvPlain('s.currency'),
  commission: csvAmount(sql`coalesce(s.own_commission, s.commission)`),
  status: csvPlain('s.status'),
  reason: csvPlain('s.reason_code'),
  click_page: csvText('t.source_page'),
  landing_url: csvText('click.destination'),
  referrer: csvText('click.referrer'),
  commission_currency: csvPlain('t.commission_currency'),
  usd_order_value: csvAmount('s.order_value'),
  usd_commission: csvAmount('s.commission'),
}

const PUBLISHER_NAMES = { publisher_id: csvPlain('s.publisher_id'), publisher: csvText('publisher.name') }

/** Columns that an advertiser does not get: its own name, and the page on which a publisher placed the link. */
const PUBLISHERS_OWN = ['advertiser_id', 'advertiser', 'referrer']

const CELLS: Record<FileReader, Record<string, CsvCell>> = {
  publisher: PUBLISHER_CELLS,
  advertiser: {
    ...Object.fromEntries(Object.entries(PUBLISHER_CELLS).filter(([header]) => !PUBLISHERS_OWN.includes(header))),
    ...PUBLISHER_NAMES,
  },
  operator: { ...PUBLISHER_CELLS, ...PUBLISHER_NAMES },
}

/** Finds the last of `limit` rows by the index alone. */
export function findLastPlace(
  db: Db,
  filter: TransactionFilter,
  next: { after: Place | undefined; limit: number },
): Promise<Place | undefined> {
  return selectStates(db, filter, next)
    .select(['s.transactionAt as at', 's.transactionId as id'])
    .orderBy('s.transactionAt', 'desc')
    .orderBy('s.transactionId', 'desc')
    .offset(next.limit - 1)
    .limit(1)
    .executeTakeFirst()
}

async function writePart(
  db: Db,
  { filter, cells }: { filter: TransactionFilter; cells: readonly CsvCell[] },
  part: StreamPart,
): Promise<string> {
  const rows = await selectPart(db, filter, part)
    .leftJoin('click', (join) =>
      join
        .onRef('click.publisherId', '=', 't.publisherId')
        .onRef('click.id', '=', 't.clickId')
        .onRef('click.clickedAt', '=', 't.clickedAt'),
    )
    .select(csvLine(cells).as('line'))
    .execute()
  return rows.map(({ line }) => line).join('')
}
