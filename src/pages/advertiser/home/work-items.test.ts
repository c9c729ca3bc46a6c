import { expect, test } from 'vitest'
import { listWork } from './work-items.ts'
import type { HomeData } from './work-items.ts'

const now = new Date('2026-11-23T12:00:00Z')

const nothing = {
  due: [],
  claims: { count: 0, commission: null, first_due_at: null },
  joins: { count: 0, decide_by: null },
  funds: {
    owed: '0.0000',
    ladder: {
      level: 'free' as const,
      used_percent: 0,
      warned_at: null,
      used_up_at: null,
      no_joins_from: null,
      closed_from: null,
    },
  },
  invoices: [],
  budgets: [],
  home: { findings: [] },
  source: null,
} satisfies HomeData

const due = { end: 'confirm' as const, count: 3, order_value: '900.0000', first_due_at: '2026-11-23T22:00:00Z' }
const usedUp = { level: 'used_up' as const, used_percent: 100, warned_at: '2026-11-20T00:00:00Z' }
const ladder = { ...usedUp, used_up_at: '2026-11-20T00:00:00Z' }

const invoice = {
  invoice_id: 'a',
  number: 'INV-00001',
  advertiser_id: 1,
  advertiser_name: 'Shop',
  month: '2026-10-01',
  issued_at: '2026-11-01T00:00:00Z',
  due_on: '2026-11-15',
  amount: '40.0000',
  open: '25.5000',
  state: 'overdue' as const,
}

const anomaly = {
  rule: 'revenue' as const,
  outcome: 'anomaly' as const,
  now: '10.0000',
  before: '20.0000',
  at_risk: '10.0000',
  publisher: null,
}

function listKinds(data: Partial<HomeData>) {
  return listWork({ ...nothing, ...data }, now).map(({ key, atRisk, endsAt }) => [key, atRisk, endsAt])
}

test('lists nothing where nothing waits', () => {
  const findings = [{ ...anomaly, outcome: 'normal' as const }]
  expect(listKinds({ home: { findings }, invoices: [{ ...invoice, state: 'paid' }] })).toEqual([])
})

test('puts what loses the most money an hour first, and what has no money by its time', () => {
  const urgent = { ...due, commission: '100.0000' }
  expect(
    listKinds({
      due: [{ ...urgent, end: 'hold', commission: '90.0000' }, urgent],
      joins: { count: 2, decide_by: '2026-11-24T12:00:00Z' },
      invoices: [invoice, { ...invoice, due_on: '2026-10-15', open: '4.6000' }],
      home: { findings: [anomaly, { ...anomaly, rule: 'silent_publisher', publisher: { id: 7, name: 'Ada' } }] },
    }),
  ).toEqual([
    ['overdue', '30.1000', '2026-10-15'],
    ['due-confirm', '100.0000', '2026-11-23T22:00:00Z'],
    ['due-hold', '90.0000', '2026-11-23T22:00:00Z'],
    ['revenue-', '10.0000', null],
    ['silent_publisher-7', '10.0000', null],
    ['joins', null, '2026-11-24T12:00:00Z'],
  ])
})

test.each([
  ['2026-11-24T00:00:00Z', '2026-12-05T00:00:00Z', 'no_joins'],
  ['2026-11-23T00:00:00Z', '2026-12-05T00:00:00Z', 'closed'],
  ['2026-11-10T00:00:00Z', '2026-11-21T00:00:00Z', 'is_closed'],
])('names the next step of the warnings: joins %s, closed %s', (noJoins, closed, step) => {
  const funds = { owed: '5.0000', ladder: { ...ladder, no_joins_from: noJoins, closed_from: closed } }
  const [item] = listWork({ ...nothing, funds }, now)
  expect(item).toMatchObject({ kind: 'uncovered', step, atRisk: '5.0000' })
  expect(item?.endsAt).toBe(step === 'no_joins' ? noJoins : closed)
})

test('says how much of the funds is used before they end', () => {
  const low = { ...nothing.funds.ladder, level: 'low' as const, used_percent: 85, warned_at: '2026-11-20T00:00:00Z' }
  const [item] = listWork({ ...nothing, funds: { owed: '0.0000', ladder: low } }, now)
  expect(item).toMatchObject({ kind: 'low', percent: 85, endsAt: null })
})

test('lists a scheduled file that has stopped', () => {
  expect(listKinds({ source: { stopped: 'left' } })).toEqual([['source', null, null]])
  expect(listKinds({ source: { stopped: null } })).toEqual([])
})

test('lists nothing of the money for who does not see it', () => {
  expect(listWork({ ...nothing, funds: undefined }, now)).toEqual([])
})

test('lists budgets that are used up until their periods end, and those that soon will be until their days', () => {
  const budget = {
    id: 1,
    publisher_id: null,
    publisher_name: null,
    period: 'month' as const,
    measure: 'commission' as const,
    in_force: null,
    next: null,
    used: '10.0000',
    used_percent: 100,
    forecast: { kind: 'reached' as const },
    period_until: '2026-12-01',
    excess: '30.0000',
  }
  const soon = { ...budget, id: 2, forecast: { kind: 'day' as const, day: '2026-11-25' }, excess: '20.0000' }
  const lasting = { ...budget, id: 3, forecast: { kind: 'lasts' as const } }
  expect(listKinds({ budgets: [budget, soon, lasting] })).toEqual([
    ['budget-2', '20.0000', '2026-11-25'],
    ['budget-1', '30.0000', '2026-12-01'],
  ])
})
