import { describe, expect, test } from 'vitest'
import { rules } from './support/architecture.ts'
import type { HouseMap } from './support/architecture.ts'
import { findLongFiles, findLongFunctions, findLongLines, percentile95 } from './support/sizes.ts'
import { listFiles, readSourceFiles, readText } from './support/source-files.ts'

/** The map that a newcomer reads first: what each domain may use, directly or through others. Nothing points back. */
const domains = {
  accounts: [],
  ledger: [],
  legal: [],
  advertisers: ['accounts'],
  publishers: ['accounts'],
  programs: ['advertisers', 'publishers'],
  applications: ['accounts', 'programs'],
  tracking: ['advertisers', 'publishers', 'programs'],
  transactions: ['tracking', 'programs', 'ledger'],
  promotions: ['programs'],
  payouts: ['ledger', 'publishers'],
  reports: ['tracking', 'transactions', 'programs', 'publishers'],
} satisfies HouseMap['domains']

const platform = ['kernel', 'texts', 'database', 'platform/server', 'platform/web', 'ui']

/** Main → app → pages → domains → platform, ui → kernel. `database` is one type, and only a type. */
const layers = {
  kernel: [],
  tracker: [],
  texts: ['kernel'],
  'platform/server': ['kernel', 'texts', 'database'],
  'platform/web': ['kernel', 'texts'],
  ui: ['kernel', 'texts', 'platform/web'],
  domains: platform,
  seeds: [...platform, 'domains'],
  pages: [...platform, 'domains'],
  app: [...platform, 'domains', 'pages', 'seeds'],
  main: [...platform, 'domains', 'pages', 'seeds', 'app'],
} satisfies HouseMap['layers']

const files = readSourceFiles()
const map: HouseMap = { layers, domains }

test('there is something to look at', () => {
  expect(files.length).toBeGreaterThan(50)
})

test.each(Object.entries(rules))('%s', (_name, rule) => {
  expect(rule(files, map)).toEqual([])
})

describe('small enough to see', () => {
  const sources = files.filter(({ path }) => !path.endsWith('.test.ts') && !path.endsWith('.test.tsx'))

  test('no file is longer than 300 lines, and 95 % of them have at most 200', () => {
    expect(findLongFiles(files)).toEqual([])
    expect(percentile95(sources.map(({ lines }) => lines.length))).toBeLessThanOrEqual(200)
  })

  test('no function is longer than 70 lines (100 in a .tsx), and 95 % of them have at most 45', () => {
    expect(findLongFunctions(files)).toEqual([])
    const declared = sources.flatMap((file) => file.functions.filter(({ isDeclared }) => isDeclared))
    expect(percentile95(declared.map(({ lines }) => lines))).toBeLessThanOrEqual(45)
  })

  test('no line is wider than 120 characters', () => {
    const others = listFiles(['src/**/*.css', 'migrations/*.sql'])
    expect(findLongLines(files)).toEqual([])
    expect(findLongLines(others.map((path) => ({ path, lines: readText(path).split('\n') })))).toEqual([])
  })
})
