import { describe, expect, test } from 'vitest'
import { rules } from './support/architecture.ts'
import { getDomains } from './support/architecture-map.ts'
import type { ArchitectureMap } from './support/architecture-map.ts'
import { findLongFiles, findLongFunctions, findLongLines } from './support/sizes.ts'
import { listFiles, readSourceFiles, readText } from './support/source-files.ts'

/**
 * The wings, from the ground up, and the domains on which each domain builds itself: it imports them, or reads their
 * tables. A domain builds only on domains that stand before it. Read it first.
 */
const wings = {
  people: {
    accounts: [],
    teams: ['accounts'],
    publishers: ['accounts'],
    'account-states': ['publishers'],
    advertisers: ['teams'],
    files: ['accounts'],
    taxes: ['publishers', 'files'],
    legal: ['publishers'],
    'api-keys': ['account-states', 'advertisers'],
    notes: ['accounts'],
    notices: ['teams', 'advertisers'],
  },
  books: {
    ledger: [],
    'exchange-rates': ['accounts'],
  },
  programmes: {
    rates: [],
    history: ['accounts', 'rates'],
    programs: ['publishers', 'advertisers', 'notes', 'notices', 'rates', 'history'],
    closings: ['notices', 'programs'],
  },
  tracking: {
    tracking: ['publishers', 'account-states', 'advertisers', 'rates', 'programs'],
    promotions: ['publishers', 'account-states', 'advertisers', 'programs', 'tracking'],
  },
  orders: {
    transactions: [
      'advertisers',
      'files',
      'api-keys',
      'notes',
      'ledger',
      'exchange-rates',
      'rates',
      'programs',
      'tracking',
      'promotions',
    ],
    'decision-sources': ['teams', 'advertisers', 'transactions'],
  },
  figures: {
    reports: ['notices', 'programs', 'tracking', 'transactions'],
    claims: ['publishers', 'files', 'notes', 'notices', 'programs', 'closings', 'tracking', 'transactions', 'reports'],
  },
  money: {
    funding: ['advertisers', 'notices', 'ledger', 'programs', 'transactions'],
    invoices: ['advertisers', 'taxes', 'notices', 'ledger', 'funding'],
    bank: ['advertisers', 'funding', 'invoices'],
    payouts: ['publishers', 'account-states', 'taxes', 'ledger', 'transactions', 'reports'],
    'ledger-checks': ['transactions', 'reports', 'funding', 'invoices', 'payouts', 'bank'],
  },
  partners: {
    terms: ['advertisers', 'rates', 'programs', 'transactions'],
    memberships: ['publishers', 'notes', 'rates', 'history', 'programs', 'reports', 'claims', 'terms'],
    listings: ['publishers', 'account-states', 'programs', 'reports'],
    invitations: [
      'publishers',
      'account-states',
      'advertisers',
      'rates',
      'programs',
      'terms',
      'memberships',
      'listings',
    ],
    budgets: ['notices', 'programs', 'transactions'],
    setup: ['advertisers', 'notices', 'programs', 'tracking', 'transactions'],
    'tracking-health': ['tracking', 'transactions', 'claims', 'setup'],
    applications: ['accounts', 'teams', 'publishers', 'advertisers', 'programs', 'reports', 'setup'],
  },
  desk: {
    search: ['tracking', 'promotions', 'invoices', 'payouts'],
    'saved-views': ['accounts', 'teams', 'advertisers'],
    api: ['publishers', 'rates', 'programs', 'tracking', 'promotions', 'transactions', 'payouts'],
    privacy: ['accounts', 'teams', 'publishers'],
  },
} satisfies ArchitectureMap['wings']

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
const map: ArchitectureMap = { layers, wings }

test('finds the source files', () => {
  expect(files.length).toBeGreaterThan(50)
})

test('the domains have few edges', () => {
  expect(Object.values(getDomains(map)).flat().length).toBeLessThanOrEqual(145)
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
