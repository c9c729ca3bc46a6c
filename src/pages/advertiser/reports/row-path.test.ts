import { expect, test } from 'vitest'
import type { BrandReport, BrandReportRow } from '#domains/reports/contract/brand-report.ts'
import type { Measure } from '#domains/reports/rules/measures.ts'
import { buildRowsPath } from './row-path.ts'

const report = { begin: '2026-10-05', end: '2026-11-20', publisher: null } as BrandReport
const ofAda = { unit: '7', name: 'Ada', publisher: { id: 7, name: 'Ada' } } as BrandReportRow
const days = 'begin=2026-10-05&end=2026-11-20'

test.each<[Partial<BrandReport>, Partial<BrandReportRow> | undefined, Measure, string | undefined]>([
  [{ group: 'publisher' }, ofAda, 'total_transactions', `${days}&publisher_id=7`],
  [{ group: 'publisher' }, ofAda, 'cancelled_transactions', `${days}&status=CANCELLED&publisher_id=7`],
  [
    { group: 'site' },
    { ...ofAda, unit: '12' },
    'confirmed_transactions',
    `${days}&status=CONFIRMED&publisher_id=7&site_id=12`,
  ],
  [{ group: 'day' }, { unit: '2026-10-09', publisher: null }, 'total_transactions', 'begin=2026-10-09&end=2026-10-09'],
  [
    { group: 'month' },
    { unit: '2026-10-01', publisher: null },
    'total_transactions',
    'begin=2026-10-05&end=2026-10-31',
  ],
  [
    { group: 'month' },
    { unit: '2026-11-01', publisher: null },
    'total_transactions',
    'begin=2026-11-01&end=2026-11-20',
  ],
  [{ group: 'day', publisher: { id: 7, name: 'Ada' } }, undefined, 'total_transactions', `${days}&publisher_id=7`],
  [{ group: 'publisher' }, ofAda, 'order_value', `${days}&publisher_id=7`],
  [{ group: 'publisher' }, ofAda, 'cost', `${days}&publisher_id=7`],
  [{ group: 'publisher' }, ofAda, 'fee', `${days}&status=CONFIRMED&publisher_id=7`],
  [{ group: 'country' }, { unit: 'DE', publisher: null }, 'total_transactions', undefined],
  [{ group: 'group' }, { unit: '3', publisher: null }, 'order_value', undefined],
  [{ group: 'day' }, { unit: '2026-10-09', publisher: null }, 'click_count', undefined],
  [{ group: 'publisher' }, ofAda, 'roas', undefined],
  [{ group: 'sub_id' }, { unit: 'mail', publisher: null }, 'total_transactions', undefined],
])('%o, %o: %s', (settings, row, ...[measure, search]) => {
  const path = search === undefined ? undefined : `/brand/transactions?date_type=click_date&${search}`
  expect(buildRowsPath({ ...report, ...settings }, row as BrandReportRow | undefined, measure)).toBe(path)
})

test('leads from the clicks of a publisher to its days', () => {
  const path = `/brand/reports?group=day&${days}&publisher_id=7`
  expect(buildRowsPath({ ...report, group: 'publisher' }, ofAda, 'click_count')).toBe(path)
})
