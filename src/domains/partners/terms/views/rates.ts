import { regionName } from '#kernel/regions.ts'
import { rateText, rateValue } from '#domains/programmes/rates/rules/rate.ts'
import type { RateRule } from '#domains/programmes/rates/rules/resolve.ts'
import { BASE_CURRENCY, formatAmount } from '#kernel/money.ts'
import type { Locale } from '#texts/texts.ts'
import type { ChangeView, DifferenceView, RateLineView, ReplayView, Restriction } from '../contract/advertiser.ts'
import type { Comparison } from '../queries/comparison.ts'
import type { OrderTerms } from '../rules/difference.ts'
import { toStoredChange } from '../rules/notice.ts'
import type { StoredChange } from '../rules/notice.ts'
import { REPLAY_DAYS } from '../rules/replay.ts'
import type { StoredReplay } from '../rules/replay.ts'

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

/** A change of the terms as publisher and brand read it. */
export function viewChange(stored: StoredChange, locale: Locale): ChangeView {
  if ('term' in stored) return stored
  const { event, productGroup, region, ...change } = stored
  const name = region === null ? null : regionName(region, locale)
  return { ...change, action_type: event, product_group: productGroup, region: name }
}

/** What a version restricts of methods from its beginning on. */
export function viewRestrictions({ restrictions }: Pick<OrderTerms, 'restrictions'>): Restriction[] {
  return restrictions.map(({ method, policy }) => ({ method, stance: policy }))
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

interface Replay {
  askedAt: Date
  daysDone: number
  outcome: 'done' | 'failed' | null
  result: StoredReplay | null
}

/** The replay of a draft, as its brand reads it. */
export function viewReplay(
  { askedAt, daysDone, outcome, result }: Replay,
  names: ReadonlyMap<bigint, string>,
): ReplayView {
  return {
    status: outcome ?? 'running',
    asked_at: askedAt.toISOString(),
    days_done: daysDone,
    days: REPLAY_DAYS,
    result: result && viewReplayed(result, names),
  }
}

function viewReplayed({ publishers }: StoredReplay, names: ReadonlyMap<bigint, string>) {
  const sums = publishers.map(({ id, orders, ...amounts }) => {
    const [value, before, after] = [BigInt(amounts.value), BigInt(amounts.before), BigInt(amounts.after)]
    return { id: Number(id), name: names.get(BigInt(id)) ?? id, orders, value, before, after }
  })
  const losing = sums.filter(({ before, after }) => after < before)
  const gaining = sums.filter(({ before, after }) => after > before)
  const total = { orders: 0, value: 0n, before: 0n, after: 0n }
  for (const { orders, value, before, after } of sums) {
    total.orders += orders
    total.value += value
    total.before += before
    total.after += after
  }
  // Those who lose or gain most stand at the ends.
  const shown = [...losing.slice(0, MAX_SHOWN), ...gaining.slice(-MAX_SHOWN)]
  return {
    total: viewSums(total),
    losing: losing.length,
    gaining: gaining.length,
    publishers: shown.map(({ id, name, ...each }) => ({ id, name, ...viewSums(each) })),
  }
}

function viewSums({ orders, value, before, after }: { orders: number; value: bigint; before: bigint; after: bigint }) {
  return {
    orders,
    value: formatAmount(value),
    before: formatAmount(before),
    after: formatAmount(after),
    change: formatAmount(after - before),
  }
}
