import { setImmediate as nextTurn } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { coalesceHtmlChunks, lowerScripts } from './coalesce-html-chunks.ts'

test('what is written in one go comes as one chunk, at once and not only at the end', async () => {
  const stream = coalesceHtmlChunks()
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
  const stream = coalesceHtmlChunks()
  stream.write('a')
  stream.end('b')
  expect(String(await buffer(stream))).toBe('ab')
  expect(await buffer(coalesceHtmlChunks().end())).toHaveLength(0)
})

test('a reader that goes away in between does no harm', async () => {
  const stream = coalesceHtmlChunks()
  stream.write('a')
  stream.destroy()
  await nextTurn()
  expect(stream.destroyed).toBe(true)
})

test('only the first chunk is edited', async () => {
  const stream = coalesceHtmlChunks((html) => html.toUpperCase())
  stream.write('head 头 ')
  await nextTurn()
  stream.end('body')
  expect(String(await buffer(stream))).toBe('HEAD 头 body')
})

test('scripts are asked for after the styles, and nothing else changes', () => {
  const styles = '<link rel="stylesheet" href="/a.css"/>'
  expect(lowerScripts(`<link rel="modulepreload" href="/a.js"/>${styles}`)).toBe(
    `<link rel="modulepreload" fetchpriority="low" href="/a.js"/>${styles}`,
  )
})
