import { describe, expect, test } from 'vitest'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import compile from 'icu-minify/compile'
import { compileTexts, loadTexts } from './catalogue.ts'
import { LOCALES } from './texts.ts'

const read = (locale: string, file: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, locale, file), 'utf8'))

const filesOf = (locale: string) => readdirSync(join(import.meta.dirname, locale)).toSorted()

describe('texts', () => {
  test('has the same files in every language', () => {
    for (const locale of LOCALES) expect(filesOf(locale)).toEqual(filesOf('en'))
  })

  test.each(filesOf('en'))('%s has the same keys and placeholders in every language', (file) => {
    const expected = getShape(read('en', file))
    for (const locale of LOCALES) expect(getShape(read(locale, file)), locale).toEqual(expected)
  })

  test('declares every file as a domain', () => {
    const declared = readFileSync(join(import.meta.dirname, 'texts.ts'), 'utf8')
    for (const file of filesOf('en')) expect(declared).toContain(`'./en/${file}'`)
  })

  test('gives pages plain texts unchanged and parsed messages with placeholders', () => {
    const shell = compileTexts()('en', ['shell']).shell as { logIn: unknown; footer: { copyright: unknown } }
    expect(shell.logIn).toBe('Log In')
    expect(shell.footer.copyright).toEqual(['© 2024 ', ['brand'], '. All rights reserved.'])
  })

  test('gives only the requested domains', () => {
    expect(Object.keys(loadTexts()('zh', ['ui']))).toEqual(['ui'])
  })
})

/** Lists the paths of all texts, each with the sorted names of its placeholders. */
function getShape(value: unknown, path = ''): string[] {
  if (typeof value === 'string') {
    const names = new Set(listPlaceholders(compile(value)))
    return [`${path} ${[...names].toSorted((a, b) => a.localeCompare(b)).join(' ')}`]
  }
  if (typeof value !== 'object' || value === null) return [`${path}: not a text`]
  return Object.entries(value)
    .flatMap(([key, child]) => getShape(child, `${path}.${key}`))
    .toSorted()
}

/** Lists the placeholders of a parsed message, including those inside choices. */
function listPlaceholders(message: unknown): string[] {
  if (!Array.isArray(message)) return []
  return message.flatMap((part: unknown) => {
    if (!Array.isArray(part)) return []
    const [name, , choices] = part as [string, number?, object?]
    return [name, ...Object.values(choices ?? {}).flatMap(listPlaceholders)]
  })
}
