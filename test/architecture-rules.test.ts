import { describe, expect, test } from 'vitest'
import { rules } from './support/architecture.ts'
import type { HouseMap, Rule } from './support/architecture.ts'
import { findLongFiles, findLongFunctions, findLongLines, percentile95 } from './support/sizes.ts'
import { parseSourceFile } from './support/source-files.ts'

const map: HouseMap = {
  layers: {
    kernel: [],
    domains: ['kernel', 'platform/server', 'ui', 'database'],
    pages: ['kernel', 'domains'],
    app: ['kernel', 'domains', 'pages'],
    main: ['app'],
    'platform/server': ['kernel', 'database'],
  },
  domains: { ledger: [], programs: ['ledger'], payouts: ['programs'] },
}

function judge(rule: Rule, sources: Record<string, string>): string[] {
  return rule(
    Object.entries(sources).map(([path, text]) => parseSourceFile(path, text)),
    map,
  )
}

const broken: [name: keyof typeof rules, complaint: RegExp, sources: Record<string, string>][] = [
  ['importsPointOneWay', /lies in domains/, { 'src/kernel/a.ts': "import { b } from '#domains/ledger/rules.ts'" }],
  ['importsPointOneWay', /lies in app/, { 'src/domains/ledger/rules.ts': "import { b } from '../../app/b.ts'" }],
  ['importsPointOneWay', /lies in ui/, { 'src/platform/server/a.ts': "const b = import('#ui/b.tsx')" }],
  ['importsPointOneWay', /outside/, { 'src/app/a.ts': "import { b } from '#test/support/database.ts'" }],
  ['importsPointOneWay', /import type/, { 'src/domains/ledger/queries.ts': "import { Db } from '#database'" }],
  ['importsPointOneWay', /not a type of rows/, { 'src/database.ts': "import type { a } from '#app/a.ts'" }],
  [
    'domainsFollowTheirGraph',
    /programs, which/,
    { 'src/domains/ledger/rules.ts': "export { b } from '#domains/programs/rules.ts'" },
  ],
  [
    'domainsFollowTheirGraph',
    /business of/,
    { 'src/domains/payouts/rules.ts': "import type { b } from '#domains/ledger/tables.ts'" },
  ],
  ['domainGraphIsKnown', /not on the map/, { 'src/domains/loyalty/rules.ts': '' }],
  [
    'importsNeverGoRound',
    /a\.ts → .*b\.ts → .*a\.ts/,
    { 'src/app/a.ts': "import './b.ts'", 'src/app/b.ts': "import type { A } from '#app/a.ts'" },
  ],
  ['domainsSpeakTheVocabulary', /none of the words/, { 'src/domains/ledger/machine.ts': '' }],
  ['domainsSpeakTheVocabulary', /no domain has/, { 'src/domains/ledger/machines/start.ts': '' }],
  ['domainsSpeakTheVocabulary', /deeper folders/, { 'src/domains/ledger/commands/a/b.ts': '' }],
  [
    'domainsSpeakTheVocabulary',
    /beside a folder/,
    { 'src/domains/ledger/rules.ts': '', 'src/domains/ledger/rules/a.ts': '' },
  ],
  [
    'webNeverSeesTheServer',
    /the server’s/,
    { 'src/domains/ledger/web/a.tsx': "import type { b } from '../queries.ts'" },
  ],
  ['webNeverSeesTheServer', /the server’s/, { 'src/ui/a.tsx': "import { b } from '#platform/server/db.ts'" }],
  ['webNeverSeesTheServer', /in a browser/, { 'src/platform/web/a.ts': "import fs from 'node:fs'" }],
  ['contractsAndRulesRunAnywhere', /certain place/, { 'src/domains/ledger/rules.ts': "import { sql } from 'kysely'" }],
  ['contractsAndRulesRunAnywhere', /certain place/, { 'src/domains/ledger/contract/a.ts': "import 'node:crypto'" }],
  [
    'contractsAndRulesRunAnywhere',
    /neither contract/,
    { 'src/domains/ledger/contract.ts': "import '#platform/server/db.ts'" },
  ],
  ['contractsAndRulesRunAnywhere', /clock/, { 'src/domains/ledger/rules/a.ts': 'export const a = () => new Date()' }],
  ['contractsAndRulesRunAnywhere', /waits/, { 'src/domains/ledger/rules.ts': 'export async function a() {}' }],
  ['kernelNeedsOnlyZod', /not zod/, { 'src/kernel/a.ts': "import dayjs from 'dayjs'" }],
  ['trackerImportsNothing', /is an import/, { 'src/tracker/a.ts': "import { b } from './b.ts'" }],
  [
    'pagesUseContracts',
    /not a contract/,
    { 'src/pages/public/a.tsx': "import { b } from '#domains/ledger/queries.ts'" },
  ],
  [
    'pagesUseContracts',
    /not a contract/,
    { 'src/pages/public/a.tsx': "import type { b } from '#domains/ledger/commands/b.ts'" },
  ],
  [
    'webKeepsToItsDomain',
    /another domain/,
    { 'src/domains/programs/web/a.tsx': "import { B } from '#domains/ledger/web/b.tsx'" },
  ],
  ['routesNamePages', /not lie in pages/, { 'src/routes.ts': "route('a', 'domains/ledger/web/a.tsx')" }],
  ['appHasNoReact', /brings React/, { 'src/app/a.tsx': "import { b } from './b.ts'" }],
  ['appHasNoReact', /brings React/, { 'src/app/a.ts': "import { useState } from 'react'" }],
  ['outsidersKnowOnlyTheDoor', /merchant/, { 'examples/shop/a.ts': "import { b } from '../../src/kernel/money.ts'" }],
  ['namesSaySomething', /"utils"/, { 'src/app/utils/a.ts': '' }],
  ['namesSaySomething', /"helper"/, { 'test/support/helper.ts': '' }],
  ['namesSaySomething', /kebab/, { 'src/ui/DataTable.tsx': '' }],
  ['nothingIsPassedOn', /passes on/, { 'src/ui/all.ts': "export * from './a.ts'" }],
  ['nothingIsPassedOn', /passes on/, { 'src/ui/all.ts': "export { a } from './a.ts'\nexport { b } from './b.ts'" }],
  ['nothingIsPassedOn', /passes on/, { 'src/ui/all.ts': "import { a } from './a.ts'\nexport { a }" }],
  [
    'onlyTheFrameworkGetsDefaults',
    /default export/,
    { 'src/domains/ledger/web/a.tsx': 'export default function A() {}' },
  ],
  ['promisesAreWrittenDown', /a has no docstring/, { 'src/kernel/a.ts': '// not one\nexport const a = 1' }],
  ['promisesAreWrittenDown', /A has no docstring/, { 'src/domains/ledger/contract.ts': 'export interface A {}' }],
]

test.each(broken)('%s complains: %s', (name, complaint, sources) => {
  expect(judge(rules[name], sources)).toContainEqual(expect.stringMatching(complaint))
})

test('every rule is seen to complain', () => {
  const seen = new Set<string>(broken.map(([name]) => name))
  expect(Object.keys(rules).filter((name) => !seen.has(name))).toEqual([])
})

test('a graph of domains that goes round is refused', () => {
  const round = { ...map, domains: { ledger: ['payouts'], payouts: ['ledger'] } }
  expect(rules.domainGraphIsKnown([], round)).toEqual(['ledger depends on itself', 'payouts depends on itself'])
})

test('a tidy domain is left in peace', () => {
  const sources = {
    'src/routes.ts': "export default [route('/payouts', 'pages/publisher/payouts-page.tsx')]",
    'src/domains/payouts/contract.ts':
      "import { z } from 'zod'\n/** One. */\nexport const A = z.object({})\nexport type A = z.infer<typeof A>",
    'src/domains/payouts/commands/approve.ts':
      "import { b } from '#domains/ledger/commands.ts'\nimport type { Db } from '#database'",
    'src/domains/payouts/commands/approve.test.ts': "import { x } from '#app/x.ts'",
    'src/domains/payouts/payouts.test.ts': "import { x } from '#test/support/database.ts'",
    'src/domains/payouts/engine/loop.ts': "import { A } from '../commands/approve.ts'",
    'src/domains/payouts/views.ts': "import { A } from './contract.ts'",
    'src/domains/payouts/web/table.tsx': "import { A } from '../contract.ts'",
    'src/pages/publisher/payouts-page.tsx':
      "import { A } from '#domains/payouts/contract.ts'\nexport default function Page() {}",
    'src/pages/publisher/payouts-table.tsx': "import { A } from '#domains/payouts/web/table.tsx'",
  }
  const complaints = Object.values(rules).flatMap((rule) => judge(rule, sources))
  expect(complaints).toEqual([])
})

describe('sizes', () => {
  const body = (lines: number) => `{\n${'  void 0\n'.repeat(lines - 2)}}`
  const parse = (path: string, text: string) => [parseSourceFile(path, text)]

  test('files', () => {
    expect(findLongFiles(parse('src/a.ts', '0\n'.repeat(300)))).toEqual([])
    expect(findLongFiles(parse('src/a.ts', '0\n'.repeat(301)))).toEqual(['src/a.ts has 301 lines'])
  })

  test('functions', () => {
    expect(findLongFunctions(parse('src/a.ts', `function a() ${body(70)}`))).toEqual([])
    expect(findLongFunctions(parse('src/a.ts', `\nconst a = () => ${body(71)}`))).toEqual([
      'src/a.ts:2 is a function of 71 lines',
    ])
    expect(findLongFunctions(parse('src/a.tsx', `function a() ${body(100)}`))).toEqual([])
    expect(findLongFunctions(parse('src/a.tsx', `function a() ${body(101)}`))).toHaveLength(1)
    expect(findLongFunctions(parse('src/a.test.ts', `describe('a', () => ${body(200)})`))).toEqual([])
    expect(findLongFunctions(parse('src/a.test.ts', `function a() ${body(71)}`))).toHaveLength(1)
  })

  test('lines', () => {
    expect(findLongLines(parse('src/a.ts', `0\n// ${'x'.repeat(118)}`))).toEqual(['src/a.ts:2 is 121 wide'])
  })

  test('the 95th percentile', () => {
    expect(percentile95(Array.from({ length: 100 }, (_, index) => index + 1))).toBe(95)
    expect(percentile95([7])).toBe(7)
    expect(percentile95([])).toBe(0)
  })
})
