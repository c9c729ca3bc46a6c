import { expect, test } from 'vitest'
import { getNextFetch, isWebAddress } from './rules.ts'

test.each([
  ['today while the hour is to come', '2026-11-20T05:59:59Z', 6, 0, '2026-11-20T06:00:00.000Z'],
  ['tomorrow once the hour has begun', '2026-11-20T06:00:00Z', 6, 0, '2026-11-21T06:00:00.000Z'],
  ['an hour after a failure', '2026-11-20T06:00:00Z', 6, 1, '2026-11-20T07:00:00.000Z'],
  ['at its hour if that comes first', '2026-11-20T05:30:00Z', 6, 2, '2026-11-20T06:00:00.000Z'],
  ['tomorrow after the last retry', '2026-11-20T09:00:00Z', 6, 4, '2026-11-21T06:00:00.000Z'],
])('is fetched %s', (...[, now, hour, failures, expected]) => {
  expect(getNextFetch(new Date(now), { hour, failures }).toISOString()).toBe(expected)
})

test.each([
  ['https://shop.example/decisions.csv?key=1', true],
  ['http://shop.example/', true],
  ['ftp://shop.example/', false],
  ['https://user:secret@shop.example/', false],
  ['shop.example', false],
  ['file:///etc/passwd', false],
])('the address %s', (text, isFine) => {
  expect(isWebAddress(text)).toBe(isFine)
})
