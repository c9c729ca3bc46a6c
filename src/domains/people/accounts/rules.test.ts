import { describe, expect, test } from 'vitest'
import { chooseDestination, chooseFirstPage, judgeLogin } from './rules.ts'

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

describe('chooseFirstPage', () => {
  test.each(['/brand/tracking?page=2', '/brand', '/account#profile', '/merchants/7/shop', '/advertisers', '/'])(
    'returns the requested page %s of a brand',
    (next) => {
      expect(chooseFirstPage(next, '/brand')).toBe(next)
    },
  )

  test.each(['/transactions?page_number=2', '/home', '/payments/7', '/operator/accounts', '//evil.example', null])(
    'returns the home of a brand for %s',
    (next) => {
      expect(chooseFirstPage(next, '/brand')).toBe('/brand')
    },
  )

  test('keeps publishers and operators in their own pages', () => {
    expect(chooseFirstPage('/brand/orders', '/payments')).toBe('/payments')
    expect(chooseFirstPage('/transactions', '/payments')).toBe('/transactions')
    expect(chooseFirstPage('/operator/terms', '/operator/applications')).toBe('/operator/terms')
  })
})
