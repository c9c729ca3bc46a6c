import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  canLeave,
  canRequestJoin,
  isInWindow,
  isOpen,
  merchantPath,
  pauseClock,
  possibleDecisions,
  resumeClock,
  shopName,
  slugFor,
  statusAfterDecision,
  statusAfterRequest,
  termsInForce,
  termsState,
  scoreProgram,
} from './rules.ts'
import {
  MAX_FIXED_AMOUNT,
  commissionFor,
  parseRate,
  rateText,
  rateValue,
} from '#domains/programmes/rates/rules/rate.ts'
import type { Rate } from '#domains/programmes/rates/rules/rate.ts'

describe('commissionFor', () => {
  test.each<[what: string, rate: Rate, amounts: { of: bigint; is: bigint }]>([
    ['7.5 % of 100.00', { kind: 'percent', ratePpm: 75_000 }, { of: 1_000_000n, is: 75_000n }],
    ['1 % of 0.0099 is rounded down to nothing', { kind: 'percent', ratePpm: 10_000 }, { of: 99n, is: 0n }],
    ['6.6667 % of 0.0300 is rounded down', { kind: 'percent', ratePpm: 66_667 }, { of: 300n, is: 20n }],
    ['0 % of anything', { kind: 'percent', ratePpm: 0 }, { of: 99_999_999n, is: 0n }],
    ['100 % is the whole', { kind: 'percent', ratePpm: 1_000_000 }, { of: 12_345n, is: 12_345n }],
    ['the largest order', { kind: 'percent', ratePpm: 999_999 }, { of: 100_000_000_000n, is: 99_999_900_000n }],
    ['a fixed amount, whatever the order', { kind: 'fixed', fixedAmount: 300_000n }, { of: 1n, is: 300_000n }],
  ])('%s', (_, rate, amounts) => {
    expect(commissionFor(rate, amounts.of)).toBe(amounts.is)
  })
})

describe('parseRate', () => {
  test.each<[Rate['kind'], string, Rate | undefined]>([
    ['percent', '7.5', { kind: 'percent', ratePpm: 75_000 }],
    ['percent', '0', { kind: 'percent', ratePpm: 0 }],
    ['percent', '100', { kind: 'percent', ratePpm: 1_000_000 }],
    ['percent', '100.0001', undefined],
    ['percent', '-1', undefined],
    ['percent', '7,5', undefined],
    ['percent', '7.5%', undefined],
    ['fixed', '30.00', { kind: 'fixed', fixedAmount: 300_000n }],
    ['fixed', '0.0001', { kind: 'fixed', fixedAmount: 1n }],
    ['fixed', '100000', { kind: 'fixed', fixedAmount: 1_000_000_000n }],
    ['fixed', '100000.0001', undefined],
    ['fixed', '1,000', undefined],
    ['fixed', '', undefined],
  ])('%s %j', (kind, value, expected) => {
    expect(parseRate({ kind, value })).toEqual(expected)
  })

  test.each(['7.5', '0', '100', '0.0001', '10', '12.25'])('formats %s percent as it was typed', (value) => {
    const rate = parseRate({ kind: 'percent', value })
    expect(rate && rateValue(rate)).toBe(value)
  })

  test('formats amounts with cents, or with four decimals where cents are not enough', () => {
    expect(rateText({ kind: 'fixed', fixedAmount: 300_000n }, 'USD')).toBe('30.00 USD')
    expect(rateText({ kind: 'fixed', fixedAmount: 525n }, 'USD')).toBe('0.0525 USD')
    expect(rateText({ kind: 'percent', ratePpm: 70_000 }, 'USD')).toBe('7%')
  })
})

test('the form field of a rate holds the whole rate', () => {
  const percent = fc.integer({ min: 0, max: 1_000_000 }).map((ratePpm): Rate => ({ kind: 'percent', ratePpm }))
  const fixed = fc
    .bigInt({ min: 0n, max: MAX_FIXED_AMOUNT })
    .map((fixedAmount): Rate => ({ kind: 'fixed', fixedAmount }))
  const check = (rate: Rate) => {
    expect(parseRate({ kind: rate.kind, value: rateValue(rate) })).toEqual(rate)
  }
  fc.assert(fc.property(fc.oneof(percent, fixed), check), { numRuns: 300 })
})

describe('termsInForce', () => {
  const at = (day: string) => new Date(`${day}T00:00:00Z`)
  const first = { version: 1, effectiveFrom: at('2026-01-01') }
  const planned = { version: 2, effectiveFrom: at('2026-03-01') }
  const replacement = { version: 3, effectiveFrom: at('2026-02-01') }
  const all = [first, planned, replacement]

  test.each([
    ['2025-12-31', undefined],
    ['2026-01-01', first],
    ['2026-01-31', first],
    ['2026-02-01', replacement],
    ['2026-03-01', replacement],
    ['2027-01-01', replacement],
  ])('at %s', (day, expected) => {
    expect(termsInForce(all, at(day))).toBe(expected)
    expect(termsInForce(all.toReversed(), at(day))).toBe(expected)
  })

  test('tells for each version whether it is in force, scheduled or ended', () => {
    const statesAt = (day: string) => all.map((one) => termsState(one, all, at(day)))
    expect(statesAt('2026-01-15')).toEqual(['in_force', 'ended', 'scheduled'])
    expect(statesAt('2026-04-01')).toEqual(['ended', 'ended', 'in_force'])
  })
})

describe('isInWindow', () => {
  const clickedAt = new Date('2026-01-01T12:00:00Z')

  test.each([
    [30, '2026-01-01T12:00:00Z', true],
    [30, '2026-01-31T12:00:00Z', true],
    [30, '2026-01-31T12:00:00.001Z', false],
    [0, '2026-01-02T12:00:00Z', true],
    [0, '2026-01-02T12:00:01Z', false],
    [30, '2026-01-01T11:59:59Z', false],
  ])('%i days, event at %s: %s', (windowDays, at, expected) => {
    expect(isInWindow({ clickedAt, at: new Date(at), windowDays })).toBe(expected)
  })
})

describe('the clock of a join request', () => {
  const hours = (count: number) => new Date(Date.UTC(2026, 0, 1) + count * 3_600_000)

  test.each([
    ['keeps what was left at the question', { asked: 8, answered: 20, ends: 60 }],
    ['leaves a day at least', { asked: 40, answered: 50, ends: 74 }],
    ['leaves a day to an overdue request', { asked: 100, answered: 110, ends: 134 }],
    ['goes on by itself after 14 days', { asked: 8, answered: 8 + 15 * 24, ends: 48 + 14 * 24 }],
  ])('%s', (_, { asked, answered, ends }) => {
    const dueAt = pauseClock({ dueAt: hours(48), now: hours(asked) })
    expect(resumeClock({ dueAt, askedAt: hours(asked), now: hours(answered) })).toEqual(hours(ends))
  })
})

describe('memberships', () => {
  test.each([
    [undefined, 'auto', 'joined'],
    [undefined, 'review', 'pending'],
    ['left', 'auto', 'joined'],
    ['left', 'review', 'pending'],
    ['declined', 'review', 'pending'],
    ['declined', 'auto', 'pending'],
  ] as const)('a request from %s with %s approval is %s', (status, joinMode, expected) => {
    expect(canRequestJoin(status)).toBe(true)
    expect(statusAfterRequest(status, joinMode)).toBe(expected)
  })

  test.each(['pending', 'joined', 'suspended'] as const)('no second request while %s', (status) => {
    expect(canRequestJoin(status)).toBe(false)
    expect(() => statusAfterRequest(status, 'auto')).toThrow('already_requested')
  })

  test('can be left while pending or joined, but not while suspended', () => {
    const statuses = [undefined, 'pending', 'joined', 'declined', 'suspended', 'left'] as const
    expect(statuses.filter(canLeave)).toEqual(['pending', 'joined'])
  })

  test.each([
    ['pending', ['approve', 'decline']],
    ['joined', ['suspend']],
    ['declined', ['approve']],
    ['suspended', ['approve']],
    ['left', []],
  ] as const)('%s can be decided by %j', (status, decisions) => {
    expect(possibleDecisions(status)).toEqual(decisions)
  })

  test('get the status of the decision, and refuse one that does not fit', () => {
    expect(statusAfterDecision('pending', 'approve')).toBe('joined')
    expect(statusAfterDecision('pending', 'decline')).toBe('declined')
    expect(statusAfterDecision('joined', 'suspend')).toBe('suspended')
    expect(statusAfterDecision('suspended', 'approve')).toBe('joined')
    expect(() => statusAfterDecision('joined', 'decline')).toThrow('decision_does_not_fit')
  })

  test('begin only with an open programme of an active advertiser', () => {
    expect(isOpen({ status: 'open', advertiserStatus: 'active' })).toBe(true)
    expect(isOpen({ status: 'open', advertiserStatus: 'paused' })).toBe(false)
    expect(isOpen({ status: 'paused', advertiserStatus: 'active' })).toBe(false)
  })
})

test.each([
  ['bonprix', 'bonprix-affiliate-program'],
  ['Müller & Söhne', 'muller-sohne-affiliate-program'],
  ['--', 'affiliate-program'],
  ['商店', 'affiliate-program'],
])('makes a slug from %s', (name, slug) => {
  expect(slugFor(name)).toBe(slug)
})

test('builds addresses from id and slug, and names shops by their host', () => {
  expect(merchantPath({ publicId: 681, slug: 'gomino-affiliate-program' })).toBe(
    '/merchants/681/gomino-affiliate-program',
  )
  expect(shopName('https://www.shop.example/page')).toBe('shop.example')
  expect(shopName('http://localhost:4010/')).toBe('localhost')
})

describe('the score of a programme', () => {
  const network = { clicks: 10_000n, commission: 20_000_000n, confirmed: 90n, cancelled: 10n }
  const none = { clicks: 0n, commission: 0n, confirmed: 0n, cancelled: 0n }
  const score = (program: Partial<typeof none>) => scoreProgram({ ...none, ...program }, network)

  test('of a programme without clicks is the average of the network', () => {
    expect(score({})).toBe(1_800_000n)
    expect(scoreProgram(none, none)).toBe(0n)
  })

  test('of one lucky click stays below that of a programme which earns twice the average', () => {
    const lucky = score({ clicks: 1n, commission: 200_000n })
    expect(lucky).toBeLessThan(score({ clicks: 10_000n, commission: 40_000_000n, confirmed: 90n, cancelled: 10n }))
  })

  test('falls with cancelled orders', () => {
    const sold = { clicks: 1000n, commission: 2_000_000n }
    expect(score({ ...sold, cancelled: 50n })).toBeLessThan(score({ ...sold, confirmed: 50n }))
  })
})
