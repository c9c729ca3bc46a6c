import { expect, test } from 'vitest'
import { PromiseCache } from './promise-cache.ts'

test('makes each thing once, also when many ask at the same time', async () => {
  const cabinet = new PromiseCache<string>(2)
  let made = 0
  const ask = (key: string) => cabinet.get(key, async () => `${key}${++made}`)
  expect(await Promise.all([ask('a'), ask('a'), ask('b')])).toEqual(['a1', 'a1', 'b2'])
  expect(await ask('a')).toBe('a1')
  await ask('c')
  expect(await ask('a')).toBe('a1')
  expect(await ask('b')).toBe('b4')
})

test('does not keep a failure', async () => {
  const cabinet = new PromiseCache<string>(2)
  await expect(cabinet.get('a', () => Promise.reject(new Error('no ink')))).rejects.toThrow('no ink')
  expect(await cabinet.get('a', () => Promise.resolve('drawn'))).toBe('drawn')
})
