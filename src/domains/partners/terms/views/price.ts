import { regionName } from '#kernel/regions.ts'
import { rateText } from '#domains/programmes/rates/rules/rate.ts'
import { getAudience } from '#domains/programmes/rates/rules/resolve.ts'
import type { RateRule } from '#domains/programmes/rates/rules/resolve.ts'
import { BASE_CURRENCY, formatAmount } from '#kernel/money.ts'
import type { Locale } from '#texts/texts.ts'
import type { HeldRate, PriceView } from '../contract/price.ts'
import type { ExplainedPrice } from '../rules/explain-price.ts'
import type { LineNames } from './rates.ts'

/** How rates are named: publishers and groups by name for their brand, and not at all for a publisher. */
export interface RateReader {
  locale: Locale
  names?: Pick<LineNames, 'publishers' | 'groups'> | undefined
}

/** A rate that holds for a publisher. */
export function viewHeldRate(rule: RateRule, { locale, names }: RateReader): HeldRate {
  const { publisherId, groupId, region } = rule
  const name =
    publisherId !== null ? names?.publishers.get(publisherId) : groupId !== null ? names?.groups.get(groupId) : null
  return {
    rule: rule.number,
    action_type: rule.event,
    audience: getAudience(rule),
    audience_name: name ?? null,
    product_group: rule.productGroup,
    region: region === null ? null : regionName(region, locale),
    customer: rule.customer,
    starts_at: rule.startsAt?.toISOString() ?? null,
    ends_at: rule.endsAt?.toISOString() ?? null,
    text: rateText(rule.rate, BASE_CURRENCY),
  }
}

/** The rates that lose of a part that a reader sees. */
const MAX_LOSERS = 20

/** The price of an order, with the rates that decide and those that lose. */
export function viewPrice({ commission, parts }: ExplainedPrice, reader: RateReader): PriceView {
  return {
    commission: formatAmount(commission),
    parts: parts.map(({ productGroup, amount = 0n, commission: own, winner, losers }) => ({
      product_group: productGroup,
      amount: formatAmount(amount),
      commission: own === null ? null : formatAmount(own),
      winner: viewHeldRate(winner, reader),
      losers: losers.slice(0, MAX_LOSERS).map(({ rule, reason }) => ({ ...viewHeldRate(rule, reader), reason })),
      more: Math.max(losers.length - MAX_LOSERS, 0),
    })),
  }
}
