import { describe, expect, test } from 'vitest'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import compile from 'icu-minify/compile'
import { REPORT_DELAY_SECONDS } from '#kernel/report-delay.ts'
import { compileTexts, loadTexts } from './catalogue.ts'
import { LOCALES } from './texts.ts'
import type { TextDomain } from './texts.ts'

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
    expect(shell.footer.copyright).toEqual(['© 2024 ', ['networkName'], '. All rights reserved.'])
  })

  test('gives pages no sentences of mails', () => {
    expect(loadTexts()('en', ['accounts', 'invoices'])).toMatchObject({ accounts: { mail: {} }, invoices: { pdf: {} } })
    const { accounts, invoices } = compileTexts()('en', ['accounts', 'invoices'])
    expect({ ...accounts, ...invoices }).not.toHaveProperty('mail')
    expect({ ...accounts, ...invoices }).not.toHaveProperty('pdf')
  })

  test('gives only the requested domains, and of some only parts', () => {
    expect(Object.keys(loadTexts()('zh', ['ui']))).toEqual(['ui'])
    const whole = Object.keys(loadTexts()('en', ['notes']).notes ?? {})
    expect(whole).toContain('hint')
    expect(Object.keys(loadTexts()('en', [{ domain: 'notes', only: ['hint'] }]).notes ?? {})).toEqual(['hint'])
    const others = Object.keys(loadTexts()('en', [{ domain: 'notes', without: ['hint'] }]).notes ?? {})
    expect(others).toEqual(whole.filter((key) => key !== 'hint'))
  })
})

test('an English text says neither "1 publishers" nor "1 days"', () => {
  const nouns = 'brand|claim|click|day|error|file|invitation|line|order|payment|publisher|request|row|site|transaction'
  const counted = new RegExp(`(?<!first )\\{(\\w+)(?:, number)?\\} (?:${nouns})s\\b`, 'g')
  // Limits, periods of ours and the bounds of a range are above one, as are the bands of listings.
  const isAboveOne = (name: string) => /^(max|limit|days|hours|high|shown|files|all)$/.test(name)
  const found = filesOf('en').flatMap((file) =>
    listTexts(read('en', file)).flatMap((text) =>
      [...text.matchAll(counted)]
        .filter(([, name = '']) => !isAboveOne(name) && !text.includes(`{${name}, plural`))
        .map(([hit]) => `${file}: ${hit}`),
    ),
  )
  expect(found.filter((hit) => !hit.startsWith('listings.json'))).toEqual([])
})

describe('how soon figures appear', () => {
  const domains = filesOf('en').map((file) => file.slice(0, -'.json'.length) as TextDomain)
  const figure = { en: /\b(clicks?|orders?|conversions?|figures)\b/i, zh: /点击|订单|转化/ }
  const moment = { en: /\b(seconds?|minutes?|real time|as (it|they) happens?)\b/i, zh: /秒|分钟|实时(呈现|更新)/ }
  const promised = { en: `within ${REPORT_DELAY_SECONDS} seconds`, zh: `${REPORT_DELAY_SECONDS} 秒内` }

  test.each(LOCALES)('is the one configured number wherever a text says it: %s', (locale) => {
    const sentences = listTexts(loadTexts()(locale, domains)).flatMap((text) => text.split(/(?<=[.?!。？！])\s*/))
    const claims = sentences.filter((sentence) => figure[locale].test(sentence) && moment[locale].test(sentence))
    expect(claims.length).toBeGreaterThan(5)
    expect(claims.filter((sentence) => !sentence.includes(promised[locale]))).toEqual([])
  })
})

function listTexts(value: unknown): string[] {
  return typeof value === 'string' ? [value] : Object.values(value as object).flatMap(listTexts)
}

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
