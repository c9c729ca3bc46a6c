import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DecisionAction } from '../contract/vocabulary.ts'
import { decide as decideAt, getDueAt } from './decide.ts'
import type { Decision, OrderState, OrderTerms } from './decide.ts'

const at = new Date('2026-01-10T00:00:00Z')
const terms: OrderTerms = {
  reportedValue: 1_000_000n,
  transactionAt: at,
  rate: { kind: 'percent', ratePpm: 100_000 },
  validationDays: 30,
  maxExtensions: 2,
  extensionDays: 14,
  feeBasis: 'commission',
  feePpm: 200_000,
}
const pending: OrderState = {
  status: 'PENDING',
  orderValue: 1_000_000n,
  commission: 100_000n,
  fee: 0n,
  coveredCommission: 0n,
  coveredFee: 0n,
  holdReason: null,
  dueAt: null,
  extensions: 0,
}
const decisions: Record<DecisionAction, Decision> = {
  confirm: { action: 'confirm' },
  cancel: { action: 'cancel', reasonCode: 'ORDER_CANCELLED' },
  amend: { action: 'amend', orderValue: 400_000n },
  reopen: { action: 'reopen' },
  hold: { action: 'hold', holdReason: 'UNDER_REVIEW' },
  extend: { action: 'extend', holdReason: 'NOT_SHIPPED' },
}
const decide = (state: OrderState, of: OrderTerms, decision: Decision) => decideAt(state, of, { ...decision, at })
const after = (...actions: (keyof typeof decisions)[]) =>
  actions.reduce((state, action) => decide(state, terms, decisions[action]), pending)
const refusal = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return (error as { details: { code: string; status: number } }).details
  }
  return undefined
}

describe('each status allows', () => {
  test.each<[string, readonly DecisionAction[], readonly DecisionAction[]]>([
    ['undecided', [], ['confirm', 'cancel', 'amend', 'hold', 'extend']],
    ['held', ['hold'], ['confirm', 'cancel', 'amend', 'reopen']],
    ['confirmed', ['confirm'], ['cancel', 'amend', 'reopen']],
    ['cancelled', ['cancel'], ['confirm', 'reopen']],
  ])('%s', (_name, before, allowed) => {
    const state = after(...before)
    for (const [action, decision] of Object.entries(decisions)) {
      const refused = refusal(() => decide(state, terms, decision))
      const isAllowed = allowed.includes(decision.action)
      const expected = isAllowed ? [undefined, undefined] : ['transaction.already_decided', 409]
      expect([action, refused?.code, refused?.status]).toEqual([action, ...expected])
    }
  })
})

test('a confirmation adds the fee, an amendment computes both again, and a cancellation takes the fee away', () => {
  expect(after('confirm')).toMatchObject({ status: 'CONFIRMED', commission: 100_000n, fee: 20_000n })
  expect(after('confirm', 'amend')).toMatchObject({ orderValue: 400_000n, commission: 40_000n, fee: 8_000n })
  expect(after('amend', 'confirm')).toMatchObject({ orderValue: 400_000n, commission: 40_000n, fee: 8_000n })
  expect(after('confirm', 'cancel')).toMatchObject({ status: 'CANCELLED', commission: 100_000n, fee: 0n })
  const ofValue: OrderTerms = { ...terms, feeBasis: 'order_value', feePpm: 15_000 }
  expect(decide(pending, ofValue, decisions.confirm).fee).toBe(15_000n)
})

test('the part of the cover that is still due stays', () => {
  const covered = { ...after('confirm'), coveredCommission: 100_000n, coveredFee: 20_000n }
  const amended = decide(covered, terms, decisions.amend)
  expect(amended).toMatchObject({ coveredCommission: 40_000n, coveredFee: 8_000n })
  expect(decide(amended, terms, { action: 'amend', orderValue: 900_000n })).toMatchObject({
    commission: 90_000n,
    coveredCommission: 40_000n,
  })
  expect(decide(covered, terms, decisions.cancel)).toMatchObject({ coveredCommission: 0n, coveredFee: 0n })
})

test('an extension moves the end of the validation period, as often as the terms allow', () => {
  expect(getDueAt(pending, terms).toISOString()).toBe('2026-02-09T00:00:00.000Z')
  expect(after('extend', 'extend').dueAt?.toISOString()).toBe('2026-03-09T00:00:00.000Z')
  expect(refusal(() => after('extend', 'extend', 'extend'))).toMatchObject({ code: 'transaction.extended_enough' })
})

test('a hold ends when the order is decided or released, and the extension stays with a released one', () => {
  expect(after('hold', 'confirm')).toMatchObject({ holdReason: null, dueAt: null })
  const released = after('extend', 'hold', 'reopen')
  expect(released).toMatchObject({ status: 'PENDING', holdReason: null, dueAt: new Date('2026-02-23T00:00:00Z') })
})

test.each<[string, Decision, string]>([
  ['a cancellation without a reason', { action: 'cancel' }, 'transaction.reason'],
  ['a confirmation with a reason', { action: 'confirm', reasonCode: 'OTHER', note: 'x' }, 'transaction.reason'],
  ['a hold without a reason', { action: 'hold' }, 'transaction.reason'],
  ['a hold with a reason for cancelling', { action: 'hold', reasonCode: 'FRAUD' }, 'transaction.reason'],
  ['fraud without evidence', { action: 'cancel', reasonCode: 'FRAUD', note: ' ' }, 'transaction.evidence'],
  ['an amendment without a value', { action: 'amend' }, 'transaction.amend_amount'],
  ['an amendment to nothing', { action: 'amend', orderValue: 0n }, 'transaction.amend_amount'],
  ['an amendment above the report', { action: 'amend', orderValue: 1_000_001n }, 'transaction.amend_above'],
])('%s is refused with 422', (_name, decision, code) => {
  expect(refusal(() => decide(pending, terms, decision))).toMatchObject({ code, status: 422 })
})

test('an amendment to the present value is refused with 409', () => {
  expect(refusal(() => after('amend', 'amend'))).toMatchObject({ code: 'transaction.amend_same', status: 409 })
})

test('any decisions keep cover and fee within what is due', () => {
  const decision = fc.oneof(
    fc.constantFrom(...Object.values(decisions)),
    fc.record({ action: fc.constant('amend' as const), orderValue: fc.bigInt({ min: 1n, max: 1_000_000n }) }),
    fc.constant('cover' as const),
  )
  fc.assert(
    fc.property(fc.array(decision, { maxLength: 15 }), (steps) => {
      let state = pending
      for (const step of steps) {
        if (step === 'cover') {
          if (state.status !== 'CONFIRMED') continue
          state = { ...state, coveredCommission: state.commission, coveredFee: state.fee }
        } else if (!refusal(() => decide(state, terms, step))) state = decide(state, terms, step)
        const due = state.status === 'CONFIRMED' ? state.commission : 0n
        expect(state.coveredCommission <= due && state.coveredFee <= state.fee).toBe(true)
        expect(state.fee).toBe(state.status === 'CONFIRMED' ? (state.commission * 2n + 5n) / 10n : 0n)
        expect(state.status === 'PENDING' || (state.holdReason === null && state.dueAt === null)).toBe(true)
      }
    }),
  )
})

test('a decided order reopened after its validation period waits for a person; one whose hold ends does not', () => {
  const late = new Date(at.getTime() + 30 * 86_400_000)
  const reopen = (state: OrderState, now: Date) => decideAt(state, terms, { ...decisions.reopen, at: now }).holdReason
  expect(reopen(after('cancel'), new Date(late.getTime() - 1))).toBeNull()
  expect(reopen(after('cancel'), late)).toBe('UNDER_REVIEW')
  expect(reopen(after('confirm'), late)).toBe('UNDER_REVIEW')
  expect(reopen(after('hold'), late)).toBeNull()
  const restores = { holdReason: null, dueAt: null }
  const takeBack = { ...decisions.reopen, restores, at: late }
  expect(decideAt(after('hold'), terms, takeBack).holdReason).toBe('UNDER_REVIEW')
})
