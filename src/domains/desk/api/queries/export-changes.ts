import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import { CLICK_TIME } from '#domains/orders/transactions/queries/click-time.ts'
import type { Place } from '#kernel/cursor.ts'
import { csvAmount, csvInstant, csvLine, csvPlain, csvText } from '#platform/server/files/csv-cells.ts'
import {
  jsonAmount,
  jsonInstant,
  jsonLine,
  jsonNumber,
  jsonPlain,
  jsonText,
} from '#platform/server/database/json-cells.ts'
import { streamParts } from '#platform/server/database/stream-parts.ts'
import type { StreamPart } from '#platform/server/database/stream-parts.ts'
import type { ApiTransaction, STREAM_TYPES } from '../contract/v1.ts'
import { OWN_WORTH, findLastChange, selectChangedTransactions } from './transactions.ts'
import type { ChangeFilter } from './transactions.ts'

/** How PostgreSQL writes the values of a kind. */
const KINDS = {
  text: { csv: csvText, ndjson: jsonText },
  /** A text without special characters. */
  plain: { csv: csvPlain, ndjson: jsonPlain },
  number: { csv: csvPlain, ndjson: jsonNumber },
  instant: { csv: csvInstant, ndjson: jsonInstant },
  amount: { csv: csvAmount, ndjson: jsonAmount },
}

type Field = readonly [kind: keyof typeof KINDS, value: string | RawBuilder<unknown>]

/** The fields of a transaction, as `viewApiTransaction` builds them from its row. */
const FIELDS: Record<keyof ApiTransaction, Field> = {
  transaction_id: ['plain', 't.id'],
  status: ['plain', 's.status'],
  reason: ['plain', 's.reason_code'],
  order_id: ['text', 't.order_ref'],
  event: ['text', 't.event'],
  order_value: ['amount', OWN_WORTH.orderValue],
  commission: ['amount', OWN_WORTH.commission],
  currency: ['plain', 's.currency'],
  commission_currency: ['plain', 't.commission_currency'],
  usd_order_value: ['amount', 's.order_value'],
  usd_commission: ['amount', 's.commission'],
  advertiser_id: ['number', 's.advertiser_id'],
  advertiser_name: ['text', 'advertiser.name'],
  site_key: ['plain', 'site.key'],
  sub1: ['text', 't.sub1'],
  sub2: ['text', 't.sub2'],
  sub3: ['text', 't.sub3'],
  sub4: ['text', 't.sub4'],
  sub5: ['text', 't.sub5'],
  click_id: ['plain', 't.click_id'],
  click_page: ['text', 't.source_page'],
  attribution: ['plain', 't.attribution'],
  promotion_id: ['number', 't.promotion_id'],
  coupon: ['text', 't.coupon'],
  customer_status: ['plain', 't.customer_status'],
  click_time: ['instant', CLICK_TIME],
  transaction_time: ['instant', 's.transaction_at'],
  decided_time: ['instant', 's.decided_at'],
  updated_time: ['instant', 's.changed_at'],
}

/** The formats of the export. */
export type ExportFormat = keyof typeof STREAM_TYPES

/**
 * Exports transactions after the row `after` as NDJSON or CSV (RFC 4180), by the time of their last change, oldest
 * first. PostgreSQL writes the lines, because this process would need more time for them than to send them.
 */
export function exportChanges(
  db: Db,
  filter: ChangeFilter,
  { format, after }: { format: ExportFormat; after?: Place | undefined },
): Readable {
  return streamParts({
    head: format === 'csv' ? `${Object.keys(FIELDS).join(',')}\r\n` : '',
    after,
    findLastPlace: (next) => findLastChange(db, filter, next),
    writePart: (part) => writePart(db, filter, { ...part, format }),
  })
}

async function writePart(db: Db, filter: ChangeFilter, part: StreamPart & { format: ExportFormat }): Promise<string> {
  const lines = selectChangedTransactions(db, filter, part).select([
    's.changedAt',
    's.transactionId',
    LINES[part.format],
  ])
  const { text } = await db
    .selectFrom(lines.as('lines'))
    .select(sql<string | null>`string_agg(line, '' ORDER BY changed_at, transaction_id)`.as('text'))
    .executeTakeFirstOrThrow()
  return text ?? ''
}

const LINES = {
  csv: csvLine(Object.values(FIELDS).map(([kind, value]) => KINDS[kind].csv(value))).as('line'),
  ndjson: jsonLine(
    Object.fromEntries(Object.entries(FIELDS).map(([name, [kind, value]]) => [name, KINDS[kind].ndjson(value)])),
  ).as('line'),
}
