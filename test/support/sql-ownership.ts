import { getDomain, isTest, listReachable } from './architecture-map.ts'
import type { ArchitectureMap, Rule } from './architecture-map.ts'
import type { SourceFile } from './source-files.ts'
import { holdsSql, readTableUses, toSnakeCase } from './sql-statements.ts'
import type { TableUse } from './sql-statements.ts'

/** The owner of the tables that belong to no domain: audit lines, mails, secrets, rate limits. */
const platform = 'platform'

/** Maps a table to the view that other domains read instead. */
const views: Record<string, string> = { account: 'account_summary' }

/** Reads the owner of each table from the `tables.ts` of the domains and of the platform. */
export function readOwners(files: readonly SourceFile[]): Map<string, string> {
  const owners = new Map<string, string>()
  for (const { path, text } of files) {
    const owner = path === 'src/platform/server/tables.ts' ? platform : getDomain(path)
    if (owner === undefined || !path.endsWith('/tables.ts')) continue
    const [, members = ''] = /export interface \w+Tables \{([^}]*)\}/.exec(text) ?? []
    for (const [, table = ''] of members.matchAll(/^\s*(\w+):/gm)) owners.set(toSnakeCase(table), owner)
  }
  return owners
}

type Check = (use: TableUse, from: string, owner: string) => string | undefined

/** Checks every use of a known table in the domains and in the platform. */
function checkUses(files: readonly SourceFile[], check: Check): string[] {
  const owners = readOwners(files)
  return files.flatMap((file) => {
    const from = file.path.startsWith('src/platform/') ? platform : getDomain(file.path)
    if (from === undefined || isTest(file.path)) return []
    return readTableUses(file).flatMap((use) => {
      const owner = owners.get(use.table)
      const complaint = owner === undefined ? undefined : check(use, from, owner)
      return complaint === undefined ? [] : [`${file.path}:${use.line} ${complaint}`]
    })
  })
}

const domainsWriteTheirOwnTables: Rule = (files) =>
  checkUses(files, ({ table, verb }, from, owner) =>
    verb === 'read' || owner === from ? undefined : `writes ${table}, a table of ${owner}: call a command of ${owner}`,
  )

const domainsReadAlongTheirGraph: Rule = (files, map) =>
  checkUses(files, ({ table, verb }, from, owner) => {
    if (verb !== 'read' || owner === from || owner === platform) return undefined
    if (!mayUse(map, from, owner)) return `reads ${table}, a table of ${owner}, which ${from} may not use`
    return views[table] === undefined ? undefined : `reads ${table}: only ${owner} may, others read ${views[table]}`
  })

function mayUse(map: ArchitectureMap, from: string, owner: string): boolean {
  return from !== platform && listReachable(map, from).has(owner)
}

/** Only domains and the platform contain SQL. */
const sqlStaysInDomainsAndPlatform: Rule = (files) => {
  const owners = readOwners(files)
  return files
    .filter(({ path }) => /^src\/(?!domains\/|platform\/server\/)/.test(path) && !isTest(path))
    .filter((file) => holdsSql(file) || readTableUses(file).some(({ table }) => owners.has(table)))
    .map(({ path }) => `${path} holds SQL: only domains and the platform do`)
}

/** What is kept in memory, the files that read its tables, and the call that announces a change of them. */
const KEPT = {
  catalog: {
    files: ['catalog', 'members', 'short-links', 'sites'].map(
      (name) => `src/domains/tracking/tracking/queries/${name}.ts`,
    ),
    announcement: 'announceCatalogChange(',
  },
  // The queries of `ANNOUNCED_CALLS`.
  pages: {
    files: [
      'src/domains/people/legal/queries/text-in-force.ts',
      'src/domains/programmes/programs/queries/merchants.ts',
      'src/domains/programmes/programs/queries/terms.ts',
    ],
    announcement: 'announcePageChange(',
  },
} as const

type Kept = keyof typeof KEPT

/** The endpoints with `isAnnounced`. The files of `KEPT.pages` hold their queries. */
const ANNOUNCED_CALLS = ['listMerchantsCall', 'getMerchantCall', 'getLegalTextCall']

/** Each function that writes a table of the catalog announces it, or workers would keep the old state. */
const catalogChangesAreAnnounced: Rule = (files) => findSilentWrites(files, 'catalog')

/** Each function that writes a table of public pages announces it, or workers would keep the old pages. */
const pageChangesAreAnnounced: Rule = (files) => findSilentWrites(files, 'pages')

/** A further announced endpoint leads to the list of the queries whose tables are watched. */
const announcedCallsAreListed: Rule = (files) =>
  files.flatMap(({ path, text }) =>
    [...text.matchAll(/^export const (\w+) = endpoint\(\{\n(?: .*\n)*? {2}isAnnounced: true,$/gm)]
      .flatMap(([, name = '']) => (ANNOUNCED_CALLS.includes(name) ? [] : name))
      .map((name) => `${path}: ${name} is announced: add the files of its queries to KEPT.pages, and its name`),
  )

function findSilentWrites(files: readonly SourceFile[], kept: Kept): string[] {
  const tables = readKeptTables(files, kept)
  const { announcement } = KEPT[kept]
  return files
    .filter(({ path }) => getDomain(path) !== undefined && !isTest(path))
    .flatMap((file) =>
      readTableUses(file)
        .filter((use) => use.verb !== 'read' && tables.has(use.table))
        .filter((use) => changesKept(file, use) && !findFunctionAround(file, use.line).includes(announcement))
        .map(({ table, line }) => `${file.path}:${line} writes ${table} and does not call ${announcement})`),
    )
}

/** Whether a write changes the catalog. Of an account it reads only the review status; a new account has no site. */
function changesKept(file: SourceFile, { table, verb, line }: TableUse): boolean {
  return table !== 'account' || (verb !== 'insert' && findFunctionAround(file, line).includes('reviewStatus:'))
}

function readKeptTables(files: readonly SourceFile[], kept: Kept): Set<string> {
  const readers = files.filter(({ path }) => (KEPT[kept].files as readonly string[]).includes(path))
  const tables = readers.flatMap(readTableUses).map(({ table }) => table)
  const base = Object.fromEntries(Object.entries(views).map(([table, view]) => [view, table]))
  return new Set(tables.map((table) => base[table] ?? table))
}

/** Returns the text of the outermost declared function around a line, or the whole file. */
function findFunctionAround(file: SourceFile, line: number): string {
  const around = file.functions.filter((one) => one.isDeclared && one.line <= line && line < one.line + one.lines)
  const [outermost] = around.toSorted((a, b) => a.line - b.line)
  return outermost === undefined ? file.text : getText(file, outermost)
}

function getText(file: SourceFile, { line, lines }: { line: number; lines: number }): string {
  return file.lines.slice(line - 1, line - 1 + lines).join('\n')
}

/** Lists the exported functions that announce a change, directly or through a function in their file. */
export function listAnnouncingCommands(files: readonly SourceFile[], kept: Kept): string[] {
  const { announcement } = KEPT[kept]
  return files
    .filter(({ path, text }) => getDomain(path) !== undefined && !isTest(path) && text.includes(announcement))
    .flatMap((file) => {
      const declared = file.functions.filter(({ isDeclared }) => isDeclared).map((one) => getText(file, one))
      const announcing = declared.filter((text) => text.includes(announcement))
      const calls = [announcement, ...announcing.map((text) => `${getFunctionName(text)}(`)]
      const reaching = declared.filter((text) => calls.some((call) => text.slice(text.indexOf('{')).includes(call)))
      return reaching.filter((text) => text.startsWith('export ')).map(getFunctionName)
    })
    .toSorted()
}

function getFunctionName(functionText: string): string {
  return /function (\w+)/.exec(functionText)?.[1] ?? ''
}

/** The rules that read SQL, by name. */
export const sqlRules = {
  domainsWriteTheirOwnTables,
  domainsReadAlongTheirGraph,
  sqlStaysInDomainsAndPlatform,
  catalogChangesAreAnnounced,
  pageChangesAreAnnounced,
  announcedCallsAreListed,
} satisfies Record<string, Rule>
