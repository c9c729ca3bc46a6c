import { expect, test } from 'vitest'
import { sizeHash } from './hash-memory.ts'

test.each([
  { of: 'few shared buffers', sharedBuffers: 64, expected: 64 },
  { of: 'half of the shared buffers', sharedBuffers: 256, expected: 128 },
  { of: 'many shared buffers', sharedBuffers: 8192, expected: 512 },
  { of: 'little available memory', sharedBuffers: 256, available: 2048, expected: 128 },
  { of: 'a quarter of the available memory for ten', sharedBuffers: 256, available: 8192, expected: 204 },
  { of: 'much available memory', sharedBuffers: 256, available: 65_536, expected: 512 },
])('sizes a hash by $of', ({ sharedBuffers, available, expected }) => {
  expect(sizeHash(available === undefined ? { sharedBuffers } : { sharedBuffers, available })).toBe(expected)
})
