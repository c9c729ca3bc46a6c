import { domainOf, isTest, reachable } from './architecture-map.ts'
import type { ArchitectureMap, Rule } from './architecture-map.ts'
import type { SourceFile } from './source-files.ts'
import { holdsSql, readTableUses, toSnakeCase } from './sql-statements.ts'
import type { TableUse } from './sql-statements.ts'

/** Stands for the tables that belong to no domain: audit lines, mails, secrets, rate limits. */
const platform = 'platform'

/** A domain's own table, and the view of it that other domains read in its place. */
const views: Record<string, string> = { account: 'account_summary' }

/** Who owns which table, as the `tables.ts` of the domains and of the platform say. */
function readOwners(files: readonly SourceFile[]): Map<string, string> {
  const owners = new Map<string, string>()
  for (const { path, text } of files) {
    const owner = path === 'src/platform/server/tables.ts' ? platform : domainOf(path)
    if (owner === undefined || !path.endsWith('/tables.ts')) continue
    const [, members = ''] = /export interface \w+Tables \{([^}]*)\}/.exec(text) ?? []
    for (const [, table = ''] of members.matchAll(/^\s*(\w+):/gm)) owners.set(toSnakeCase(table), owner)
  }
  return owners
}

type Judge = (use: TableUse, from: string, owner: string) => string | undefined

/** Judges every use of a known table in the domains and in the platform. */
function judgeUses(files: readonly SourceFile[], judge: Judge): string[] {
  const owners = readOwners(files)
  return files.flatMap((file) => {
    const from = file.path.startsWith('src/platform/') ? platform : domainOf(file.path)
    if (from === undefined || isTest(file.path)) return []
    return readTableUses(file).flatMap((use) => {
      const owner = owners.get(use.table)
      const complaint = owner === undefined ? undefined : judge(use, from, owner)
      return complaint === undefined ? [] : [`${file.path}:${use.line} ${complaint}`]
    })
  })
}

const domainsWriteTheirOwnTables: Rule = (files) =>
  judgeUses(files, ({ table, verb }, from, owner) =>
    verb === 'read' || owner === from ? undefined : `writes ${table}, a table of ${owner}: call a command of ${owner}`,
  )

const domainsReadAlongTheirGraph: Rule = (files, map) =>
  judgeUses(files, ({ table, verb }, from, owner) => {
    if (verb !== 'read' || owner === from || owner === platform) return undefined
    if (!mayUse(map, from, owner)) return `reads ${table}, a table of ${owner}, which ${from} may not use`
    return views[table] === undefined ? undefined : `reads ${table}: only ${owner} may, others read ${views[table]}`
  })

function mayUse(map: ArchitectureMap, from: string, owner: string): boolean {
  return from !== platform && reachable(map.domains, from).has(owner)
}

/** Pages, composition and everything below the platform leave SQL to domains and platform. */
const sqlStaysInDomainsAndPlatform: Rule = (files) => {
  const owners = readOwners(files)
  return files
    .filter(({ path }) => /^src\/(?!domains\/|platform\/server\/)/.test(path) && !isTest(path))
    .filter((file) => holdsSql(file) || readTableUses(file).some(({ table }) => owners.has(table)))
    .map(({ path }) => `${path} holds SQL: only domains and the platform do`)
}

const catalogFile = 'src/domains/tracking/queries/catalog.ts'
const announcement = 'announceCatalogChange('

/** Each function that writes what the live catalog reads announces it, or workers would go on with the old state. */
const catalogChangesAreAnnounced: Rule = (files) => {
  const tables = readCatalogTables(files)
  return files
    .filter(({ path }) => domainOf(path) !== undefined && !isTest(path))
    .flatMap((file) =>
      readTableUses(file)
        .filter((use) => use.verb !== 'read' && tables.has(use.table))
        .filter((use) => changesCatalog(file, use) && !functionAround(file, use.line).includes(announcement))
        .map(({ table, line }) => `${file.path}:${line} writes ${table} and does not call ${announcement})`),
    )
}

/** Of an account the catalog knows the review status alone; a new account has no site yet. */
function changesCatalog(file: SourceFile, { table, verb, line }: TableUse): boolean {
  return table !== 'account' || (verb !== 'insert' && functionAround(file, line).includes('reviewStatus:'))
}

function readCatalogTables(files: readonly SourceFile[]): Set<string> {
  const catalog = files.find(({ path }) => path === catalogFile)
  const tables = catalog === undefined ? [] : readTableUses(catalog).map(({ table }) => table)
  const base = Object.fromEntries(Object.entries(views).map(([table, view]) => [view, table]))
  return new Set(tables.map((table) => base[table] ?? table))
}

/** The text of the outermost declared function around a line, or the whole file. */
function functionAround(file: SourceFile, line: number): string {
  const around = file.functions.filter((one) => one.isDeclared && one.line <= line && line < one.line + one.lines)
  const [outermost] = around.toSorted((a, b) => a.line - b.line)
  return outermost === undefined ? file.text : textOf(file, outermost)
}

function textOf(file: SourceFile, { line, lines }: { line: number; lines: number }): string {
  return file.lines.slice(line - 1, line - 1 + lines).join('\n')
}

/** The names of the exported functions that announce a change of the catalog, themselves or through one beside them. */
export function listAnnouncingCommands(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path, text }) => domainOf(path) !== undefined && !isTest(path) && text.includes(announcement))
    .flatMap((file) => {
      const declared = file.functions.filter(({ isDeclared }) => isDeclared).map((one) => textOf(file, one))
      const announcing = declared.filter((text) => text.includes(announcement))
      const calls = [announcement, ...announcing.map((text) => `${nameOf(text)}(`)]
      const reaching = declared.filter((text) => calls.some((call) => text.slice(text.indexOf('{')).includes(call)))
      return reaching.filter((text) => text.startsWith('export ')).map(nameOf)
    })
    .toSorted()
}

function nameOf(functionText: string): string {
  return /function (\w+)/.exec(functionText)?.[1] ?? ''
}

/** The rules that read SQL, by name. */
export const sqlRules = {
  domainsWriteTheirOwnTables,
  domainsReadAlongTheirGraph,
  sqlStaysInDomainsAndPlatform,
  catalogChangesAreAnnounced,
} satisfies Record<string, Rule>
