import { expect, test } from 'vitest'
import type { AdvertiserReport, AdvertiserReportRow } from '#domains/figures/reports/contract/advertiser-report.ts'
import type { Measure } from '#kernel/measures.ts'
import { buildCohortPath, buildRowsPath } from './row-path.ts'

const range = { begin: '2026-10-05', end: '2026-11-20' }
const report = { ...range, date_type: 'click_date', publisher: null } as AdvertiserReport
const ofAda = { unit: '7', name: 'Ada', publisher: { id: 7, name: 'Ada' } } as AdvertiserReportRow
const days = 'begin=2026-10-05&end=2026-11-20'

const listed = `${days}&status=NOT_CANCELLED`
const ofClicks = `date_type=click_date&`
const byOrderDay = { date_type: 'transaction_date' } as const

test.each<[Partial<AdvertiserReport>, Partial<AdvertiserReportRow> | undefined, Measure, string | undefined]>([
  [{ group: 'publisher' }, ofAda, 'total_transactions', `${ofClicks}${listed}&publisher_id=7`],
  [{ group: 'publisher' }, ofAda, 'cancelled_transactions', `${ofClicks}${days}&status=CANCELLED&publisher_id=7`],
  [
    { group: 'site' },
    { ...ofAda, unit: '12' },
    'confirmed_transactions',
    `${ofClicks}${days}&status=CONFIRMED&publisher_id=7&site_id=12`,
  ],
  [
    { group: 'day' },
    { unit: '2026-10-09', publisher: null },
    'order_value',
    `${ofClicks}begin=2026-10-09&end=2026-10-09&status=NOT_CANCELLED`,
  ],
  [
    { group: 'month' },
    { unit: '2026-10-01', publisher: null },
    'commission',
    `${ofClicks}begin=2026-10-05&end=2026-10-31&status=NOT_CANCELLED`,
  ],
  [
    { group: 'month' },
    { unit: '2026-11-01', publisher: null },
    'cost',
    `${ofClicks}begin=2026-11-01&end=2026-11-20&status=NOT_CANCELLED`,
  ],
  [{ group: 'day', publisher: { id: 7, name: 'Ada' } }, undefined, 'roas', `${ofClicks}${listed}&publisher_id=7`],
  [{ group: 'publisher' }, ofAda, 'fee', `${ofClicks}${days}&status=CONFIRMED&publisher_id=7`],
  [
    { group: 'country', ...byOrderDay },
    { unit: 'DE', publisher: null },
    'approval_rate',
    `${days}&status=CONFIRMED&dimension=country&value=DE`,
  ],
  [{ group: 'coupon', ...byOrderDay }, { unit: '', publisher: null }, 'order_value', `${listed}&dimension=coupon`],
  [{ group: 'coupon', ...byOrderDay }, undefined, 'order_value', listed],
  [{ group: 'group' }, { unit: '3', publisher: null }, 'epc', `${ofClicks}${listed}&dimension=group&value=3`],
  [{ group: 'publisher', ...byOrderDay }, ofAda, 'total_transactions', `${listed}&publisher_id=7`],
  [{ group: 'day' }, { unit: '2026-10-09', publisher: null }, 'click_count', undefined],
  [
    { group: 'sub_id', slot: 2, publisher: { id: 7, name: 'Ada' } },
    { unit: 'mail 1&2', publisher: null },
    'total_transactions',
    `${ofClicks}${listed}&publisher_id=7&dimension=sub2&value=mail+1%262`,
  ],
  [{ group: 'sub_id', slot: 2 }, undefined, 'total_transactions', undefined],
  [{ group: 'sub_id', slot: 2 }, { unit: '', publisher: null }, 'total_transactions', undefined],
])('%o, %o: %s', (settings, row, ...[measure, search]) => {
  const path = search === undefined ? undefined : `/brand/transactions?${search}`
  expect(buildRowsPath({ ...report, ...settings }, row as AdvertiserReportRow | undefined, measure)).toBe(path)
})

test.each([
  [buildCohortPath('2026-01-01'), 'begin=2026-01-01&end=2026-01-31'],
  [
    buildCohortPath('2026-01-01', 'CONFIRMED', { from: 1, until: 2 }),
    'begin=2026-01-01&end=2026-01-31&status=CONFIRMED&decided_begin=2026-02-01&decided_end=2026-02-28',
  ],
  [
    buildCohortPath('2026-11-01', 'CONFIRMED', { from: 3 }),
    'begin=2026-11-01&end=2026-11-30&status=CONFIRMED&decided_begin=2027-02-01',
  ],
])('%s', (path, search) => {
  expect(path).toBe(`/brand/transactions?${search}`)
})

test('leads from the clicks of a publisher to its days', () => {
  const path = `/brand/reports?group=day&${days}&publisher_id=7`
  expect(buildRowsPath({ ...report, group: 'publisher' }, ofAda, 'click_count')).toBe(path)
})
