import { describe, expect, test } from 'vitest'
import { rules } from './support/architecture.ts'
import type { ArchitectureMap } from './support/architecture-map.ts'
import { findLongFiles, findLongFunctions, findLongLines } from './support/sizes.ts'
import { listFiles, readSourceFiles, readText } from './support/source-files.ts'

/** The domains that each domain may import, directly or through others. The graph has no cycle. Read it first. */
const domains = {
  accounts: [],
  ledger: [],
  notes: ['accounts'],
  history: ['accounts', 'rates'],
  exchange: ['accounts'],
  files: ['accounts'],
  teams: ['accounts'],
  advertisers: ['teams', 'accounts'],
  notices: ['teams', 'advertisers'],
  publishers: ['accounts'],
  legal: ['publishers'],
  'account-states': ['publishers'],
  taxes: ['publishers', 'files'],
  keys: ['teams', 'advertisers', 'publishers', 'account-states'],
  rates: [],
  programs: ['notices', 'advertisers', 'publishers', 'rates', 'notes', 'history'],
  closings: ['programs'],
  memberships: ['claims', 'promotions', 'terms', 'programs', 'rates', 'reports', 'notes', 'history', 'publishers'],
  listings: ['reports', 'programs', 'publishers', 'advertisers', 'account-states'],
  invitations: ['memberships', 'terms', 'account-states', 'listings'],
  applications: ['accounts', 'programs', 'reports', 'setup'],
  tracking: ['advertisers', 'publishers', 'account-states', 'programs'],
  promotions: ['tracking', 'programs'],
  transactions: ['tracking', 'programs', 'promotions', 'ledger', 'files', 'exchange', 'notes', 'keys'],
  funding: ['ledger', 'transactions', 'programs', 'advertisers'],
  terms: ['programs', 'rates', 'transactions'],
  budgets: ['transactions', 'programs', 'advertisers'],
  setup: ['tracking', 'transactions', 'programs', 'advertisers'],
  'decision-sources': ['transactions', 'teams', 'advertisers'],
  'tracking-health': ['setup', 'tracking', 'transactions', 'advertisers', 'claims', 'reports'],
  bank: ['invoices', 'funding', 'advertisers'],
  invoices: ['funding', 'ledger', 'programs', 'advertisers', 'taxes'],
  api: ['promotions', 'transactions', 'tracking', 'programs', 'publishers', 'payouts'],
  payouts: ['ledger', 'publishers', 'account-states', 'transactions', 'taxes', 'reports'],
  reports: ['tracking', 'transactions', 'programs', 'publishers'],
  checks: ['payouts', 'invoices', 'reports'],
  search: ['invoices', 'promotions', 'payouts', 'tracking', 'transactions', 'programs'],
  views: ['accounts', 'teams', 'advertisers'],
  claims: ['closings', 'transactions', 'reports', 'tracking', 'programs', 'publishers', 'advertisers', 'files'],
  privacy: ['accounts', 'teams', 'publishers'],
} satisfies ArchitectureMap['domains']

const platform = ['kernel', 'texts', 'database', 'platform/server', 'platform/web', 'ui']

/**
 * Main → app → pages → domains → platform, ui → kernel. `database` exports one type and no value. From `texts` the
 * kernel imports only the type of the error codes.
 */
const layers = {
  kernel: ['texts'],
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
} satisfies ArchitectureMap['layers']

const files = readSourceFiles()
const map: ArchitectureMap = { layers, domains }

test('finds the source files', () => {
  expect(files.length).toBeGreaterThan(50)
})

test.each(Object.entries(rules))('%s', (_name, rule) => {
  expect(rule(files, map)).toEqual([])
})

describe('sizes', () => {
  test('no file is longer than 300 lines', () => {
    expect(findLongFiles(files)).toEqual([])
  })

  test('no function is longer than 70 lines (100 in a .tsx)', () => {
    expect(findLongFunctions(files)).toEqual([])
  })

  test('no line is wider than 120 characters', () => {
    const others = listFiles(['src/**/*.css', 'migrations/*.sql'])
    expect(findLongLines(files)).toEqual([])
    expect(findLongLines(others.map((path) => ({ path, lines: readText(path).split('\n') })))).toEqual([])
  })
})
