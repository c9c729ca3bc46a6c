import { describe, expect, test } from 'vitest'
import { chooseDestination, judgeLogin } from './rules.ts'

describe('a login with the right password', () => {
  test.each([
    ['publisher', 'approved', 'creator', 'welcome'],
    ['publisher', 'approved', 'advertiser', 'incorrect'],
    ['publisher', 'under_review', 'creator', 'under_review'],
    ['publisher', 'under_review', 'advertiser', 'incorrect'],
    ['publisher', 'rejected', 'creator', 'incorrect'],
    ['advertiser', 'approved', 'advertiser', 'welcome'],
    ['advertiser', 'approved', 'creator', 'incorrect'],
    ['advertiser', 'rejected', 'advertiser', 'incorrect'],
    ['operator', 'approved', 'creator', 'welcome'],
    ['operator', 'approved', 'advertiser', 'welcome'],
  ] as const)('%j', (...row) => {
    const [role, reviewStatus, type, outcome] = row
    expect(judgeLogin({ role, reviewStatus }, type)).toBe(outcome)
  })
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
