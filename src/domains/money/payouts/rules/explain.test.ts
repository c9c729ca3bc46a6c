import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { toDay } from '#kernel/days.ts'
import { findBalanceSince } from './balance-since.ts'
import { getPaymentState, listOrderConditions, listPayeeConditions, planOrderRun } from './explain.ts'
import type { OrderFacts, PayeeFacts } from './explain.ts'
import { planRun } from './schedule.ts'

const now = new Date('2026-11-23T10:00:00Z')
const at = (day: string) => new Date(`${day}T00:00:00Z`)

const payee: PayeeFacts = {
  nextRun: planRun('2026-10-01'),
  joinedAt: at('2026-01-05'),
  due: 1_000_000n,
  dueByDay: [
    { day: '2026-10-04', amount: 900_000n },
    { day: '2026-10-05', amount: 100_000n },
  ],
  lastTakenAt: null,
  minimum: 1_000_000n,
  hasDetails: true,
  hasBankName: true,
  detailsChangedAt: null,
  emailVerifiedAt: at('2026-01-06'),
  taxForm: { state: 'verified', expiresOn: '2028-12-31', since: at('2026-01-08'), requiredSince: null },
  isApproved: true,
  reviewedAt: at('2026-01-07'),
  heldSince: null,
  lastHoldEndedAt: null,
  closing: null,
  openPayoutSince: null,
  lastSettledAt: null,
}

const order: OrderFacts = {
  status: 'CONFIRMED',
  exchange: null,
  expectedAt: null,
  heldAt: null,
  confirmedAt: at('2026-10-03'),
  commission: 50_000n,
  coveredCommission: 50_000n,
  coveredAt: at('2026-10-05'),
  decidedAt: at('2026-10-03'),
  ladder: { noJoinsFrom: null, closedFrom: null },
  line: { payableAt: at('2026-10-05'), payout: null, forfeitedAs: null },
}

const unmet = (facts: Partial<PayeeFacts>) =>
  listPayeeConditions({ ...payee, ...facts }, now).filter(({ isMet }) => !isMet)

test.each<[string, Partial<PayeeFacts>, object[]]>([
  ['nothing', {}, []],
  ['an amount below the minimum', { due: 875_999n }, [{ name: 'minimum', at: at('2026-01-05'), missing: 124_001n }]],
  ['no details', { hasDetails: false, hasBankName: null }, [{ name: 'details', at: at('2026-01-05'), missing: null }]],
  [
    'a name that no bank reads',
    { hasBankName: false, detailsChangedAt: at('2026-11-01') },
    [{ name: 'bank_name', at: at('2026-11-01'), missing: null }],
  ],
  [
    'details of yesterday',
    { detailsChangedAt: at('2026-11-22') },
    [{ name: 'details_age', at: at('2026-11-24'), missing: null }],
  ],
  ['details of 48 hours ago', { detailsChangedAt: new Date('2026-11-21T10:00:00Z') }, []],
  ['an unverified e-mail', { emailVerifiedAt: null }, [{ name: 'email', at: at('2026-01-05'), missing: null }]],
  [
    'no tax form',
    { taxForm: { state: 'missing', expiresOn: null, since: null, requiredSince: null } },
    [{ name: 'tax_form', at: at('2026-01-05'), missing: null }],
  ],
  [
    'a tax form that waits',
    { taxForm: { state: 'waiting', expiresOn: null, since: at('2026-11-20'), requiredSince: null } },
    [{ name: 'tax_form_verified', at: at('2026-11-20'), missing: null }],
  ],
  [
    'a tax form that has ended',
    { taxForm: { state: 'expired', expiresOn: '2026-11-22', since: at('2023-01-02'), requiredSince: null } },
    [{ name: 'tax_form_valid', at: at('2026-11-22'), missing: null }],
  ],
  ['no tax form in a network that needs none', { taxForm: null }, []],
  [
    'an account that is not approved',
    { isApproved: false, reviewedAt: null },
    [{ name: 'account', at: at('2026-01-05'), missing: null }],
  ],
  [
    'an open payout',
    { openPayoutSince: at('2026-10-31') },
    [{ name: 'no_open_payout', at: at('2026-10-31'), missing: null }],
  ],
  [
    'a small balance after closing',
    { due: 60_000n, minimum: 50_100n, closing: { closedAt: at('2026-11-20'), hasOpenOrders: false } },
    [{ name: 'closing', at: at('2026-12-04'), missing: null }],
  ],
  [
    'a small balance and open orders after closing',
    { due: 60_000n, minimum: 50_100n, closing: { closedAt: at('2026-10-20'), hasOpenOrders: true } },
    [{ name: 'closing', at: at('2026-11-03'), missing: null }],
  ],
  [
    'a balance under the fee after closing',
    { due: 40_000n, minimum: 50_100n, closing: { closedAt: at('2026-10-20'), hasOpenOrders: false } },
    [{ name: 'minimum', at: at('2026-01-05'), missing: 10_100n }],
  ],
  ['a large balance after closing', { closing: { closedAt: at('2026-11-20'), hasOpenOrders: true } }, []],
  ['a hold', { heldSince: at('2026-11-01') }, [{ name: 'not_on_hold', at: at('2026-11-01'), missing: null }]],
])('a publisher with %s', (_name, facts, expected) => {
  expect(unmet(facts)).toMatchObject(expected.map((condition) => ({ ...condition, isMet: false, nextAt: null })))
})

const payableNow: OrderFacts = { ...order, line: { payableAt: at('2026-11-02'), payout: null, forfeitedAs: null } }
const inPayout = (status: 'draft' | 'approved' | 'exported' | 'paid', settledAt: Date | null = null): OrderFacts => ({
  ...order,
  line: { payableAt: at('2026-10-05'), payout: { status, approvedAt: at('2026-11-28'), settledAt }, forfeitedAs: null },
})
const forfeited: OrderFacts = {
  ...order,
  line: { payableAt: at('2026-10-05'), payout: null, forfeitedAs: 'lapsed' },
}
const pending: OrderFacts = { ...order, status: 'PENDING', confirmedAt: null, coveredCommission: 0n, line: null }
const uncovered: OrderFacts = { ...order, coveredCommission: 0n, coveredAt: null, line: null }
const raised = { coveredAt: at('2026-10-05'), coveredCommission: 1n, decidedAt: at('2026-11-01') }
const ladder = (noJoins: string, closed: string) => ({ noJoinsFrom: at(noJoins), closedFrom: at(closed) })

test.each([
  [
    'a pending order',
    { ...pending, expectedAt: at('2026-12-01') },
    'pending',
    '2027-01-31',
    ['decided', 'covered', 'in_month'],
  ],
  [
    'an order that is overdue',
    { ...pending, expectedAt: at('2026-10-01') },
    'pending',
    '2026-12-31',
    ['decided', 'covered', 'in_month'],
  ],
  ['an order on hold', pending, 'pending', null, ['decided', 'covered', 'in_month']],
  ['an order that is not covered', uncovered, 'confirmed', '2026-12-31', ['covered', 'in_month']],
  ['an order without a commission', { ...uncovered, commission: 0n }, 'confirmed', null, []],
  ['an order payable since this month', payableNow, 'payable', '2026-12-31', ['in_month']],
  ['an order payable since last month', order, 'payable', '2026-11-30', []],
  ['an order in a draft', inPayout('draft'), 'payable', '2026-11-30', []],
  ['an order in an approved payout', inPayout('approved'), 'in_payment', '2026-11-30', ['paid']],
  ['an order whose balance lapsed', forfeited, 'lapsed', '2026-11-30', []],
  ['a paid order', inPayout('paid', at('2026-11-29')), 'paid', '2026-11-30', []],
  ['a cancelled order', { ...order, status: 'CANCELLED' as const, line: null }, 'cancelled', '2026-12-31', []],
])('%s says what it waits for', (...[, facts, state, day, missing]) => {
  expect(getPaymentState(facts)).toBe(state)
  expect(planOrderRun(facts, payee.nextRun, now)?.day ?? null).toBe(day)
  const conditions = listOrderConditions(facts, payee, now)
  expect(conditions.filter(({ isMet }) => !isMet).map(({ name }) => name)).toEqual(missing)
})

test('an order of a later run says nothing of the minimum of the next one', () => {
  const names = (facts: OrderFacts) => listOrderConditions(facts, { ...payee, due: 0n }, now).map(({ name }) => name)
  expect(names(order)).toContain('minimum')
  expect(names(payableNow)).not.toContain('minimum')
})

test('a condition has the date at which it was met or will be', () => {
  const dates = (facts: OrderFacts) => listOrderConditions(facts, payee, now).map((one) => [one.name, one.at])
  expect(dates(payableNow).slice(0, 3)).toEqual([
    ['decided', at('2026-10-03')],
    ['covered', at('2026-10-05')],
    ['in_month', at('2026-12-01')],
  ])
  expect(dates({ ...pending, expectedAt: at('2026-12-01') })[0]).toEqual(['decided', at('2026-12-01')])
  expect(dates(inPayout('paid', at('2026-11-29'))).at(-1)).toEqual(['paid', at('2026-11-29')])
  expect(dates(inPayout('exported')).at(-1)).toEqual(['paid', at('2026-11-28')])
  const ofPayee = (facts: Partial<PayeeFacts>) =>
    Object.fromEntries(listPayeeConditions({ ...payee, ...facts }, now).map((one) => [one.name, one.at]))
  expect(ofPayee({})).toMatchObject({ account: at('2026-01-07'), tax_form_valid: at('2028-12-31') })
  const w9 = { state: 'verified', expiresOn: null, since: at('2026-01-08'), requiredSince: null } as const
  expect(ofPayee({ taxForm: w9 })).toMatchObject({ tax_form_verified: at('2026-01-08') })
})

test('what is met and what never was otherwise says since when', () => {
  const ofPayee = (facts: Partial<PayeeFacts>) =>
    Object.fromEntries(listPayeeConditions({ ...payee, ...facts }, now).map((one) => [one.name, one.at]))
  const joined = payee.joinedAt
  expect(ofPayee({})).toMatchObject({ minimum: at('2026-10-05'), email: at('2026-01-06') })
  expect(ofPayee({})).toMatchObject({
    details: joined,
    details_age: joined,
    not_on_hold: joined,
    no_open_payout: joined,
  })
  expect(ofPayee({ detailsChangedAt: at('2026-02-01') })).toMatchObject({ details: at('2026-02-01') })
  expect(ofPayee({ lastHoldEndedAt: at('2026-06-01') })).toMatchObject({ not_on_hold: at('2026-06-01') })
  expect(ofPayee({ lastSettledAt: at('2026-07-31') })).toMatchObject({ no_open_payout: at('2026-07-31') })
  const fell = [...payee.dueByDay, { day: '2026-11-09', amount: -1n }]
  expect(ofPayee({ due: 999_999n, dueByDay: fell })).toMatchObject({ minimum: at('2026-11-09') })
  const paid = { due: 0n, dueByDay: [], lastTakenAt: at('2026-09-30') }
  expect(ofPayee(paid)).toMatchObject({ minimum: at('2026-09-30') })
  const taxForm = { state: 'missing', expiresOn: null, since: null, requiredSince: at('2026-03-01') } as const
  expect(ofPayee({ taxForm })).toMatchObject({ tax_form: at('2026-03-01') })
})

test.each<[string, Partial<OrderFacts>, string, string | null]>([
  ['without warnings', {}, '2026-10-03', null],
  ['that takes no joins soon', { ladder: ladder('2026-11-25', '2026-12-06') }, '2026-10-03', '2026-11-25'],
  ['that is closed soon', { ladder: ladder('2026-11-20', '2026-12-06') }, '2026-10-03', '2026-12-06'],
  ['that is closed', { ladder: ladder('2026-11-10', '2026-11-22') }, '2026-10-03', null],
  ['that a later amendment waits for', { ...raised }, '2026-11-01', null],
])('an order waits for the cover of an advertiser %s', (...[, facts, since, next]) => {
  const found = listOrderConditions({ ...uncovered, ...facts }, payee, now).find(({ name }) => name === 'covered')
  expect(found).toMatchObject({ isMet: false, at: at(since), nextAt: next && at(next) })
})

const waitsForRate = { exchange: { day: at('2026-11-05'), isFound: false }, commission: 0n }

test.each<[string, OrderFacts, string[]]>([
  [
    'an undecided order',
    { ...pending, expectedAt: at('2026-12-05') },
    ['decided latest 2026-12-05', 'covered expected 2026-12-05', 'in_month latest 2027-01-01'],
  ],
  [
    'an order on hold',
    { ...pending, heldAt: at('2026-11-12') },
    ['decided since 2026-11-12', 'covered unknown null', 'in_month earliest 2026-12-01'],
  ],
  [
    'an order without an exchange rate',
    { ...pending, ...waitsForRate, expectedAt: at('2026-12-05') },
    [
      'exchange_rate since 2026-11-05',
      'decided earliest 2026-12-05',
      'covered earliest 2026-12-05',
      'in_month earliest 2026-12-01',
    ],
  ],
  [
    'an order without an exchange rate on hold',
    { ...pending, ...waitsForRate, heldAt: at('2026-11-12') },
    [
      'exchange_rate since 2026-11-05',
      'decided since 2026-11-12',
      'covered unknown null',
      'in_month earliest 2026-12-01',
    ],
  ],
  ['an order that is not covered', uncovered, ['covered since 2026-10-03', 'in_month latest 2026-12-01']],
  ['an order payable since this month', payableNow, ['in_month expected 2026-12-01']],
])('each unmet condition of %s has its date, or no date is known', (...[, facts, expected]) => {
  expect(planOrderRun(facts, payee.nextRun, now) === null).toBe(facts.status === 'PENDING' && !isPlanned(facts))
  const conditions = listOrderConditions(facts, payee, now).filter(({ isMet }) => !isMet)
  const days = conditions.map(({ name, meaning, at: date }) => `${name} ${meaning} ${date ? toDay(date) : 'null'}`)
  expect(days).toEqual(expected)
})

const isPlanned = ({ expectedAt, exchange }: OrderFacts) => expectedAt !== null && exchange?.isFound !== false

test('a balance is on its side since the last day that brought it there', () => {
  const days = fc
    .array(fc.bigInt({ min: -300n, max: 300n }), { maxLength: 12 })
    .map((amounts) => amounts.map((amount, index) => ({ day: `2026-10-${String(index + 10)}`, amount })))
  fc.assert(
    fc.property(days, fc.bigInt({ min: -100n, max: 300n }), (changes, before) => {
      const sums = changes.map((_change, index) =>
        changes.slice(0, index + 1).reduce((sum, { amount }) => sum + amount, before),
      )
      const due = sums.at(-1) ?? before
      const isReached = (sum: bigint) => sum >= 100n
      const last = sums.findLastIndex(
        (sum, index) => isReached(sum) === isReached(due) && isReached(sums[index - 1] ?? before) !== isReached(due),
      )
      expect(findBalanceSince(changes, { due, minimum: 100n })).toBe(changes[last]?.day ?? null)
    }),
    { numRuns: 300 },
  )
})
