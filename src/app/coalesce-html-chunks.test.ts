import { setImmediate as nextTurn } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { coalesceHtmlChunks, leanScripts } from './coalesce-html-chunks.ts'

test('joins the chunks of one turn of the event loop and sends them before the end', async () => {
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

test('sends all chunks when the end follows at once, and works without chunks', async () => {
  const stream = coalesceHtmlChunks()
  stream.write('a')
  stream.end('b')
  expect(String(await buffer(stream))).toBe('ab')
  expect(await buffer(coalesceHtmlChunks().end())).toHaveLength(0)
})

test('does not fail when the reader is destroyed', async () => {
  const stream = coalesceHtmlChunks()
  stream.write('a')
  stream.destroy()
  await nextTurn()
  expect(stream.destroyed).toBe(true)
})

test('edits only the first chunk', async () => {
  const stream = coalesceHtmlChunks((html) => html.toUpperCase())
  stream.write('head 头 ')
  await nextTurn()
  stream.end('body')
  expect(String(await buffer(stream))).toBe('HEAD 头 body')
})

test('lowers the priority of scripts, and leaves out the nonce of preloads and the spaces of the manifest', () => {
  const styles = '<link rel="stylesheet" href="/a.css" nonce="n"/>'
  const scriptOf = (json: string) => `<script nonce="n">window.__reactRouterManifest = ${json};</script>`
  const preload = '<link rel="modulepreload" href="/a.js" nonce="n"/><link rel="modulepreload" href="/b.js"/>'
  const indented = '{\n  "entry": {\n    "module": "/a.js"\n  }\n}'
  expect(leanScripts(`${preload}${styles}${scriptOf(indented)}`)).toBe(
    '<link rel="modulepreload" fetchpriority="low" href="/a.js"/>' +
      '<link rel="modulepreload" fetchpriority="low" href="/b.js"/>' +
      `${styles}${scriptOf('{"entry": {"module": "/a.js"}}')}`,
  )
})
