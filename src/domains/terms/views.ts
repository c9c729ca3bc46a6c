import { regionName } from '#domains/advertisers/rules.ts'
import { rateText, rateValue } from '#domains/rates/rules/rate.ts'
import type { RateRule } from '#domains/rates/rules/resolve.ts'
import { BASE_CURRENCY } from '#kernel/money.ts'
import type { Locale } from '#texts/texts.ts'
import type { DifferenceView, RateChangeView, RateLineView } from './contract/brand.ts'
import type { Comparison } from './queries/comparison.ts'
import { toStoredChange } from './rules/notice.ts'
import type { StoredChange } from './rules/notice.ts'

/** The names of what rates name, by id. */
export interface LineNames {
  publishers: ReadonlyMap<bigint, string>
  groups: ReadonlyMap<bigint, string>
  locale: Locale
}

/** A rate as its brand reads it. */
export function viewLine(line: RateRule, { publishers, groups, locale }: LineNames): RateLineView {
  const { publisherId, groupId, region, rate } = line
  const nameOf = (names: ReadonlyMap<bigint, string>, id: bigint | null) =>
    id === null ? null : { id: Number(id), name: names.get(id) ?? String(id) }
  return {
    rule: line.number,
    action_type: line.event,
    publisher: nameOf(publishers, publisherId),
    group: nameOf(groups, groupId),
    product_group: line.productGroup,
    region: region === null ? null : { code: region, name: regionName(region, locale) },
    customer: line.customer,
    starts_at: line.startsAt?.toISOString() ?? null,
    ends_at: line.endsAt?.toISOString() ?? null,
    kind: rate.kind,
    value: rateValue(rate),
    text: rateText(rate, BASE_CURRENCY),
  }
}

/** A change of a rate as publisher and brand read it. */
export function viewChange({ event, productGroup, region, ...change }: StoredChange, locale: Locale): RateChangeView {
  const name = region === null ? null : regionName(region, locale)
  return { ...change, action_type: event, product_group: productGroup, region: name }
}

/** The publishers whose changes the brand sees at once. */
const MAX_SHOWN = 50

/** What a draft changes, as its brand reads it. */
export function viewDifference({ joined, changed, earliest }: Comparison, locale: Locale): DifferenceView {
  const names = new Map(joined.map(({ id, name }) => [id, name]))
  const lowered = changed.filter(({ isCut }) => isCut)
  const raised = changed.filter(({ isCut }) => !isCut)
  return {
    joined: joined.length,
    raised: raised.length,
    lowered: lowered.length,
    publishers: [...lowered, ...raised].slice(0, MAX_SHOWN).map(({ publisherId, isCut, changes }) => ({
      id: Number(publisherId),
      name: names.get(publisherId) ?? '',
      is_cut: isCut,
      changes: changes.map((change) => viewChange(toStoredChange(change), locale)),
    })),
    earliest: earliest.toISOString(),
  }
}
