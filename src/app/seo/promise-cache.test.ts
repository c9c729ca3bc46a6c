import { expect, test } from 'vitest'
import { PromiseCache } from './promise-cache.ts'

test('shares one promise between concurrent calls, and evicts the least recently used', async () => {
  const cache = new PromiseCache<string>(2)
  let made = 0
  const ask = (key: string) => cache.get(key, async () => `${key}${++made}`)
  expect(await Promise.all([ask('a'), ask('a'), ask('b')])).toEqual(['a1', 'a1', 'b2'])
  expect(await ask('a')).toBe('a1')
  await ask('c')
  expect(await ask('a')).toBe('a1')
  expect(await ask('b')).toBe('b4')
})

test('does not cache a failure', async () => {
  const cache = new PromiseCache<string>(2)
  await expect(cache.get('a', () => Promise.reject(new Error('no ink')))).rejects.toThrow('no ink')
  expect(await cache.get('a', () => Promise.resolve('drawn'))).toBe('drawn')
})
