import { expect, test } from 'vitest'
import { checkPromotion, placeInMonth } from './rules.ts'
import type { CheckedPromotion, PromotionCheck } from './rules.ts'

const now = new Date('2026-11-23T10:00:00Z')
const fine: CheckedPromotion = {
  startsOn: '2026-11-01',
  endsOn: '2026-12-31',
  endedAt: null,
  link: { testedAt: new Date('2026-11-20T00:00:00Z'), hasFailed: false },
  owner: 'earns',
  paysCodes: true,
}

test.each<[string, Partial<CheckedPromotion>, PromotionCheck[]]>([
  ['is in order', {}, []],
  ['was never tested', { link: null }, ['link_untested']],
  ['was tested with a fault', { link: { testedAt: now, hasFailed: true } }, ['link_failed']],
  ['was tested long ago', { link: { testedAt: new Date('2026-10-24T00:00:00Z'), hasFailed: false } }, ['link_old']],
  ['has an owner that left', { owner: 'left' }, ['owner_left']],
  ['has a code that earns nothing', { paysCodes: false }, ['code_unpaid']],
  ['has no owner, whatever the terms say', { owner: 'none', paysCodes: false }, []],
  ['ends in six days', { endsOn: '2026-11-29' }, ['ends_soon']],
  ['ends in seven days', { endsOn: '2026-11-30' }, []],
  ['has run for half a year without a last day', { startsOn: '2026-05-27', endsOn: null }, ['open_ended']],
  ['has no last day yet', { endsOn: null }, []],
  ['begins later and ends soon', { startsOn: '2026-11-24', endsOn: '2026-11-25' }, []],
  ['has ended', { endedAt: now, link: null, owner: 'left' }, []],
])('a promotion that %s', (_, change, checks) => {
  expect(checkPromotion({ ...fine, ...change }, now)).toEqual(checks)
})

test.each([
  ['2026-11-01', '2026-11-30', [0, 30, 30]],
  ['2026-10-10', null, [0, 30, 30]],
  ['2026-11-23', '2026-11-23', [22, 1, 30]],
  ['2026-11-30', '2027-01-02', [29, 1, 30]],
  ['2026-12-01', null, [30, 0, 30]],
  ['2026-09-01', '2026-10-31', [0, 0, 30]],
])('from %s to %s takes its days of November', (startsOn, endsOn, [from, length, days]) => {
  expect(placeInMonth({ startsOn, endsOn }, '2026-11')).toEqual({ from, length, days })
})
