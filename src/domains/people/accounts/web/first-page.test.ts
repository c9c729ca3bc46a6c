import { describe, expect, test } from 'vitest'
import { chooseFirstPage } from './first-page.ts'

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
