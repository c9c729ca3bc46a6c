import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Db } from '#database'
import { csvAmount, csvLine, csvPlain, csvText } from '#platform/server/files/csv-cells.ts'
import type { CsvCell } from '#platform/server/files/csv-cells.ts'
import { streamParts } from '#platform/server/database/stream-parts.ts'
import type { StreamPart } from '#platform/server/database/stream-parts.ts'
import { DECISION_COLUMNS } from '../rules/decision-columns.ts'
import type { DecisionColumn } from '../rules/decision-columns.ts'
import { findLastPlace } from './export-transactions.ts'
import type { TransactionFilter } from './transaction-filter.ts'
import { selectPart } from './transaction-rows.ts'

/**
 * The cells that are filled; the columns that decide are empty. Order id and event name every order, those of claims
 * too. Later items leave open what the first line says.
 */
const CELLS: Partial<Record<DecisionColumn, CsvCell>> = {
  order_id: csvText('t.order_ref'),
  event: csvText('t.event'),
  amount: csvAmount(sql`CASE WHEN item.line_no > 1 THEN NULL ELSE coalesce(s.own_order_value, s.order_value) END`),
  currency: csvPlain('s.currency'),
  sku: csvText('item.sku'),
  quantity: csvPlain('item.quantity'),
  item_amount: csvAmount('item.amount'),
}

/**
 * Exports the undecided orders of an advertiser, newest first, as the decision file that decides nothing yet. An order
 * has a line for each of its present items; one whose items have not all a SKU, by which a file names them, has one.
 */
export function exportOpenOrders(db: Db, { advertiserId }: { advertiserId: bigint }): Readable {
  const filter = { advertiserId, status: 'PENDING' } as const
  return streamParts({
    // Spreadsheets read UTF-8 by the byte order mark.
    head: `\uFEFF${DECISION_COLUMNS.join(',')}\r\n`,
    findLastPlace: (next) => findLastPlace(db, filter, next),
    writePart: (part) => writePart(db, filter, part),
  })
}

interface PresentItem {
  lineNo: number
  sku: string
  quantity: number | null
  amount: bigint
}

async function writePart(db: Db, filter: TransactionFilter, part: StreamPart): Promise<string> {
  const items = sql<PresentItem>`(
    SELECT * FROM (
      SELECT item.*, bool_and(item.sku IS NOT NULL) OVER () AS is_named FROM transaction_item AS item
      WHERE item.publisher_id = s.publisher_id AND item.transaction_id = s.transaction_id AND item.sequence = (
        SELECT coalesce(max(made.sequence), 0) FROM transaction_decision AS made
        WHERE made.publisher_id = s.publisher_id AND made.transaction_id = s.transaction_id AND made.action = 'amend'
      )
    ) AS present WHERE is_named
  )`
  const line = csvLine(DECISION_COLUMNS.map((column) => CELLS[column] ?? sql`''`))
  const rows = await selectPart(db, filter, part)
    .leftJoinLateral(items.as('item'), (join) => join.onTrue())
    .orderBy('item.lineNo')
    .select(line.as('line'))
    .execute()
  return rows.map((row) => row.line).join('')
}
