import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles, readText } from './support/source-files.ts'

const documents = listFiles(['*.md', 'docs/**/*.md', 'src/**/README.md', 'examples/**/*.md'])
const records = listFiles(['docs/decisions/*.md'])

/** Measurements belong in docs/performance.md, so a record can be short. */
const MAX_WORDS = 200

test.each(records)('%s says context, decision and consequences in at most 200 words', (path) => {
  const text = readText(path)
  for (const part of ['**Context.**', '**Decision.**', '**Consequences.**']) expect(text).toContain(part)
  const words = text.split(/\s+/).filter((word) => /\p{L}|\p{N}/u.test(word))
  expect(words.length).toBeLessThanOrEqual(MAX_WORDS)
})

test('each decision record has a unique number', () => {
  const numbers = records.map((path) => /\/(\d{4})-/.exec(path)?.[1] ?? path)
  expect(numbers).toHaveLength(new Set(numbers).size)
})

test.each(documents)('%s names only files that exist', (path) => {
  const text = readText(path)
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target = '']) => join(dirname(path), target))
  const named = [...text.matchAll(/`((?:src|test|e2e|bench|seeds|scripts|docs|migrations|examples)\/[\w./-]+)`/g)]
  const missing = [...links, ...named.map(([, target = '']) => target)].filter((target) => !existsSync(target))
  expect(missing).toEqual([])
})
