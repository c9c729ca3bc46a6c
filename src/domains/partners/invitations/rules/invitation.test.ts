import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Rate } from '#domains/programmes/rates/rules/rate.ts'
import { compareOffer, findObstacle, getBudget, getExpiry, getStatus, refuseEnded } from './invitation.ts'
import type { Candidate } from './invitation.ts'
import { INVITATION_STATUSES } from './vocabulary.ts'

const now = new Date('2026-11-23T12:00:00Z')
const days = (count: number) => new Date(now.getTime() + count * 86_400_000)

const free: Candidate = { membership: undefined, last: undefined, isMuted: false, budget: { limit: 20, used: 19 } }
const ended = (status: 'declined' | 'expired' | 'withdrawn', ago: number) => ({
  ...free,
  last: { status, expiresAt: days(-ago), endedAt: days(-ago) },
})
const sent = (expiresIn: number) => ({ status: 'sent', expiresAt: days(expiresIn), endedAt: null }) as const

test.each<[string, Candidate, string | undefined]>([
  ['nobody knows', free, undefined],
  ['left', { ...free, membership: 'left' }, undefined],
  ['was declined by the brand', { ...free, membership: 'declined' }, undefined],
  ['has joined', { ...free, membership: 'joined' }, 'invitation.is_member'],
  ['asks to join', { ...free, membership: 'pending' }, 'invitation.asks_already'],
  ['is suspended', { ...free, membership: 'suspended' }, 'invitation.is_suspended'],
  ['has muted the brand', { ...free, isMuted: true }, 'invitation.muted'],
  ['has an open invitation', { ...free, last: sent(1) }, 'invitation.open_already'],
  ['let one expire that no job has ended', { ...free, last: sent(-1) }, 'invitation.too_soon'],
  ['declined 89 days ago', ended('declined', 89), 'invitation.too_soon'],
  ['declined 90 days ago', ended('declined', 90), undefined],
  ['let one expire 29 days ago', ended('expired', 29), 'invitation.too_soon'],
  ['let one expire 30 days ago', ended('expired', 30), undefined],
  ['was spared one 6 days ago', ended('withdrawn', 6), 'invitation.too_soon'],
  ['was spared one 7 days ago', ended('withdrawn', 7), undefined],
  ['comes after the budget', { ...free, budget: { limit: 20, used: 20 } }, 'invitation.budget_used'],
])('a publisher who %s', (_, candidate, code) => {
  expect(findObstacle(candidate, now)?.code).toBe(code)
})

describe('the budget', () => {
  test.each([
    [0, 0, 20],
    [0, 50, 20],
    [1, 1, 28],
    [5, 10, 60],
    [10, 10, 100],
    [50, 100, 60],
    [100, 100, 100],
  ])('with %i accepted of %i is %i', (accepted, of, limit) => {
    expect(getBudget({ accepted, ended: of })).toBe(limit)
  })

  test('grows by acceptance alone, and stays in its bounds', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1000), (accepted, others) => {
        const limit = getBudget({ accepted, ended: accepted + others })
        expect(limit).toBeGreaterThanOrEqual(20)
        expect(limit).toBeLessThanOrEqual(100)
        expect(getBudget({ accepted: accepted + 1, ended: accepted + others + 1 })).toBeGreaterThanOrEqual(limit)
        expect(getBudget({ accepted, ended: accepted + others + 1 })).toBeLessThanOrEqual(limit)
      }),
    )
  })
})

test.each<[Rate, Rate | undefined, string]>([
  [{ kind: 'percent', ratePpm: 70_000 }, { kind: 'percent', ratePpm: 50_000 }, 'higher'],
  [{ kind: 'percent', ratePpm: 50_000 }, { kind: 'percent', ratePpm: 50_000 }, 'equal'],
  [{ kind: 'percent', ratePpm: 30_000 }, { kind: 'percent', ratePpm: 50_000 }, 'lower'],
  [{ kind: 'fixed', fixedAmount: 1n }, { kind: 'fixed', fixedAmount: 2n }, 'lower'],
  [{ kind: 'fixed', fixedAmount: 1n }, { kind: 'percent', ratePpm: 50_000 }, 'other_kind'],
  [{ kind: 'fixed', fixedAmount: 1n }, undefined, 'higher'],
])('compares %o with %o: %s', (offer, ordinary, comparison) => {
  expect(compareOffer(offer, ordinary)).toBe(comparison)
})

test.each(INVITATION_STATUSES.filter((status) => status !== 'sent'))('one that is %s cannot be answered', (status) => {
  const invitation = { expiresAt: days(1), endedAt: null }
  expect(() => refuseEnded({ ...invitation, status }, now)).toThrow(`invitation.is_${status}`)
  expect(() => refuseEnded({ ...invitation, status: 'sent' }, now)).not.toThrow()
})

test('expires at the end of its last day, between tomorrow and 60 days from now', () => {
  expect(getExpiry('2026-11-24', now)).toEqual(new Date('2026-11-25T00:00:00Z'))
  expect(getStatus({ status: 'sent', expiresAt: now }, now)).toBe('expired')
  for (const day of ['2026-11-23', '2027-01-23'] as const) {
    expect(() => getExpiry(day, now)).toThrow('invitation.expiry')
  }
})
