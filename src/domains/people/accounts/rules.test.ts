import { describe, expect, test } from 'vitest'
import { chooseDestination, judgeLogin } from './rules.ts'

test.each([
  ['approved', 'welcome'],
  ['under_review', 'under_review'],
  ['rejected', 'incorrect'],
] as const)('a login with the right password to an account that is %s: %s', (reviewStatus, outcome) => {
  expect(judgeLogin(reviewStatus)).toBe(outcome)
})

describe('chooseDestination', () => {
  test.each(['/transactions?page_number=2', '/', '/operator/accounts#top'])('returns the requested page %s', (next) => {
    expect(chooseDestination(next, '/brand')).toBe(next)
  })

  test('returns a page in another alphabet as a header may hold it', () => {
    expect(chooseDestination('/中文', '/brand')).toBe('/%E4%B8%AD%E6%96%87')
  })

  test.each([
    undefined,
    null,
    '',
    'transactions',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
  ])('never returns %j', (next) => {
    expect(chooseDestination(next, '/brand')).toBe('/brand')
  })
})
