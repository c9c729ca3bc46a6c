import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { BoundedCache } from './bounded-cache.ts'

test('keeps the newest entries within its number of entries', () => {
  const cache = new BoundedCache<number>({ maxEntries: 3, maxBytes: 1_000_000 })
  for (const [index, key] of ['a', 'b', 'c', 'd'].entries()) cache.set(key, index)
  expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual([undefined, 1, 2, 3])
})

test('stays within its bytes, however long the keys are', () => {
  const cache = new BoundedCache<number>({ maxEntries: 100_000, maxBytes: 100_000 })
  for (let index = 0; index < 10_000; index++) cache.set(`${index} ${'x'.repeat(index % 5000)}`, index)
  const { entries, bytes } = cache.size()
  expect(bytes).toBeLessThanOrEqual(100_000)
  expect(entries).toBeGreaterThan(50)
})

test('does not keep the request in memory that a key is a part of', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const cache = new BoundedCache<number>({ maxEntries: 1000, maxBytes: 1_000_000 })
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  for (let index = 0; index < 1000; index++) {
    const request = Buffer.alloc(30_000, `a user agent ${index} `).toString('latin1')
    cache.set(request.slice(0, 20), index)
  }
  const measureGrowth = () => {
    collectGarbage()
    return process.memoryUsage().heapUsed - before
  }
  // What else this process still holds of earlier tests goes by itself.
  await expect.poll(measureGrowth).toBeLessThan(10_000_000)
  expect(cache.size().entries).toBe(1000)
})

test('counts an entry once when it is set again', () => {
  const cache = new BoundedCache<number>({ maxEntries: 10, maxBytes: 100_000 })
  for (let index = 0; index < 100; index++) cache.set('same', index)
  expect(cache.get('same')).toBe(99)
  expect(cache.size()).toEqual({ entries: 1, bytes: 136 })
})
