import { expect, test } from 'vitest'
import { rules } from './support/architecture.ts'
import type { ArchitectureMap, Rule } from './support/architecture-map.ts'
import { parseSourceFile } from './support/source-files.ts'
import { sqlRules } from './support/sql-ownership.ts'

const map: ArchitectureMap = {
  layers: {
    kernel: [],
    domains: ['kernel', 'platform/server', 'ui', 'database'],
    pages: ['kernel', 'domains'],
    app: ['kernel', 'domains', 'pages'],
    main: ['app'],
    'platform/server': ['kernel', 'database'],
  },
  wings: {
    people: { accounts: [] },
    books: { ledger: [] },
    programmes: { programs: ['accounts', 'ledger'] },
    money: { payouts: ['ledger', 'programs'] },
  },
}

function runRule(rule: Rule, sources: Record<string, string>): string[] {
  return rule(
    Object.entries(sources).map(([path, text]) => parseSourceFile(path, text)),
    map,
  )
}

const tables = {
  'src/domains/people/accounts/tables.ts':
    'export interface AccountTables {\n  account: AccountTable\n  accountSummary: AccountSummaryView\n}',
  'src/domains/books/ledger/tables.ts':
    'export interface LedgerTables {\n  entry: EntryTable\n  posting: PostingTable\n}',
  'src/domains/money/payouts/tables.ts': 'export interface PayoutTables {\n  payoutItem: PayoutItemTable\n}',
  'src/platform/server/tables.ts': 'export interface PlatformTables {\n  auditLine: AuditLineTable\n}',
}

const broken: [name: keyof typeof rules, complaint: RegExp, sources: Record<string, string>][] = [
  [
    'importsFollowTheLayers',
    /in layer domains, which layer kernel/,
    { 'src/kernel/a.ts': "import { b } from '#domains/books/ledger/rules.ts'" },
  ],
  [
    'importsFollowTheLayers',
    /in layer app/,
    { 'src/domains/books/ledger/rules.ts': "import { b } from '../../../app/b.ts'" },
  ],
  ['importsFollowTheLayers', /in layer ui/, { 'src/platform/server/a.ts': "const b = import('#ui/b.tsx')" }],
  [
    'importsFollowTheLayers',
    /no layer may import/,
    { 'src/app/a.ts': "import { b } from '#test/support/database.ts'" },
  ],
  [
    'importsFollowTheLayers',
    /import type/,
    { 'src/domains/books/ledger/queries.ts': "import { Db } from '#database'" },
  ],
  ['importsFollowTheLayers', /not a row type/, { 'src/database.ts': "import type { a } from '#app/a.ts'" }],
  [
    'domainsImportAlongTheirGraph',
    /domain programs, which domain ledger may not/,
    { 'src/domains/books/ledger/rules.ts': "export { b } from '#domains/programmes/programs/rules.ts'" },
  ],
  [
    'domainsImportAlongTheirGraph',
    /private to domain ledger/,
    { 'src/domains/money/payouts/rules/payment.ts': "import type { b } from '#domains/books/ledger/tables.ts'" },
  ],
  [
    'domainsImportAlongTheirGraph',
    /domain accounts, which domain payouts may not/,
    { 'src/domains/money/payouts/rules.ts': "import { b } from '#domains/people/accounts/rules.ts'" },
  ],
  ['domainGraphIsComplete', /loyalty is missing/, { 'src/domains/people/loyalty/rules.ts': '' }],
  ['domainGraphIsComplete', /ledger is missing in wing people/, { 'src/domains/people/ledger/rules.ts': '' }],
  ['domainGraphHasNoUnusedEdge', /payouts does not use programs/, { 'src/domains/money/payouts/rules.ts': '' }],
  [
    'importsHaveNoCycle',
    /a\.ts → .*b\.ts → .*a\.ts/,
    { 'src/app/a.ts': "import './b.ts'", 'src/app/b.ts': "import type { A } from '#app/a.ts'" },
  ],
  ['domainFilesHaveKnownNames', /not a known file name/, { 'src/domains/books/ledger/machine.ts': '' }],
  ['domainFilesHaveKnownNames', /unknown name/, { 'src/domains/books/ledger/machines/start.ts': '' }],
  ['domainFilesHaveKnownNames', /no subfolders/, { 'src/domains/books/ledger/commands/a/b.ts': '' }],
  [
    'domainFilesHaveKnownNames',
    /the folder beside it/,
    { 'src/domains/books/ledger/rules.ts': '', 'src/domains/books/ledger/rules/a.ts': '' },
  ],
  [
    'webNeverImportsTheServer',
    /server code/,
    { 'src/domains/books/ledger/web/a.tsx': "import type { b } from '../queries.ts'" },
  ],
  ['webNeverImportsTheServer', /server code/, { 'src/ui/a.tsx': "import { b } from '#platform/server/db.ts'" }],
  ['webNeverImportsTheServer', /in the browser/, { 'src/platform/web/a.ts': "import fs from 'node:fs'" }],
  [
    'contractsAndRulesArePure',
    /impure: it runs only/,
    { 'src/domains/books/ledger/rules.ts': "import { sql } from 'kysely'" },
  ],
  [
    'contractsAndRulesArePure',
    /impure: it runs only/,
    { 'src/domains/books/ledger/contract/a.ts': "import 'node:crypto'" },
  ],
  [
    'contractsAndRulesArePure',
    /impure: it is not a contract/,
    { 'src/domains/books/ledger/contract.ts': "import '#platform/server/db.ts'" },
  ],
  [
    'contractsAndRulesArePure',
    /impure: uses new Date\(\)/,
    { 'src/domains/books/ledger/rules/a.ts': 'export const a = () => new Date()' },
  ],
  [
    'contractsAndRulesArePure',
    /impure: has an async/,
    { 'src/domains/books/ledger/rules.ts': 'export async function a() {}' },
  ],
  ['kernelImportsOnlyZod', /other than zod/, { 'src/kernel/a.ts': "import dayjs from 'dayjs'" }],
  ['trackerImportsNothing', /must stand alone/, { 'src/tracker/a.ts': "import { b } from './b.ts'" }],
  [
    'pagesImportOnlyContractsOfDomains',
    /not a contract/,
    { 'src/pages/public/a.tsx': "import { b } from '#domains/books/ledger/queries.ts'" },
  ],
  [
    'pagesImportOnlyContractsOfDomains',
    /not a contract/,
    { 'src/pages/public/a.tsx': "import type { b } from '#domains/books/ledger/commands/b.ts'" },
  ],
  [
    'webImportsNoWebOfAnotherDomain',
    /another domain/,
    { 'src/domains/programmes/programs/web/a.tsx': "import { B } from '#domains/books/ledger/web/b.tsx'" },
  ],
  [
    'enginesBelongToTheirDomain',
    /machinery of domain ledger/,
    { 'src/domains/programmes/programs/commands.ts': "import { Loop } from '#domains/books/ledger/engine/loop.ts'" },
  ],
  ['routesNameOnlyPages', /not in src\/pages/, { 'src/routes.ts': "route('a', 'domains/ledger/web/a.tsx')" }],
  ['appImportsNoReact', /adds React/, { 'src/app/a.tsx': "import { b } from './b.ts'" }],
  ['appImportsNoReact', /adds React/, { 'src/app/a.ts': "import { useState } from 'react'" }],
  [
    'examplesImportNothingOfTandem',
    /file of Tandem/,
    { 'examples/shop/a.ts': "import { b } from '../../src/kernel/money.ts'" },
  ],
  ['namesAreSpecific', /"utils" is too vague/, { 'src/app/utils/a.ts': '' }],
  ['namesAreSpecific', /"helper" is too vague/, { 'test/support/helper.ts': '' }],
  ['namesAreSpecific', /kebab/, { 'src/ui/DataTable.tsx': '' }],
  ['identifiersSayAdvertiser', /"findBrand" says brand/, { 'src/app/a.ts': 'const findBrand = 1\nvoid findBrand' }],
  ['noFileOnlyReExports', /only re-exports/, { 'src/ui/all.ts': "export * from './a.ts'" }],
  [
    'noFileOnlyReExports',
    /only re-exports/,
    { 'src/ui/all.ts': "export { a } from './a.ts'\nexport { b } from './b.ts'" },
  ],
  ['noFileOnlyReExports', /only re-exports/, { 'src/ui/all.ts': "import { a } from './a.ts'\nexport { a }" }],
  [
    'onlyPagesHaveDefaultExports',
    /adds a default export but is not a page/,
    { 'src/domains/books/ledger/web/a.tsx': 'export default function A() {}' },
  ],
  ['exportsHaveDocstrings', /a has no docstring/, { 'src/kernel/a.ts': '// not one\nexport const a = 1' }],
  ['exportsHaveDocstrings', /A has no docstring/, { 'src/domains/books/ledger/contract.ts': 'export interface A {}' }],
  [
    'domainsWriteTheirOwnTables',
    /a\.ts:1 writes posting, a table of ledger/,
    { ...tables, 'src/domains/programmes/programs/commands/a.ts': "db.updateTable('posting as p')" },
  ],
  ...[
    'INSERT INTO posting (a)',
    'UPDATE posting SET a = 1',
    'DELETE FROM posting',
    'TRUNCATE posting',
    'COPY posting',
  ].map((text): (typeof broken)[number] => [
    'domainsWriteTheirOwnTables',
    /writes posting/,
    { ...tables, 'src/domains/programmes/programs/engine/a.ts': `sql\`WITH a AS (SELECT 1) ${text}\`` },
  ]),
  [
    'domainsWriteTheirOwnTables',
    /writes audit_line, a table of platform/,
    { ...tables, 'src/domains/programmes/programs/commands/a.ts': "db.insertInto('auditLine')" },
  ],
  [
    'domainsReadAlongTheirGraph',
    /reads payout_item, a table of payouts, which ledger may not use/,
    { ...tables, 'src/domains/books/ledger/queries.ts': 'sql`SELECT FROM entry AS e, payout_item`' },
  ],
  [
    'domainsReadAlongTheirGraph',
    /others read account_summary/,
    {
      ...tables,
      'src/domains/programmes/programs/queries.ts': "db.selectFrom('program').leftJoin('account as a', 'a.id', 'b.id')",
    },
  ],
  ['sqlStaysInDomainsAndPlatform', /holds SQL/, { 'src/app/a.ts': 'sql`SELECT 1`.execute(db)' }],
  ['sqlStaysInDomainsAndPlatform', /holds SQL/, { ...tables, 'src/pages/public/a.ts': "db.selectFrom('posting')" }],
  [
    'catalogChangesAreAnnounced',
    /b\.ts:2 writes program and does not call/,
    {
      ...tables,
      'src/domains/tracking/tracking/queries/catalog.ts': "db.selectFrom('program')",
      'src/domains/programmes/programs/commands/a.ts':
        "function a() { db.insertInto('program'); announceCatalogChange(tx) }",
      'src/domains/programmes/programs/commands/b.ts': "function b() {\n  db.deleteFrom('program')\n}",
    },
  ],
  [
    'pageChangesAreAnnounced',
    /b\.ts:2 writes program and does not call announcePageChange/,
    {
      ...tables,
      'src/domains/programmes/programs/queries/merchants.ts': "db.selectFrom('program')",
      'src/domains/programmes/programs/commands/a.ts':
        "function a() { db.insertInto('program'); announcePageChange(tx) }",
      'src/domains/programmes/programs/commands/b.ts': "function b() {\n  db.deleteFrom('program')\n}",
    },
  ],
  ['announcedCallsAreListed', /aCall/, { 'src/a.ts': 'export const aCall = endpoint({\n  isAnnounced: true,\n})' }],
]

test.each(broken)('%s reports %s', (name, complaint, sources) => {
  expect(runRule(rules[name], sources)).toContainEqual(expect.stringMatching(complaint))
})

test('each rule has a source that breaks it', () => {
  const seen = new Set<string>(broken.map(([name]) => name))
  expect(Object.keys(rules).filter((name) => !seen.has(name))).toEqual([])
})

test('refuses an edge to a domain that does not stand before, and so every cycle', () => {
  const cyclic = { ...map, wings: { books: { ledger: ['payouts'] }, money: { payouts: ['ledger'] } } }
  expect(rules.domainGraphIsComplete([], cyclic)).toEqual([
    'domain ledger builds on payouts, which does not stand before it in test/architecture.test.ts',
  ])
})

test('accepts a correct domain', () => {
  const sources = {
    'src/routes.ts': "export default [route('/payouts', 'pages/publisher/payouts-page.tsx')]",
    'src/domains/money/payouts/contract/payment.ts':
      "import { z } from 'zod'\n/** One. */\nexport const A = z.object({})\nexport type A = z.infer<typeof A>",
    'src/domains/money/payouts/commands/approve.ts':
      "import { b } from '#domains/books/ledger/commands.ts'\nimport type { Db } from '#database'",
    'src/domains/money/payouts/commands/approve.test.ts': "import { x } from '#app/x.ts'",
    'src/domains/money/payouts/payouts.test.ts': "import { x } from '#test/support/database.ts'",
    'src/domains/money/payouts/engine/loop.ts': "import { A } from '../commands/approve.ts'",
    'src/app/jobs.ts': "import { Loop } from '#domains/money/payouts/engine/loop.ts'",
    'src/domains/money/payouts/privacy.ts': "import { b } from './commands/approve.ts'",
    'src/domains/money/payouts/saved-lists/runs.ts': "import { A } from '../contract/payment.ts'",
    'src/domains/money/payouts/views.ts': "import { A } from './contract.ts'",
    'src/domains/money/payouts/web/table.tsx': "import { A } from '../contract.ts'",
    'src/pages/publisher/payouts-page.tsx':
      "import { A } from '#domains/money/payouts/contract/payment.ts'\nexport default function Page() {}",
    'src/pages/publisher/payouts-table.tsx': "import { A } from '#domains/money/payouts/web/table.tsx'",
  }
  const { domainGraphHasNoUnusedEdge: _, ...others } = rules
  expect(Object.values(others).flatMap((rule) => runRule(rule, sources))).toEqual([])
  const used = { ...map, wings: { books: { ledger: [] }, money: { payouts: ['ledger'] } } }
  const files = Object.entries(sources).map(([path, text]) => parseSourceFile(path, text))
  expect(rules.domainGraphHasNoUnusedEdge(files, used)).toEqual([])
})

test('accepts statements that use only permitted tables', () => {
  const sources = {
    ...tables,
    'src/domains/programmes/programs/queries.ts':
      "db.selectFrom(['posting as p']).innerJoin('accountSummary as account', 'account.id', 'p.id')",
    'src/domains/money/payouts/commands/payment.ts': [
      'sql`WITH entry AS MATERIALIZED (SELECT 1), posting (a) AS (SELECT 2)',
      '  INSERT INTO payout_item SELECT FROM entry, posting ON CONFLICT DO UPDATE SET a = 1`',
      'sql`SELECT extract(hour FROM at) FROM payout_item FOR NO KEY UPDATE`',
      "throw new Error('UPDATE the entry')",
    ].join('\n'),
    'seeds/demo-data.ts': "db.insertInto('posting')",
    'src/domains/money/payouts/a.test.ts': "db.updateTable('account')",
  }
  expect(Object.values(sqlRules).flatMap((rule) => runRule(rule, sources))).toEqual([])
})
