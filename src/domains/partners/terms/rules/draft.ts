import { Refusal, invalidField } from '#kernel/errors.ts'
import { parseRate, rateValue } from '#domains/programmes/rates/rules/rate.ts'
import type { Rate } from '#domains/programmes/rates/rules/rate.ts'
import type { RateRule, RuleCustomer } from '#domains/programmes/rates/rules/resolve.ts'

/** A rate as a draft stores it: ids and amounts as text, times as `toISOString` writes them. */
export interface StoredLine {
  number: number
  event: string
  publisherId: string | null
  groupId: string | null
  productGroup: string | null
  region: string | null
  customer: RuleCustomer | null
  startsAt: string | null
  endsAt: string | null
  kind: Rate['kind']
  value: string
}

/** Who and what a rate is for. One that names nothing is the rate of its event. */
export type RateLine = Omit<RateRule, 'number'>

/** Names a line of a draft: a rule by its number, the rate of an event by number 0 and its event. */
export type LineName = Pick<RateRule, 'number' | 'event'>

/** The most rules of a version. */
export const MAX_RULES = 10_000

/** The most events of a version. */
export const MAX_EVENTS = 50

/** Whether a rate is for a part of the orders of its event. */
export function isRule(line: RateLine): boolean {
  return Boolean(line.publisherId ?? line.groupId ?? line.productGroup ?? line.region ?? line.customer) || isDated(line)
}

function isDated({ startsAt, endsAt }: RateLine): boolean {
  return startsAt !== null || endsAt !== null
}

/**
 * Puts a line into a draft, in place of the line with this name if there is one. A line that names nothing takes the
 * place of the rate of its event. A new rule gets the number after `lastNumber` and all numbers of the draft.
 */
export function saveLine(
  lines: readonly RateRule[],
  { line, name, lastNumber }: { line: RateLine; name: LineName | undefined; lastNumber: number },
): RateRule[] {
  if (name && !lines.some((each) => isNamed(each, name))) throw new Refusal({ code: 'rates.no_line', status: 409 })
  const others = lines.filter((each) => !(name && isNamed(each, name)))
  const own = { ...line, number: getNumber(lines, { line, name, lastNumber }) }
  const isReplaced = (each: RateRule) => own.number === 0 && isNamed(each, own)
  const next = [...others.filter((each) => !isReplaced(each)), own]
  checkLines(next)
  return sortLines(next)
}

function getNumber(
  lines: readonly RateRule[],
  { line, name, lastNumber }: { line: RateLine; name: LineName | undefined; lastNumber: number },
): number {
  if (!isRule(line)) return 0
  if (name && name.number > 0) return name.number
  return Math.max(lastNumber, ...lines.map(({ number }) => number)) + 1
}

/** Removes a line. An event keeps its rate while other rates of it stand in the draft. */
export function removeLine(lines: readonly RateRule[], name: LineName): RateRule[] {
  const next = lines.filter((each) => !isNamed(each, name))
  if (next.length === lines.length) throw new Refusal({ code: 'rates.no_line', status: 409 })
  checkLines(next)
  return next
}

function isNamed(line: RateRule, { number, event }: LineName): boolean {
  return line.number === number && (number > 0 || line.event === event)
}

function checkLines(lines: readonly RateRule[]): void {
  const rules = lines.filter(({ number }) => number > 0)
  const events = new Set(lines.flatMap(({ number, event }) => (number === 0 ? event : [])))
  if (events.size === 0) throw new Refusal({ code: 'rates.no_rates', status: 409 })
  if (rules.length > MAX_RULES) throw new Refusal({ code: 'rates.too_many', params: { max: MAX_RULES }, status: 409 })
  if (events.size > MAX_EVENTS) {
    throw new Refusal({ code: 'rates.too_many_events', params: { max: MAX_EVENTS }, status: 409 })
  }
  for (const { event } of rules) {
    if (!events.has(event)) throw new Refusal({ code: 'rates.no_event_rate', params: { event }, status: 409 })
  }
  for (const [event, own] of Map.groupBy(lines, (line) => line.event)) {
    const isMixed = own.some(({ productGroup }) => productGroup) && own.some(({ rate }) => rate.kind === 'fixed')
    if (isMixed) throw invalidField('kind', { code: 'rates.mixed', params: { event } })
  }
}

/** Whether a rule can stand beside these lines: its event has a rate, and neither its kind nor their number forbids. */
export function fits(lines: readonly RateRule[], rule: RateRule): boolean {
  const own = lines.filter(({ event }) => event === rule.event)
  const hasRate = own.some(({ number }) => number === 0)
  const isMixed = rule.rate.kind === 'fixed' && own.some(({ productGroup }) => productGroup !== null)
  return hasRate && !isMixed && lines.filter(({ number }) => number > 0).length < MAX_RULES
}

/** Sorts the rate of each event before its rules, and these by number. */
export function sortLines(lines: readonly RateRule[]): RateRule[] {
  return lines.toSorted((one, other) =>
    one.event === other.event ? one.number - other.number : one.event < other.event ? -1 : 1,
  )
}

/** Writes a line for storage. */
export function toStoredLine({ rate, publisherId, groupId, startsAt, endsAt, ...line }: RateRule): StoredLine {
  return {
    ...line,
    publisherId: publisherId === null ? null : String(publisherId),
    groupId: groupId === null ? null : String(groupId),
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
    kind: rate.kind,
    value: rateValue(rate),
  }
}

/** Reads what `toStoredLine` wrote. */
export function fromStoredLine({ kind, value, publisherId, groupId, startsAt, endsAt, ...line }: StoredLine): RateRule {
  const rate = parseRate({ kind, value })
  if (!rate) throw new Error('A draft holds a rate that is none')
  return {
    ...line,
    publisherId: publisherId === null ? null : BigInt(publisherId),
    groupId: groupId === null ? null : BigInt(groupId),
    startsAt: startsAt === null ? null : new Date(startsAt),
    endsAt: endsAt === null ? null : new Date(endsAt),
    rate,
  }
}
