import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceAmended, priceOrder } from './rules/price.ts'
import { findRate, getSpecificity, holdsAt, indexRules, resolveRate } from './rules/resolve.ts'
import type { RateFacts, RateRule } from './rules/resolve.ts'

const at = new Date('2026-11-20T12:00:00Z')

const nothing = { publisherId: null, groupId: null, productGroup: null, region: null, customer: null }
const base: RateRule = {
  ...nothing,
  number: 0,
  event: 'sale',
  startsAt: null,
  endsAt: null,
  rate: { kind: 'percent', ratePpm: 100_000 },
}

function rule(number: number, percent: number, named: Partial<RateRule> = {}): RateRule {
  return { ...base, number, rate: { kind: 'percent', ratePpm: percent * 10_000 }, ...named }
}

const facts: RateFacts = {
  event: 'sale',
  publisherId: 7n,
  productGroup: 'Shoes',
  regions: ['GB', 'IE'],
  customer: 'NEW',
  at,
}

const groupsOf = new Map([[7n, [1n, 2n]]])

describe('the rule that decides', () => {
  test.each<[string, { rules: RateRule[]; winner: number; losers: string[] }]>([
    [
      'is the rate of the event where nothing else holds',
      { rules: [rule(1, 5, { publisherId: 8n })], winner: 0, losers: [] },
    ],
    [
      'names the publisher before all else',
      {
        rules: [
          rule(1, 5, { publisherId: 7n }),
          rule(2, 6, { groupId: 1n, productGroup: 'Shoes', region: 'GB', customer: 'NEW' }),
        ],
        winner: 1,
        losers: ['2 less_specific', '0 less_specific'],
      },
    ],
    [
      'names a group before a product group',
      {
        rules: [rule(1, 5, { productGroup: 'Shoes', region: 'GB', customer: 'NEW' }), rule(2, 6, { groupId: 2n })],
        winner: 2,
        losers: ['1 less_specific', '0 less_specific'],
      },
    ],
    [
      'names a product group before a region and a customer',
      {
        rules: [rule(1, 5, { region: 'IE', customer: 'NEW' }), rule(2, 6, { productGroup: 'Shoes' })],
        winner: 2,
        losers: ['1 less_specific', '0 less_specific'],
      },
    ],
    [
      'starts last among equally specific ones',
      {
        rules: [rule(1, 5, { region: 'GB' }), rule(2, 6, { region: 'IE', startsAt: new Date('2026-11-01Z') })],
        winner: 2,
        losers: ['1 started_earlier', '0 less_specific'],
      },
    ],
    [
      'has the smaller number where both start together',
      {
        rules: [rule(4, 5, { region: 'GB' }), rule(3, 6, { region: 'IE' })],
        winner: 3,
        losers: ['4 larger_number', '0 less_specific'],
      },
    ],
    [
      'holds at the click',
      {
        rules: [
          rule(1, 5, { customer: 'NEW', startsAt: new Date('2026-11-21Z') }),
          rule(2, 6, { customer: 'NEW', endsAt: at }),
        ],
        winner: 0,
        losers: ['1 not_started', '2 ended'],
      },
    ],
  ])('%s', (_, { rules, winner, losers }) => {
    const resolution = resolveRate(indexRules([base, ...rules], groupsOf), facts)
    expect(resolution?.winner.number).toBe(winner)
    expect(resolution?.losers.map(({ rule: { number }, reason }) => `${number} ${reason}`)).toEqual(losers)
  })

  test('does not exist for an event without a rate', () => {
    expect(resolveRate(indexRules([base]), { ...facts, event: 'lead' })).toBeUndefined()
  })
})

const day = (number: number | null) => (number === null ? null : new Date(at.getTime() + number * 86_400_000))
const anyDay = fc.option(fc.integer({ min: -3, max: 3 }), { nil: null })
const anyRule = fc
  .record({
    audience: fc.constantFrom('all', 'publisher', 'group'),
    id: fc.constantFrom(1n, 2n, 7n),
    productGroup: fc.constantFrom(null, 'Shoes', 'Hats'),
    region: fc.constantFrom(null, 'GB', 'IE', 'GLOBAL'),
    customer: fc.constantFrom(null, 'NEW' as const, 'RETURNING' as const),
    start: anyDay,
    end: anyDay,
    percent: fc.integer({ min: 0, max: 20 }),
  })
  .map(
    ({ audience, id, start, end, percent, ...named }) =>
      (number: number) =>
        rule(number, percent, {
          ...named,
          publisherId: audience === 'publisher' ? id : null,
          groupId: audience === 'group' ? id : null,
          startsAt: day(start),
          endsAt: day(end),
        }),
  )
const anyRules = fc.array(anyRule, { maxLength: 12 }).map((makes) => makes.map((make, index) => make(index + 1)))
const anyFacts = fc.record({
  event: fc.constant('sale'),
  publisherId: fc.constantFrom(7n, 9n),
  productGroup: fc.constantFrom(null, 'Shoes', 'Hats', 'Socks'),
  regions: fc.subarray(['GB', 'IE', 'GLOBAL']),
  customer: fc.constantFrom(null, 'NEW' as const, 'RETURNING' as const),
  at: fc.constant(at),
})

/** Says without an index whether a rule names nothing else than the order has. */
function fits(each: RateRule, order: RateFacts): boolean {
  return (
    (each.publisherId === null || each.publisherId === order.publisherId) &&
    (each.groupId === null || (groupsOf.get(order.publisherId) ?? []).includes(each.groupId)) &&
    (each.productGroup === null || each.productGroup === order.productGroup) &&
    (each.region === null || order.regions.includes(each.region)) &&
    (each.customer === null || each.customer === order.customer)
  )
}

test('the order in which rules were made does not matter, and the index finds what a search finds', () => {
  fc.assert(
    fc.property(anyRules, anyFacts, fc.infiniteStream(fc.nat()), (rules, order, keys) => {
      const all = [base, ...rules]
      const shuffled = all
        .map((each) => ({ each, key: keys.next().value ?? 0 }))
        .toSorted((one, other) => one.key - other.key)
        .map(({ each }) => each)
      const found = resolveRate(indexRules(shuffled, groupsOf), order)
      expect(found).toEqual(resolveRate(indexRules(all, groupsOf), order))
      const fitting = all.filter((each) => fits(each, order))
      expect(found?.winner).toBe(findRate(indexRules(all, groupsOf), order))
      expect(new Set([found?.winner, ...(found?.losers ?? []).map(({ rule: each }) => each)])).toEqual(new Set(fitting))
      const best = Math.max(...fitting.filter((each) => holdsAt(each, at)).map(getSpecificity))
      expect(found && getSpecificity(found.winner)).toBe(best)
      // Only of two rules that are equal in all that decides, the one made first wins.
      if (found?.losers.some(({ reason }) => reason === 'larger_number')) return
      const remade = shuffled.map((each, index) => (each === base ? base : { ...each, number: index + 1 }))
      const other = resolveRate(indexRules(remade, groupsOf), order)
      expect({ ...other?.winner, number: 0 }).toEqual({ ...found?.winner, number: 0 })
    }),
    { numRuns: 500 },
  )
})

describe('a price', () => {
  const book = indexRules([base, rule(1, 5, { productGroup: 'Shoes' })])
  const order = { event: 'sale', publisherId: 7n, regions: [], customer: null, at, value: 1_000_000n }
  const items = [
    { group: 'Shoes', amount: 300_000n },
    { group: 'Hats', amount: 500_000n },
    { group: null, amount: 200_000n },
  ]

  test('adds up the items by their rates', () => {
    const price = priceOrder(book, { ...order, items })
    expect(price).toMatchObject({ kind: 'percent', commission: 15_000n + 70_000n })
    expect(price?.parts.map(({ winner: { number } }) => number)).toEqual([1, 0, 0])
    expect(priceOrder(book, { ...order, items: [] })?.commission).toBe(100_000n)
  })

  test('of an amendment follows its items, or else shares its value as the report did', () => {
    const reported = { ...order, items }
    const left = [{ group: 'Shoes', amount: 300_000n }]
    expect(priceAmended(book, reported, { value: 300_000n, items: left })).toBe(15_000n)
    expect(priceAmended(book, reported, { value: 500_000n, items: [] })).toBe(42_500n)
  })

  test('is a fixed amount once, whatever the order is worth', () => {
    const lead = { ...base, event: 'lead', rate: { kind: 'fixed', fixedAmount: 50_000n } as const }
    expect(priceOrder(indexRules([lead]), { ...order, event: 'lead', value: undefined, items: [] })).toMatchObject({
      kind: 'fixed',
      commission: 50_000n,
    })
    expect(priceAmended(indexRules([lead]), { ...order, event: 'lead', items }, { value: 1n, items: [] })).toBe(50_000n)
  })
})
