import { setImmediate as nextTurn } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { gatherWrites } from './gather-writes.ts'

test('what is written in one go comes as one chunk, at once and not only at the end', async () => {
  const stream = gatherWrites()
  const chunks: string[] = []
  stream.on('data', (chunk) => chunks.push(String(chunk)))
  stream.write('<html>')
  stream.write('<body>')
  await nextTurn()
  expect(chunks).toEqual(['<html><body>'])
  stream.write('late')
  await nextTurn()
  expect(chunks).toEqual(['<html><body>', 'late'])
})

test('nothing is lost when the end follows at once, or when nothing was written', async () => {
  const stream = gatherWrites()
  stream.write('a')
  stream.end('b')
  expect(String(await buffer(stream))).toBe('ab')
  expect(await buffer(gatherWrites().end())).toHaveLength(0)
})

test('a reader that goes away in between does no harm', async () => {
  const stream = gatherWrites()
  stream.write('a')
  stream.destroy()
  await nextTurn()
  expect(stream.destroyed).toBe(true)
})
