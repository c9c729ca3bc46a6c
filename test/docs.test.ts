import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { VARIABLES } from '#platform/server/config.ts'
import { expect, test } from 'vitest'
import { listFiles, readText } from './support/source-files.ts'

const documents = listFiles(['*.md', 'docs/**/*.md', 'src/**/README.md', 'examples/**/*.md'])
const records = listFiles(['docs/decisions/0*.md'])
const recordNumbers = records.map((path) => Number(/\/(\d{4})-/.exec(path)?.[1]))
const indexLines = readText('docs/decisions/README.md')
  .split('\n')
  .filter((line) => /^\| \[?\d/.test(line))

/** Everything that can name a record: "record 12", "records [12](…) and [13](…)", or a path of docs/decisions. */
const readers = [
  ...documents,
  ...listFiles([
    '{src,test,scripts,seeds,examples,bench,e2e,migrations,public}/**/*.{ts,tsx,mjs,css,sql,yml,yaml,json}',
  ]),
]

/** Measurements belong in docs/performance.md, so a record can be short. */
const MAX_WORDS = 200

test.each(records)('%s says context, decision and consequences in at most 200 words', (path) => {
  const text = readText(path)
  for (const part of ['**Context.**', '**Decision.**', '**Consequences.**']) expect(text).toContain(part)
  const words = text.split(/\s+/).filter((word) => /\p{L}|\p{N}/u.test(word))
  expect(words.length).toBeLessThanOrEqual(MAX_WORDS)
})

test('each decision record has a unique number', () => {
  expect(recordNumbers).not.toContain(Number.NaN)
  expect(recordNumbers).toHaveLength(new Set(recordNumbers).size)
})

test('the index has a line with a status for each decision record', () => {
  const inForce = indexLines.filter((line) => line.endsWith('| in force |'))
  const linked = inForce.map((line) => /^\| \[(\d+)\]\((\d{4}-[\w-]+\.md)\)/.exec(line))
  expect(linked.map((link) => `docs/decisions/${link?.[2]}`)).toEqual(records)
  expect(linked.map((link) => Number(link?.[1]))).toEqual(recordNumbers)
})

test('the index leads from the numbers of old records to those that replace them', () => {
  const others = indexLines.filter((line) => !line.endsWith('| in force |'))
  const wrong = others.filter((line) => {
    const number = Number(/^\| (\d+) \|/.exec(line)?.[1])
    const successor = /\| replaced by \[(\d+)\]\(\d{4}-[\w-]+\.md\) \|$/.exec(line)?.[1]
    const leadsOn = successor === undefined ? line.includes('| dropped: ') : recordNumbers.includes(Number(successor))
    return !leadsOn || Number.isNaN(number) || recordNumbers.includes(number)
  })
  expect(wrong).toEqual([])
})

test('documents and comments name only decision records that exist', () => {
  const named = readers.flatMap((path) => listNamedRecords(readText(path)).map((number) => ({ path, number })))
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ number }) => !recordNumbers.includes(number))).toEqual([])
})

test('comments name only documents that exist', () => {
  const named = readers.flatMap((path) => readText(path).match(/\bdocs\/[\w/-]+\.md\b/g) ?? [])
  expect(named.filter((document) => !existsSync(document))).toEqual([])
})

test('each link to a heading leads to one that exists', () => {
  const missing = documents.flatMap((path) =>
    [...readText(path).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)]
      .map(([, target = '', anchor = '']) => ({ file: target === '' ? path : join(dirname(path), target), anchor }))
      .filter(({ file, anchor }) => !listAnchors(readText(file)).includes(anchor))
      .map((link) => ({ path, ...link })),
  )
  expect(missing).toEqual([])
})

test('docs/configure.md has a row for each variable', () => {
  const rows = readText('docs/configure.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  expect(VARIABLES.filter((name) => !rows.some((row) => row.split(' | ')[0]?.includes(`\`${name}\``)))).toEqual([])
})

test('docs/monitor.md has each metric of the dashboard and the alerts', () => {
  const uses = listFiles(['examples/grafana/*.{json,yml}']).map(readText).join('\n')
  const names = new Set([...uses.matchAll(/\btandem_\w+?(?=_bucket\b|_sum\b|_count\b|\b)/g)].map(([name]) => name))
  expect(names.size).toBeGreaterThan(10)
  const text = readText('docs/monitor.md')
  expect([...names].filter((name) => !text.includes(name))).toEqual([])
})

test.each(documents)('%s names only files that exist', (path) => {
  const text = readText(path)
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target = '']) => join(dirname(path), target))
  const named = [...text.matchAll(/`((?:src|test|e2e|bench|seeds|scripts|docs|migrations|examples)\/[\w./-]+)`/g)]
  const missing = [...links, ...named.map(([, target = '']) => target)].filter((target) => !existsSync(target))
  expect(missing).toEqual([])
})

/** Lists the numbers of the decision records that a text names, also where a line ends between word and number. */
function listNamedRecords(text: string): number[] {
  const words = [...text.matchAll(/\brecords?[\s*/#-]+((?:(?:, | and |, and )?(?:\d{1,4}\b|\[\d+\]\([^)]*\)))+)/gi)]
  const numbers = words.flatMap(([, list = '']) => [...list.replaceAll(/\([^)]*\)/g, '').matchAll(/\d+/g)])
  const paths = [...text.matchAll(/decisions\/(\d{4})\b/g)].map(([, number = '']) => number)
  return [...numbers.map(([number]) => number), ...paths].map(Number)
}

/** Lists the anchors of the headings of a document, as GitHub makes them. */
function listAnchors(text: string): string[] {
  const headings = text.split('\n').filter((line) => /^#{1,6} /.test(line))
  return headings.map((line) =>
    line
      .replace(/^#+ /, '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
