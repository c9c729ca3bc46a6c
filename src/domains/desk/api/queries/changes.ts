import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import { CLICK_TIME } from '#domains/orders/transactions/queries/click-time.ts'
import type { Place } from '#kernel/cursor.ts'
import type { STREAM_TYPES } from '#kernel/stream-query.ts'
import { csvAmount, csvInstant, csvLine, csvPlain, csvText, writeAmount } from '#platform/server/files/csv-cells.ts'
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
import type { ApiOrder } from '../contract/advertiser.ts'
import type { ApiTransaction } from '../contract/v1.ts'
import { findLastChange, selectChangedTransactions } from './transactions.ts'
import type { ChangeFilter } from './transactions.ts'

/** How PostgreSQL writes the values of a kind. */
const KINDS = {
  text: { csv: csvText, ndjson: jsonText },
  /** A value that is JSON already; CSV has it as a text. */
  json: { csv: (value: string | RawBuilder<unknown>) => csvText(sql`${value}::text`), ndjson: jsonNumber },
  /** A text without special characters. */
  plain: { csv: csvPlain, ndjson: jsonPlain },
  number: { csv: csvPlain, ndjson: jsonNumber },
  instant: { csv: csvInstant, ndjson: jsonInstant },
  amount: { csv: csvAmount, ndjson: jsonAmount },
}

type Field = readonly [kind: keyof typeof KINDS, value: string | RawBuilder<unknown>]

/** The fields that publishers and advertisers read of a transaction, after those of the other side. */
const SHARED = {
  transaction_id: ['plain', 't.id'],
  status: ['plain', 's.status'],
  reason: ['plain', 's.reason_code'],
  order_id: ['text', 't.order_ref'],
  event: ['text', 't.event'],
  order_value: ['amount', sql`coalesce(s.own_order_value, s.order_value)`],
  commission: ['amount', sql`coalesce(s.own_commission, s.commission)`],
  currency: ['plain', 's.currency'],
  commission_currency: ['plain', 't.commission_currency'],
  usd_order_value: ['amount', 's.order_value'],
  usd_commission: ['amount', 's.commission'],
} as const satisfies Record<string, Field>

const CLICK = {
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
} as const satisfies Record<string, Field>

const PUBLISHER_FIELDS: Record<keyof ApiTransaction, Field> = {
  ...SHARED,
  advertiser_id: ['number', 's.advertiser_id'],
  advertiser_name: ['text', 'advertiser.name'],
  site_key: ['plain', 'site.key'],
  ...CLICK,
}

/** The items of an order as the last amendment left them, or else as they were reported. */
const ITEMS = sql`coalesce((
  SELECT json_agg(json_build_object('group', item."group", 'sku', item.sku, 'quantity', item.quantity,
    'amount', ${writeAmount('item.amount')}) ORDER BY item.line_no)
  FROM transaction_item AS item
  WHERE item.publisher_id = t.publisher_id AND item.transaction_id = t.id AND item.sequence = (
    SELECT coalesce(max(decision.sequence), 0) FROM transaction_decision AS decision
    WHERE decision.publisher_id = t.publisher_id AND decision.transaction_id = t.id AND decision.action = 'amend'
  )
), '[]')`

const ADVERTISER_FIELDS: Record<keyof ApiOrder, Field> = {
  ...SHARED,
  usd_fee: ['amount', 's.fee'],
  hold_reason: ['plain', 's.hold_reason'],
  publisher_id: ['number', 's.publisher_id'],
  publisher_name: ['text', 'publisher.name'],
  site_name: ['text', 'site.name'],
  items: ['json', ITEMS],
  ...CLICK,
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
    head: format === 'csv' ? `${Object.keys(FIELDS[filter.reader]).join(',')}\r\n` : '',
    after,
    findLastPlace: (next) => findLastChange(db, filter, next),
    writePart: (part) => writePart(db, filter, { ...part, format }),
  })
}

/** What each reader reads of a transaction. */
export interface ChangeViews {
  publisher: ApiTransaction
  advertiser: ApiOrder
}

/** Lists the same transactions as the export, as their reader reads them. */
export async function listChanges<R extends keyof ChangeViews>(
  db: Db,
  filter: ChangeFilter & { reader: R },
  part: { after?: Place | undefined; limit: number },
): Promise<{ changedAt: Date; transactionId: string; view: ChangeViews[R] }[]> {
  const rows = await selectChangedTransactions(db, filter, part)
    .select(['s.changedAt', 's.transactionId', LINES[filter.reader].ndjson.as('line')])
    .execute()
  return rows.map(({ line, ...row }) => ({ ...row, view: JSON.parse(line) as ChangeViews[R] }))
}

async function writePart(
  db: Db,
  filter: ChangeFilter,
  { format, ...part }: StreamPart & { format: ExportFormat },
): Promise<string> {
  const line = LINES[filter.reader][format]
  const rows = await selectChangedTransactions(db, filter, part).select(line.as('line')).execute()
  return rows.map((row) => row.line).join('')
}

const FIELDS = { publisher: PUBLISHER_FIELDS, advertiser: ADVERTISER_FIELDS }

const LINES = { publisher: writeLines(PUBLISHER_FIELDS), advertiser: writeLines(ADVERTISER_FIELDS) }

function writeLines(fields: Readonly<Record<string, Field>>) {
  const cells = Object.entries(fields).map(([name, [kind, value]]) => [name, KINDS[kind].ndjson(value)] as const)
  return {
    csv: csvLine(Object.values(fields).map(([kind, value]) => KINDS[kind].csv(value))),
    ndjson: jsonLine(Object.fromEntries(cells)),
  }
}
