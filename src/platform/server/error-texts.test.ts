import { expect, test } from 'vitest'
import { errorText } from './error-texts.ts'

test.each([
  ['en', 'Please choose a day from Nov 30, 2026 to Jan 31, 2027.'],
  ['zh', '请选择 2026年11月30日 至 2027年1月31日 之间的日期。'],
] as const)('writes days as the screens do: %s', (locale, sentence) => {
  const params = { from: '2026-11-30', until: '2027-01-31' }
  expect(errorText(locale, { code: 'closing.day', params })).toBe(sentence)
})

test('leaves what a person typed as it is', () => {
  const params = { begin: '2026-11-30', end: '2026-11-01' }
  expect(errorText('en', { code: 'report.range_order', params })).toContain('2026-11-30')
})
