import { findRate, indexRules, resolveRate } from '#domains/programmes/rates/rules/resolve.ts'
import type { RateFacts, RateRule } from '#domains/programmes/rates/rules/resolve.ts'
import { atLeast, say } from './support/rounds.ts'

const RULES = 10_000
const PUBLISHERS = 1000
const RESOLUTIONS = 1_000_000
const EXPLAINED = 20_000
const TARGET = 200_000

const PRODUCT_GROUPS = ['Shoes', 'Hats', 'Socks', 'Bags', null]
const REGIONS = ['GB', 'IE', 'DE', null]
const CUSTOMERS = ['NEW', 'RETURNING', null] as const
const at = new Date('2026-11-20T12:00:00Z')

/** Rules of publishers, of groups of ten publishers, and of all, every tenth with a first day. */
function makeRule(number: number): RateRule {
  const publisher = number % 3 === 0 ? BigInt(number % PUBLISHERS) : null
  return {
    number,
    event: 'sale',
    publisherId: publisher,
    groupId: publisher === null && number % 2 === 0 ? BigInt(number % 100) : null,
    productGroup: PRODUCT_GROUPS[number % 5] ?? null,
    region: REGIONS[number % 4] ?? null,
    customer: CUSTOMERS[number % 7] ?? null,
    startsAt: number % 10 === 0 ? new Date(at.getTime() - number * 1000) : null,
    endsAt: null,
    rate: { kind: 'percent', ratePpm: number },
  }
}

const nothing = { publisherId: null, groupId: null, productGroup: null, region: null, customer: null }
const base = { ...makeRule(0), ...nothing, startsAt: null }
const groupsOf = new Map(
  Array.from({ length: PUBLISHERS }, (_, index) => [BigInt(index), [BigInt(index % 100), BigInt((index + 7) % 100)]]),
)
const book = indexRules([base, ...Array.from({ length: RULES }, (_, index) => makeRule(index + 1))], groupsOf)
const orders: RateFacts[] = Array.from({ length: 5000 }, (_, index) => ({
  event: 'sale',
  publisherId: BigInt((index * 7) % PUBLISHERS),
  productGroup: PRODUCT_GROUPS[index % 5] ?? null,
  regions: index % 4 === 3 ? [] : [REGIONS[index % 4] ?? ''],
  customer: CUSTOMERS[index % 3] ?? null,
  at,
}))

/** Resolves the orders over and over, and says how many are resolved in a second. */
function measure(count: number, resolve: (order: RateFacts) => unknown): number {
  const startedAt = performance.now()
  for (let done = 0; done < count; done += orders.length) orders.forEach(resolve)
  return (count / (performance.now() - startedAt)) * 1000
}

const name = `rate-resolver, ${RULES.toLocaleString('en')} rules`
const toText = (perSecond: number) => `${Math.round(perSecond).toLocaleString('en')} resolutions/s`

measure(RESOLUTIONS / 10, (order) => findRate(book, order))
const perSecond = measure(RESOLUTIONS, (order) => findRate(book, order))
say(name, toText(perSecond), atLeast(perSecond, TARGET))

let losers = 0
const named = measure(EXPLAINED, (order) => (losers += resolveRate(book, order)?.losers.length ?? 0))
say(`${name}, losers named`, `${toText(named)}, ${(losers / EXPLAINED).toFixed(1)} losers named each`)
