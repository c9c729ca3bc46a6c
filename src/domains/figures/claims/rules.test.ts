import { describe, expect, test } from 'vitest'
import { CLAIM_WINDOW_DAYS, answerClaim, checkOrderDay, getOrderTime, isAsked, isClosing, mayInsist } from './rules.ts'
import { getClaimEnd, pauseClock, resumeClock } from './rules.ts'
import type { ClaimAnswer, ClaimFacts } from './rules.ts'

const facts: ClaimFacts = {
  orderedAt: new Date('2026-05-20T23:59:59.999Z'),
  windowDays: 30,
  days: { hit: '2026-05-10', click: '2026-05-10' },
}
const order = { transactionId: 'a', isOwn: true, attribution: 'click' as const }
const hit = { clickedAt: new Date('2026-05-10T12:00:00Z'), verdict: 'payable' as const }

type Row = [string, Partial<ClaimFacts>, ClaimAnswer, { isClosed: boolean; mayInsist: boolean }, object?]

const final = { isClosed: true, mayInsist: false }
const closed = { isClosed: true, mayInsist: true }
const open = { isClosed: false, mayInsist: true }

describe('the machine answers', () => {
  test.each<Row>([
    ['an own order', { recorded: order }, 'counted', final, { transactionId: 'a' }],
    [
      'an order of another publisher by coupon, without its id',
      { recorded: { ...order, isOwn: false, attribution: 'coupon' } },
      'other_publisher',
      final,
      { attribution: 'coupon', transactionId: null },
    ],
    ['an own order before all else', { recorded: order, days: { hit: null, click: null } }, 'counted', final],
    ['an order without a hit', { days: { hit: null, click: null } }, 'no_click', closed],
    [
      'a click on the day before the window',
      { days: { hit: '2026-04-19', click: '2026-04-19' } },
      'click_too_old',
      closed,
      { clickedOn: '2026-04-19', windowDays: 30 },
    ],
    [
      'a click on the first day of the window',
      { days: { hit: '2026-04-20', click: '2026-04-20' } },
      'never_reported',
      open,
    ],
    [
      'a session that began the day before',
      { windowDays: 0, days: { hit: '2026-05-19', click: '2026-05-19' } },
      'never_reported',
      open,
    ],
    ['hits that do not count', { days: { hit: '2026-05-10', click: null } }, 'click_not_counted', closed],
    [
      'a hit that does not count',
      { hit: { ...hit, verdict: 'bot' } },
      'click_not_counted',
      closed,
      { verdict: 'bot', clickedOn: '2026-05-10' },
    ],
    [
      'an old hit in spite of a newer click',
      { hit: { ...hit, clickedAt: new Date('2026-04-01') } },
      'click_too_old',
      closed,
    ],
    ['a hit in time', { hit, days: { hit: null, click: null } }, 'never_reported', open],
    [
      'a refused postback',
      { refused: { reason: 'unknown_event' } },
      'refused_postback',
      open,
      { reason: 'unknown_event' },
    ],
    ['a postback with another publisher’s click', { refused: { reason: null } }, 'refused_postback', open],
    [
      'an order that the shop says is cancelled',
      { refused: { reason: 'cancelled_order' } },
      'refused_postback',
      closed,
    ],
    ['a test', { refused: { reason: 'test' } }, 'refused_postback', closed],
    [
      'no click before a refused postback',
      { refused: { reason: 'unknown_event' }, days: { hit: null, click: null } },
      'no_click',
      closed,
    ],
    ['an order that was never reported', {}, 'never_reported', open],
  ])('%s', (_, ...[given, answer, outcome, named = {}]) => {
    const answered = answerClaim({ ...facts, ...given })
    expect(answered).toMatchObject({ answer, facts: named })
    expect({ isClosed: isClosing(answered), mayInsist: mayInsist(answer) }).toEqual(outcome)
  })
})

test('an order counts at the end of its day, and on the day of the claim at the claim', () => {
  const filedAt = new Date('2026-05-20T10:00:00Z')
  expect(getOrderTime({ orderedOn: '2026-05-19', filedAt })).toEqual(new Date('2026-05-19T23:59:59.999Z'))
  expect(getOrderTime({ orderedOn: '2026-05-20', filedAt })).toEqual(filedAt)
})

test('an order of tomorrow, and one before the window of claims, is refused', () => {
  expect(() => checkOrderDay('2026-05-21', '2026-05-20')).toThrow('claim.future')
  expect(() => checkOrderDay('2026-02-19', '2026-05-20')).not.toThrow()
  expect(() => checkOrderDay('2026-02-18', '2026-05-20')).toThrow('claim.too_old')
  expect(CLAIM_WINDOW_DAYS).toBe(90)
})

test('the clock waits for evidence, and goes on when it comes or when it does not', () => {
  const [now, dueAt] = [new Date('2026-05-01'), new Date('2026-05-11')]
  const paused = pauseClock(dueAt, now)
  expect(paused).toEqual({ evidenceUntil: new Date('2026-05-08'), dueAt: new Date('2026-05-18') })
  const answered = new Date('2026-05-03')
  expect(resumeClock(paused, answered)).toEqual(new Date('2026-05-13'))
  const asked = { askedAt: now, evidenceUntil: paused.evidenceUntil, evidencedAt: null }
  expect([isAsked(asked, answered), isAsked(asked, new Date('2026-05-08'))]).toEqual([true, false])
  expect(isAsked({ ...asked, evidencedAt: answered }, answered)).toBe(false)
})

test('no clock of a claim goes beyond the last decision of an ended programme', () => {
  const [now, last] = [new Date('2026-05-01'), new Date('2026-05-05')]
  expect(getClaimEnd(now, last)).toEqual(last)
  const paused = pauseClock(new Date('2026-05-04'), now, last)
  expect(paused).toEqual({ evidenceUntil: last, dueAt: last })
  expect(resumeClock(paused, new Date('2026-05-02'), last)).toEqual(last)
  const early = pauseClock(new Date('2026-05-04'), now, new Date('2026-06-05'))
  expect(resumeClock(early, new Date('2026-05-02'), new Date('2026-06-05'))).toEqual(new Date('2026-05-05'))
})
