import { rateValue } from '#domains/programmes/rates/rules/rate.ts'
import type { Rate } from '#domains/programmes/rates/rules/rate.ts'
import { findRate } from '#domains/programmes/rates/rules/resolve.ts'
import type { MethodRestriction } from '#kernel/lists/promotion-methods.ts'
import type { CouponRule, ValidationEnd } from '#domains/programmes/programs/rules.ts'
import type { RateBook, RateFacts, RateRule, RuleCustomer } from '#domains/programmes/rates/rules/resolve.ts'

/** What orders a change of a rate concerns: a null means all that no other change names. */
export interface ChangedOrders {
  event: string
  productGroup: string | null
  region: string | null
  customer: RuleCustomer | null
}

/** A rate of a publisher that differs between two versions. */
export interface RateChange extends ChangedOrders {
  /** Null if the event earned nothing before, or earns nothing from then on. */
  before: Rate | null
  after: Rate | null
  /** From when on; null from the beginning of the version. */
  from: Date | null
}

/** What a version says about all orders, beside its rates and the fee of the network. */
export interface OrderTerms {
  windowDays: number
  validationDays: number
  validationEnd: ValidationEnd
  /** What publishers read of an order that is held; empty for `confirm`. */
  holdNote: string
  maxExtensions: number
  extensionDays: number
  couponRule: CouponRule
  /** What it permits less of promotion methods from its beginning on. */
  restrictions: readonly MethodRestriction[]
}

/** Picks what a version says about all orders. */
export function pickOrderTerms(version: OrderTerms): OrderTerms {
  const { windowDays, validationDays, validationEnd, holdNote, maxExtensions, extensionDays, couponRule } = version
  const { restrictions } = version
  return { windowDays, validationDays, validationEnd, holdNote, maxExtensions, extensionDays, couponRule, restrictions }
}

/** What `OrderTerms` say to a publisher; `extension` is for how many days an order can be extended in all. */
export const CHANGED_TERMS = ['window', 'validation', 'extension', 'validation_end', 'coupon_rule', 'method'] as const

/** A difference of what two versions say about all orders: days, or words of the terms; a method and its new policy. */
export interface TermChange {
  term: (typeof CHANGED_TERMS)[number]
  before: string
  after: string
}

/** The rates of a version, with what it says about all orders if that is compared too. */
export type VersionBook = RateBook & { terms?: OrderTerms }

interface Compared {
  before: VersionBook
  after: VersionBook
  /** When the later version begins. */
  at: Date
}

/**
 * Whether a change takes something away: a lower rate, a removed one, or one of another kind; a shorter window, a later
 * decision, coupon orders that others earn, or a method that is restricted.
 */
export function isCut(change: RateChange | TermChange): boolean {
  return 'term' in change ? isTermCut(change) : isRateCut(change)
}

function isTermCut({ term, before, after }: TermChange): boolean {
  if (term === 'window') return Number(after) < Number(before)
  if (term === 'validation_end') return after === 'hold'
  if (term === 'method') return true
  // An order without a click, which nobody earned, takes from nobody.
  if (term === 'coupon_rule') return before !== 'never' || after !== 'code_without_click'
  return Number(after) > Number(before)
}

function isRateCut({ before, after }: RateChange): boolean {
  if (before === null) return false
  if (after === null || after.kind !== before.kind) return true
  if (after.kind === 'percent') return before.kind === 'percent' && after.ratePpm < before.ratePpm
  return before.kind === 'fixed' && after.fixedAmount < before.fixedAmount
}

/**
 * Lists what differs for a publisher between two versions, from the beginning of the later one on: at it, and whenever
 * a rate starts or ends later. Each pair of rates is listed once, with the orders that name least.
 */
function listRateChanges(publisherId: bigint, { before, after, at }: Compared): RateChange[] {
  const own = [before, after].flatMap((book) => book.rules.filter((rule) => concerns(book, rule, publisherId)))
  const found = new Map<string, RateChange & { size: number }>()
  for (const [event, rules] of Map.groupBy(own, (rule) => rule.event)) {
    for (const orders of listOrders(event, rules)) {
      for (const instant of listInstants(rules, at)) {
        const change = compareAt({ before, after, at: instant }, publisherId, orders)
        if (!change) continue
        const { key, ...rest } = change
        const size = [orders.productGroup, orders.region, orders.customer].filter((each) => each !== null).length
        const listed = found.get(key)
        if (listed && listed.size <= size) continue
        found.set(key, { ...orders, ...rest, from: instant > at ? instant : null, size })
      }
    }
  }
  return [...found.values()].map(({ size: _, ...change }) => change)
}

function listTermChanges({ before, after }: Compared): TermChange[] {
  if (!before.terms || !after.terms) return []
  const [old, next] = [sayTerms(before.terms), sayTerms(after.terms)]
  const changed = CHANGED_TERMS.flatMap((term) =>
    term === 'method' || old[term] === next[term] ? [] : [{ term, before: old[term], after: next[term] }],
  )
  // What an earlier version restricted from its beginning on was told with it.
  const methods = after.terms.restrictions.map(({ method, policy }) => {
    return { term: 'method' as const, before: method, after: policy ?? 'none' }
  })
  return [...changed, ...methods]
}

function sayTerms(terms: OrderTerms): Record<Exclude<TermChange['term'], 'method'>, string> {
  return {
    // A session lasts a day.
    window: String(Math.max(terms.windowDays, 1)),
    validation: String(terms.validationDays),
    extension: String(terms.maxExtensions * terms.extensionDays),
    validation_end: terms.validationEnd,
    coupon_rule: terms.couponRule,
  }
}

/** Whether a rule is for orders of a publisher. */
export function concerns({ groupsOf }: RateBook, rule: RateRule, publisherId: bigint): boolean {
  if (rule.publisherId !== null) return rule.publisherId === publisherId
  return rule.groupId === null || (groupsOf.get(publisherId)?.includes(rule.groupId) ?? false)
}

/** Lists all kinds of orders that the rules tell apart, those that name least first. */
function listOrders(event: string, rules: readonly RateRule[]): ChangedOrders[] {
  const productGroups = listNamed(rules.map(({ productGroup }) => productGroup))
  const regions = listNamed(rules.map(({ region }) => region))
  const customers = listNamed(rules.map(({ customer }) => customer))
  return productGroups.flatMap((productGroup) =>
    regions.flatMap((region) => customers.map((customer) => ({ event, productGroup, region, customer }))),
  )
}

function listNamed<T>(values: readonly (T | null)[]): (T | null)[] {
  return [null, ...new Set(values.filter((value) => value !== null))]
}

function listInstants(rules: readonly RateRule[], at: Date): Date[] {
  const later = rules.flatMap(({ startsAt, endsAt }) =>
    [startsAt, endsAt].flatMap((each) => (each !== null && each > at ? each.getTime() : [])),
  )
  return [at, ...[...new Set(later)].toSorted((one, other) => one - other).map((each) => new Date(each))]
}

function compareAt({ before, after, at }: Compared, publisherId: bigint, { region, ...orders }: ChangedOrders) {
  const facts: RateFacts = { ...orders, publisherId, regions: region === null ? [] : [region], at }
  const [old, next] = [findRate(before, facts), findRate(after, facts)]
  if (getText(old) === getText(next)) return undefined
  const key = `${orders.event} ${old?.number} ${getText(old)} ${next?.number} ${getText(next)}`
  return { key, before: old?.rate ?? null, after: next?.rate ?? null }
}

function getText(rule: RateRule | undefined): string {
  return rule ? `${rule.rate.kind} ${rateValue(rule.rate)}` : ''
}

/** What a version changes for one publisher. */
export interface PublisherChanges {
  publisherId: bigint
  changes: readonly (RateChange | TermChange)[]
  isCut: boolean
}

/** Lists the publishers for whom something differs. Publishers whom the rules treat alike are compared once. */
export function compareForAll(publisherIds: readonly bigint[], compared: Compared): PublisherChanges[] {
  const { before, after } = compared
  const named = new Set([...before.rules, ...after.rules].flatMap(({ publisherId }) => publisherId ?? []))
  const terms = listTermChanges(compared)
  const alike = new Map<string, PublisherChanges['changes']>()
  return publisherIds.flatMap((publisherId) => {
    const groups = [before, after].map(({ groupsOf }) => groupsOf.get(publisherId)?.join(',') ?? '').join(' to ')
    const key = named.has(publisherId) ? `publisher ${publisherId}` : groups
    const changes = alike.get(key) ?? [...listRateChanges(publisherId, compared), ...terms]
    alike.set(key, changes)
    return changes.length === 0 ? [] : [{ publisherId, changes, isCut: changes.some(isCut) }]
  })
}

const DAY_MS = 86_400_000

/** How long publishers can be told of a cut, so that nobody is told too late. */
const TELLING_MS = 3_600_000

/**
 * The first instant at which a version may begin: at once, or for a cut the first midnight after an hour in which the
 * publishers are told, and the notice days.
 */
export function getEarliestStart(
  changed: readonly Pick<PublisherChanges, 'isCut'>[],
  { now, noticeDays }: { now: Date; noticeDays: number },
): Date {
  if (!changed.some(({ isCut: lowers }) => lowers)) return now
  return new Date(Math.ceil((now.getTime() + TELLING_MS + noticeDays * DAY_MS) / DAY_MS) * DAY_MS)
}

/** Until when publishers can be told of a cut that begins then. */
export function getTellUntil(effectiveFrom: Date, { noticeDays }: { noticeDays: number }): Date {
  return new Date(effectiveFrom.getTime() - noticeDays * DAY_MS)
}
