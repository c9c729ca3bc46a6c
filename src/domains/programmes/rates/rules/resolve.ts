import type { Rate } from './rate.ts'

/** Whether a buyer is new to the advertiser. */
export const CUSTOMER_STATUSES = ['NEW', 'RETURNING'] as const

/** One of `CUSTOMER_STATUSES`. */
export type RuleCustomer = (typeof CUSTOMER_STATUSES)[number]

/**
 * What an event earns where a rule holds: each fact that it names must be that of the order; a null names nothing. A
 * rule names a publisher, a group of publishers, or neither.
 */
export interface RateRule {
  /** Its number in the programme, which it keeps from version to version; 0 is the rate of the event itself. */
  number: number
  event: string
  publisherId: bigint | null
  groupId: bigint | null
  productGroup: string | null
  /** A region of the domain to which the click led. */
  region: string | null
  customer: RuleCustomer | null
  /** The first instant, and the end, of the clicks for which it holds; null without a bound. */
  startsAt: Date | null
  endsAt: Date | null
  rate: Rate
}

/** The facts about a part of an order that choose its rate. */
export interface RateFacts {
  event: string
  publisherId: bigint
  /** The group of the items; null for items without one, and for an order without items. */
  productGroup: string | null
  /** The regions of the domain to which the click led; empty if no click led to one. */
  regions: readonly string[]
  /** Null if the advertiser did not say. */
  customer: RuleCustomer | null
  /** The time of the click; of the order, if it is credited by coupon. */
  at: Date
}

/** Why a rule that names nothing else than the order does not decide its rate. */
export const LOSS_REASONS = ['not_started', 'ended', 'less_specific', 'started_earlier', 'larger_number'] as const

/** One of `LOSS_REASONS`. */
export type LossReason = (typeof LOSS_REASONS)[number]

/** Whose orders a rule is for. */
export const RULE_AUDIENCES = ['everyone', 'group', 'publisher'] as const

/** Says whose orders a rule is for. */
export function getAudience({ publisherId, groupId }: RateRule): (typeof RULE_AUDIENCES)[number] {
  return publisherId !== null ? 'publisher' : groupId !== null ? 'group' : 'everyone'
}

/** The rule that decides, and the others that name nothing else than the order does, the next best first. */
export interface Resolution {
  winner: RateRule
  losers: { rule: RateRule; reason: LossReason }[]
}

type ByCustomer = Map<RuleCustomer | null, RateRule[]>
type ByRegion = Map<string | null, ByCustomer>
type ByProduct = Map<string | null, ByRegion>
type ByAudience = Map<bigint | null, ByProduct>

/** The rules of an event, by what they name. The key null holds the rules that do not name it. */
interface EventRules {
  byPublisher: ByAudience
  byGroup: ByAudience
}

/** The rules of a version of the terms, indexed, so that no order reads those that concern others. */
export interface RateBook {
  rules: readonly RateRule[]
  byEvent: ReadonlyMap<string, EventRules>
  /** The groups of each publisher, as they were when the version was published. */
  groupsOf: ReadonlyMap<bigint, readonly bigint[]>
  /** Whether a rule names a region, so that the region of an order matters. */
  namesRegions: boolean
}

/** Indexes rules, the rates of the events among them, and the groups of publishers. Their order does not matter. */
export function indexRules(
  rules: readonly RateRule[],
  groupsOf: ReadonlyMap<bigint, readonly bigint[]> = new Map(),
): RateBook {
  const byEvent = new Map<string, EventRules>()
  // The best rule of a leaf stands first, so that `findRate` reads no other.
  for (const rule of rules.toSorted(compareRules)) {
    const own = getOrAdd(byEvent, rule.event, () => ({ byPublisher: new Map(), byGroup: new Map() }))
    const [audience, id] =
      rule.groupId === null ? [own.byPublisher, rule.publisherId] : ([own.byGroup, rule.groupId] as const)
    const products = getOrAdd(audience, id, (): ByProduct => new Map())
    const regions = getOrAdd(products, rule.productGroup, (): ByRegion => new Map())
    const customers = getOrAdd(regions, rule.region, (): ByCustomer => new Map())
    getOrAdd(customers, rule.customer, (): RateRule[] => []).push(rule)
  }
  return { rules, byEvent, groupsOf, namesRegions: rules.some(({ region }) => region !== null) }
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const present = map.get(key)
  if (present !== undefined) return present
  const added = make()
  map.set(key, added)
  return added
}

/**
 * Finds the rule that decides the rate of a part of an order: of the rules that hold for it, the most specific one; of
 * these the one that starts last; of these the one with the smallest number. So no two rules tie, whatever the order in
 * which they were made. `undefined` if the event has no rate. It reads only the rules that may decide; `resolveRate`
 * also names those that do not.
 */
export function findRate(book: RateBook, facts: RateFacts): RateRule | undefined {
  const own = book.byEvent.get(facts.event)
  if (own === undefined) return undefined
  const named = own.byPublisher.get(facts.publisherId)
  const byPublisher = named && findForAudiences([named], facts)
  if (byPublisher) return byPublisher
  const groups = book.groupsOf.get(facts.publisherId)
  const byGroup =
    groups &&
    findForAudiences(
      groups.flatMap((id) => own.byGroup.get(id) ?? []),
      facts,
    )
  if (byGroup) return byGroup
  const everyone = own.byPublisher.get(null)
  return everyone && findForAudiences([everyone], facts)
}

/** Finds the best rule of audiences that are equally specific. */
function findForAudiences(audiences: readonly ByProduct[], facts: RateFacts): RateRule | undefined {
  if (audiences.length === 0) return undefined
  const { productGroup } = facts
  const byProduct = productGroup === null ? undefined : findForProduct(audiences, productGroup, facts)
  return byProduct ?? findForProduct(audiences, null, facts)
}

function findForProduct(
  audiences: readonly ByProduct[],
  productGroup: string | null,
  facts: RateFacts,
): RateRule | undefined {
  const products = audiences.flatMap((audience) => audience.get(productGroup) ?? [])
  if (products.length === 0) return undefined
  const named = products.flatMap((regions) => facts.regions.flatMap((region) => regions.get(region) ?? []))
  return (
    findForCustomer(named, facts) ??
    findForCustomer(
      products.flatMap((regions) => regions.get(null) ?? []),
      facts,
    )
  )
}

function findForCustomer(leaves: readonly ByCustomer[], { customer, at }: RateFacts): RateRule | undefined {
  const named = customer === null ? undefined : findBest(leaves, customer, at)
  return named ?? findBest(leaves, null, at)
}

function findBest(leaves: readonly ByCustomer[], customer: RuleCustomer | null, at: Date): RateRule | undefined {
  let best: RateRule | undefined
  for (const leaf of leaves) {
    const found = leaf.get(customer)?.find((rule) => holdsAt(rule, at))
    if (found && (best === undefined || compareRules(found, best) < 0)) best = found
  }
  return best
}

/** Resolves the rate of a part of an order as `findRate` does, and names the rules that lose, with the reason. */
export function resolveRate(book: RateBook, facts: RateFacts): Resolution | undefined {
  const winner = findRate(book, facts)
  const own = book.byEvent.get(facts.event)
  if (winner === undefined || own === undefined) return undefined
  const found: RateRule[] = []
  collect(own.byPublisher.get(facts.publisherId), facts, found)
  for (const groupId of book.groupsOf.get(facts.publisherId) ?? []) collect(own.byGroup.get(groupId), facts, found)
  collect(own.byPublisher.get(null), facts, found)
  const losers = found
    .filter((rule) => rule !== winner)
    .toSorted(compareRules)
    .map((rule) => ({ rule, reason: getLossReason(rule, winner, facts.at) }))
  return { winner, losers }
}

/** Adds the rules for one audience that name only what the order has. */
function collect(products: ByProduct | undefined, facts: RateFacts, found: RateRule[]): void {
  if (products === undefined) return
  if (facts.productGroup !== null) collectRegions(products.get(facts.productGroup), facts, found)
  collectRegions(products.get(null), facts, found)
}

function collectRegions(regions: ByRegion | undefined, facts: RateFacts, found: RateRule[]): void {
  if (regions === undefined) return
  for (const region of facts.regions) collectCustomers(regions.get(region), facts, found)
  collectCustomers(regions.get(null), facts, found)
}

function collectCustomers(customers: ByCustomer | undefined, { customer }: RateFacts, found: RateRule[]): void {
  if (customers === undefined) return
  if (customer !== null) found.push(...(customers.get(customer) ?? []))
  found.push(...(customers.get(null) ?? []))
}

/** Whether a rule holds for clicks at an instant. */
export function holdsAt({ startsAt, endsAt }: RateRule, at: Date): boolean {
  return (startsAt === null || startsAt <= at) && (endsAt === null || at < endsAt)
}

/**
 * How specific a rule is: a publisher counts more than a group of publishers, that more than a product group, that more
 * than a region, and that more than the kind of customer; each counts more than all after it together.
 */
export function getSpecificity({ publisherId, groupId, productGroup, region, customer }: RateRule): number {
  const audience = publisherId !== null ? 16 : groupId !== null ? 8 : 0
  return audience + (productGroup === null ? 0 : 4) + (region === null ? 0 : 2) + (customer === null ? 0 : 1)
}

/** Orders rules, the one that decides first. */
function compareRules(one: RateRule, other: RateRule): number {
  return (
    getSpecificity(other) - getSpecificity(one) ||
    compareStarts(other.startsAt, one.startsAt) ||
    one.number - other.number
  )
}

/** A rule without a start started before all others. */
function compareStarts(one: Date | null, other: Date | null): number {
  const [start, otherStart] = [one?.getTime() ?? -Infinity, other?.getTime() ?? -Infinity]
  return start === otherStart ? 0 : start < otherStart ? -1 : 1
}

function getLossReason(rule: RateRule, winner: RateRule, at: Date): LossReason {
  if (rule.startsAt !== null && at < rule.startsAt) return 'not_started'
  if (!holdsAt(rule, at)) return 'ended'
  if (getSpecificity(rule) < getSpecificity(winner)) return 'less_specific'
  return compareStarts(rule.startsAt, winner.startsAt) < 0 ? 'started_earlier' : 'larger_number'
}
