import { priceOrder } from '#domains/programmes/rates/rules/price.ts'
import type { OrderFacts } from '#domains/programmes/rates/rules/price.ts'
import { resolveRate } from '#domains/programmes/rates/rules/resolve.ts'
import type { RateBook, Resolution } from '#domains/programmes/rates/rules/resolve.ts'
import type { Amount } from '#kernel/money.ts'

/** The items of a product group, with the rule that prices them and the rules that lose to it. */
export interface ExplainedPart extends Resolution {
  productGroup: string | null
  amount: Amount | undefined
  /** Null for a fixed amount, which the order earns once. */
  commission: Amount | null
}

/** What an order earns, part by part. */
export interface ExplainedPrice {
  commission: Amount
  parts: ExplainedPart[]
}

/** Prices an order and names the rules that lose; `undefined` if its event has no rate. */
export function explainPrice(book: RateBook, order: OrderFacts): ExplainedPrice | undefined {
  const price = priceOrder(book, order)
  if (!price) return undefined
  const parts = price.parts.flatMap(({ productGroup, amount }) => {
    const resolution = resolveRate(book, { ...order, productGroup })
    if (!resolution) return []
    const { rate } = resolution.winner
    const commission = rate.kind === 'fixed' ? null : ((amount ?? 0n) * BigInt(rate.ratePpm)) / 1_000_000n
    return [{ ...resolution, productGroup, amount, commission }]
  })
  return { commission: price.commission, parts }
}
