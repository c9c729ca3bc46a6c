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
  test('the same files exist in every language', () => {
    for (const locale of LOCALES) expect(filesOf(locale)).toEqual(filesOf('en'))
  })

  test.each(filesOf('en'))('%s has the same keys and placeholders in every language', (file) => {
    const expected = getShape(read('en', file))
    for (const locale of LOCALES) expect(getShape(read(locale, file)), locale).toEqual(expected)
  })

  test('every file is declared as a domain', () => {
    const declared = readFileSync(join(import.meta.dirname, 'texts.ts'), 'utf8')
    for (const file of filesOf('en')) expect(declared).toContain(`'./en/${file}'`)
  })

  test('pages get plain words as they are and messages with placeholders parsed', () => {
    const shell = compileTexts()('en', ['shell']).shell as { logIn: unknown; footer: { copyright: unknown } }
    expect(shell.logIn).toBe('Log In')
    expect(shell.footer.copyright).toEqual(['© 2024 ', ['brand'], '. All rights reserved.'])
  })

  test('gives only the domains that were asked for', () => {
    expect(Object.keys(loadTexts()('zh', ['ui']))).toEqual(['ui'])
  })
})

/** Paths of all leaves, each with the sorted names of its placeholders. */
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

/** Names of the placeholders of a parsed message, those inside of choices too. */
function listPlaceholders(message: unknown): string[] {
  if (!Array.isArray(message)) return []
  return message.flatMap((part: unknown) => {
    if (!Array.isArray(part)) return []
    const [name, , choices] = part as [string, number?, object?]
    return [name, ...Object.values(choices ?? {}).flatMap(listPlaceholders)]
  })
}
