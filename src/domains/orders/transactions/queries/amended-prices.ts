import { sql } from 'kysely'
import type { Db } from '#database'
import { readRateBook } from '#domains/programmes/rates/queries/rule-books.ts'
import type { Rate } from '#domains/programmes/rates/rules/rate.ts'
import { priceAmended, priceOrder } from '#domains/programmes/rates/rules/price.ts'
import type { OrderFacts } from '#domains/programmes/rates/rules/price.ts'
import type { CustomerStatus, DecisionAction } from '../contract/vocabulary.ts'
import type { AmendedOrder } from '../rules/decide.ts'

/** What prices an order under terms with rules. */
export interface RuledOrder {
  publisherId: bigint
  transactionId: string
  termsId: bigint
  ruleCount: number
  event: string
  /** That of the event. */
  rate: Rate
  clickedAt: Date
  regions: string[] | null
  customerStatus: CustomerStatus | null
  reportedValue: bigint
}

type PriceAmended = (amended: AmendedOrder) => bigint

/** Reads how the amendments among decisions are priced where the terms have rules, by transaction id. */
export async function readAmendedPrices(
  db: Db,
  orders: readonly RuledOrder[],
  decisions: readonly { action: DecisionAction; transactionId: string }[],
): Promise<Map<string, PriceAmended>> {
  const amended = new Set(decisions.flatMap((each) => (each.action === 'amend' ? each.transactionId : [])))
  const ruled = orders.filter(({ ruleCount, transactionId }) => ruleCount > 0 && amended.has(transactionId))
  if (ruled.length === 0) return new Map()
  const items = await listReportedItems(db, ruled)
  const prices = new Map<string, PriceAmended>()
  for (const same of Map.groupBy(ruled, ({ termsId, event }) => `${termsId} ${event}`).values()) {
    const [first] = same
    if (first === undefined) continue
    const { termsId, ruleCount, event, rate } = first
    const publisherIds = same.map(({ publisherId }) => publisherId)
    const terms = { termsId, ruleCount, rates: new Map([[event, rate]]) }
    const book = await readRateBook(db, terms, { event, publisherIds })
    for (const order of same) {
      const facts = toFacts(order, items.get(order.transactionId) ?? [])
      prices.set(order.transactionId, (amended) => priceAmended(book, facts, amended))
    }
  }
  return prices
}

/** Reads the rates by which a reported order was priced, each once, in the order of its items. */
export async function readOrderRates(db: Db, order: RuledOrder): Promise<Rate[]> {
  const { termsId, ruleCount, event, rate, publisherId } = order
  if (ruleCount === 0) return [rate]
  const items = await listReportedItems(db, [order])
  const terms = { termsId, ruleCount, rates: new Map([[event, rate]]) }
  const book = await readRateBook(db, terms, { event, publisherIds: [publisherId] })
  const price = priceOrder(book, toFacts(order, items.get(order.transactionId) ?? []))
  return [...new Set(price?.parts.map(({ winner }) => winner.rate))]
}

function toFacts(order: RuledOrder, items: OrderFacts['items']): OrderFacts {
  const { clickedAt: at, customerStatus: customer, reportedValue: value } = order
  return { ...order, at, regions: order.regions ?? [], customer, value, items }
}

async function listReportedItems(db: Db, orders: readonly RuledOrder[]) {
  const { rows } = await sql<{ transactionId: string; group: string | null; amount: bigint }>`
    SELECT transaction_id, "group", amount FROM transaction_item
    WHERE sequence = 0 AND (publisher_id, transaction_id) IN (SELECT * FROM unnest(
      ${orders.map(({ publisherId }) => publisherId)}::bigint[],
      ${orders.map(({ transactionId }) => transactionId)}::uuid[]
    ))`.execute(db)
  return Map.groupBy(rows, ({ transactionId }) => transactionId)
}
