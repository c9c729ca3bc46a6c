import { expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { ERROR_PARAMS } from '#kernel/error-codes.ts'
import { LOCALES } from '#texts/texts.ts'
import { listFiles, readText } from './support/source-files.ts'

const sources = listFiles(['src/**/*.ts', 'src/**/*.tsx'])
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, text: readText(path) }))

/** The sentences of one language by code: `login.incorrect`. */
function readErrors(locale: string): Map<string, string> {
  const url = new URL(`../src/texts/${locale}/errors.json`, import.meta.url)
  return new Map(listLeaves(JSON.parse(readFileSync(url, 'utf8'))))
}

function listLeaves(value: unknown, path: string[] = []): [string, string][] {
  if (typeof value === 'string') return [[path.join('.'), value]]
  return Object.entries(value as object).flatMap(([key, child]) => listLeaves(child, [...path, key]))
}

const english = readErrors('en')

test('every code has a sentence in every language', () => {
  const codes = [...english.keys()]
  for (const locale of LOCALES) {
    const errors = readErrors(locale)
    expect([...errors.keys()].toSorted(), locale).toEqual(codes.toSorted())
    expect([...errors.values()].filter((sentence) => sentence.trim() === '')).toEqual([])
  }
})

test('every sentence belongs to a code that the program uses', () => {
  // The program composes these codes from the name of a group and a value of a closed list.
  const composed: Record<string, RegExp> = {
    fetch: /`fetch\.\$\{/,
    postback: /`postback\.\$\{/,
    page: /`page\.\$\{/,
  }
  const isUsed = (code: string) => {
    const [group = '', value = ''] = code.split('.')
    const pattern = composed[group]
    if (pattern === undefined) return sources.some(({ text }) => text.includes(`'${code}'`))
    const naming = sources.filter(({ text }) => pattern.test(text))
    const isNamed = sources.some(({ text }) => text.includes(`'${value}'`)) || value.endsWith('_title')
    return naming.length > 0 && isNamed
  }
  expect([...english.keys()].filter((code) => !isUsed(code))).toEqual([])
})

test('the declared parameters are the placeholders of the sentences', () => {
  const declared: Record<string, readonly string[]> = ERROR_PARAMS
  for (const [code, sentence] of english) {
    const names = declared[code] ?? []
    for (const name of names) expect(sentence, code).toMatch(new RegExp(`\\{${name}[,}]`))
    expect(sentence.includes('{'), code).toBe(names.length > 0)
  }
  expect(Object.keys(declared).filter((code) => !english.has(code))).toEqual([])
})

test('kernel, contracts, rules and commands contain no sentences for users', () => {
  const pure = /^src\/(kernel|domains\/[^/]+\/[^/]+\/(contract|rules|commands))(\.ts$|\/)/
  // A quoted sentence among the arguments of a zod rule or a refusal, or as its `message` or `error`.
  const sentences = [
    /(?:message|error):\s*['"`][A-Z]/,
    /(?:regex|refine|min|max|string|number|enum|union|datetime|email)\(.*,\s*['"`][A-Z][^'"`]* [^'"`]*['"`]/,
    /(?:Refusal|invalidField)\(.*['"`][A-Z][a-z]+ /,
  ]
  const isWrong = (line: string) => sentences.some((pattern) => pattern.test(line))
  const found = sources
    .filter(({ path }) => pure.test(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => (isWrong(line) ? [`${path}:${index + 1}`] : [])),
    )
  expect(found).toEqual([])
})
