import { expect, test } from 'vitest'
import { uuid7, uuid7Time } from './uuid7.ts'

test('contains its millisecond, version and variant', () => {
  const now = Date.UTC(2026, 10, 21)
  const id = uuid7(now)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(uuid7Time(id)).toBe(now)
})

test('does not repeat within a millisecond', () => {
  const ids = new Set(Array.from({ length: 20_000 }, () => uuid7(1_700_000_000_000)))
  expect(ids.size).toBe(20_000)
})

test('ascends within a millisecond', () => {
  const ids = Array.from({ length: 1000 }, () => uuid7(1_700_000_000_001))
  expect(ids).toEqual(ids.toSorted())
})
