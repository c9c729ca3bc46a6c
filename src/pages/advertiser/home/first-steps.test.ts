import { expect, test } from 'vitest'
import { judgeFirstSteps } from './first-steps.ts'

const funds = { available: '0.0000', coverage: null }
const nothing = { sent: 0, promotions: 0, funds }
const listOpen = (...input: Parameters<typeof judgeFirstSteps>) =>
  judgeFirstSteps(...input).flatMap(({ step, isDone }) => (isDone ? [] : [step]))

test('a brand that has just opened its programme invites, pays in and adds a promotion', () => {
  expect(listOpen(nothing, 'owner')).toEqual(['invite', 'fund', 'promote'])
})

test.each([
  ['two invitations', { sent: 2 }, ['invite', 'fund', 'promote']],
  ['three invitations', { sent: 3 }, ['fund', 'promote']],
  ['funds or credit', { funds: { available: '0.0100', coverage: null } }, ['invite', 'promote']],
  ['funds that have covered orders', { funds: { available: '0.0000', coverage: 80 } }, ['invite', 'promote']],
  ['a promotion', { promotions: 1 }, ['invite', 'fund']],
])('%s', (_name, facts, open) => {
  expect(listOpen({ ...nothing, ...facts }, 'owner')).toEqual(open)
})

test('the steps are gone once all are done, also for a member who may take only some of them', () => {
  const done = { sent: 3, promotions: 1, funds: { available: '100.0000', coverage: null } }
  expect(judgeFirstSteps(done, 'owner')).toEqual([])
  expect(judgeFirstSteps({ ...done, funds: undefined }, 'agency')).toEqual([])
})

test.each([
  ['agency', ['invite', 'promote']],
  ['finance', ['fund']],
  ['validator', []],
] as const)('a member with the role %s has only steps that it may take', (role, open) => {
  expect(listOpen({ ...nothing, funds: role === 'finance' ? funds : undefined }, role)).toEqual(open)
})
