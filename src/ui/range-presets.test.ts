import { describe, expect, test } from 'vitest'
import { filterDate, findPreset, presetRange, RANGE_PRESETS } from './range-presets.ts'

describe('presetRange on a Wednesday', () => {
  test.each([
    ['yesterday', '2024-06-18', '2024-06-18'],
    ['last7', '2024-06-13', '2024-06-19'],
    ['last30', '2024-05-21', '2024-06-19'],
    ['thisWeek', '2024-06-16', '2024-06-19'],
    ['lastWeek', '2024-06-09', '2024-06-15'],
    ['thisMonth', '2024-06-01', '2024-06-19'],
    ['lastMonth', '2024-05-01', '2024-05-31'],
  ] as const)('%s', (preset, begin, end) => {
    expect(presetRange(preset, '2024-06-19')).toEqual([begin, end])
  })
})

describe('presetRange at the edges', () => {
  test('a week begins on Sunday', () => {
    expect(presetRange('thisWeek', '2024-06-16')).toEqual(['2024-06-16', '2024-06-16'])
  })

  test('a week begins on the chosen day', () => {
    expect(presetRange('thisWeek', '2024-06-16', 1)).toEqual(['2024-06-10', '2024-06-16'])
    expect(presetRange('thisWeek', '2024-06-19', 6)).toEqual(['2024-06-15', '2024-06-19'])
    expect(presetRange('lastWeek', '2024-06-19', 1)).toEqual(['2024-06-10', '2024-06-16'])
  })

  test('last month of March is the whole February of a leap year', () => {
    expect(presetRange('lastMonth', '2024-03-31')).toEqual(['2024-02-01', '2024-02-29'])
  })

  test('last month in January is December of the year before', () => {
    expect(presetRange('lastMonth', '2024-01-01')).toEqual(['2023-12-01', '2023-12-31'])
  })
})

test('finds the shortcut of a range', () => {
  for (const preset of RANGE_PRESETS) expect(findPreset(presetRange(preset, '2024-06-19'), '2024-06-19')).toBe(preset)
  expect(findPreset(['2024-01-01', '2024-01-03'], '2024-06-19')).toBeUndefined()
})

test('filters show month, day, year', () => {
  expect(filterDate('2024-06-09')).toBe('06/09/2024')
})
