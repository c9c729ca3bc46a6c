import { Visitor, parseSync } from 'vite'
import type { ESTree } from 'vite'
import type { SourceFile } from './source-files.ts'

/** A statement's use of a table. */
export interface TableUse {
  /** In the spelling of the database. */
  table: string
  verb: 'read' | 'insert' | 'update' | 'delete' | 'truncate' | 'define'
  line: number
}

const kyselyVerbs: Record<string, TableUse['verb']> = {
  selectFrom: 'read',
  innerJoin: 'read',
  leftJoin: 'read',
  rightJoin: 'read',
  fullJoin: 'read',
  crossJoin: 'read',
  from: 'read',
  using: 'read',
  insertInto: 'insert',
  replaceInto: 'insert',
  mergeInto: 'update',
  updateTable: 'update',
  deleteFrom: 'delete',
}

const name = String.raw`(?:ONLY )?"?([a-z_][a-z0-9_]*)"?(?!\w|\s*\()`
const target = String.raw`(?:ONLY )?"?([a-z_][a-z0-9_]*)"?`
const item = String.raw`[a-z_][a-z0-9_]*(?: (?:AS )?[a-z_][a-z0-9_]*)?`

/** Matches only upper-case keywords, which all our SQL uses, so that no sentence in a string counts as a statement. */
const rawVerbs: [verb: TableUse['verb'], pattern: RegExp][] = [
  ['insert', new RegExp(`\\bINSERT INTO ${target}`, 'g')],
  ['insert', new RegExp(`\\bCOPY ${target}`, 'g')],
  ['update', new RegExp(`\\bMERGE INTO ${target}`, 'g')],
  ['update', new RegExp(`(?<!\\b(?:DO|FOR|KEY) )\\bUPDATE ${target}`, 'g')],
  ['delete', new RegExp(`\\bDELETE FROM ${target}`, 'g')],
  ['truncate', new RegExp(`\\bTRUNCATE (?:TABLE )?${target}`, 'g')],
  ['define', new RegExp(`\\b(?:CREATE|ALTER|DROP|LOCK) TABLE (?:IF (?:NOT )?EXISTS )?${target}`, 'g')],
  ['read', new RegExp(`(?<!\\bDELETE )\\b(?:FROM|JOIN|USING) ${name}`, 'g')],
]
const commaList = new RegExp(`\\b(?:FROM|USING) (${item}(?:, ${item})+)`, 'g')
const commonTable = /\b([a-z_][a-z0-9_]*)(?: \([^()]*\))? AS (?:NOT )?(?:MATERIALIZED )?\(/g

/** The uses that were read, since five rules read those of the same files. */
const known = new WeakMap<SourceFile, TableUse[]>()

/** Lists the uses of tables in the statements of a file, raw or built by Kysely, without common table expressions. */
export function readTableUses(file: SourceFile): readonly TableUse[] {
  const found = known.get(file) ?? parseTableUses(file)
  known.set(file, found)
  return found
}

function parseTableUses(file: SourceFile): TableUse[] {
  const { literals, calls } = readStatements(file)
  const own = new Set(literals.flatMap(({ text }) => [...text.matchAll(commonTable)].map(([, cte]) => cte)))
  const raw = literals.flatMap(({ text, line }) => readRaw(text).map((use) => ({ ...use, line })))
  return [...calls, ...raw].filter(({ table }) => !own.has(table))
}

/** Whether a file contains a raw statement or a part of one. */
export function holdsSql(file: SourceFile): boolean {
  return /\bsql(?:<[^`]*>)?`/.test(file.text)
}

function readRaw(text: string): Omit<TableUse, 'line'>[] {
  const plain = text.replaceAll(/\s+/g, ' ').replaceAll(/IS (?:NOT )?DISTINCT FROM/g, '')
  const uses = rawVerbs.flatMap(([verb, pattern]) =>
    [...plain.matchAll(pattern)].map(([, table = '']) => ({ table, verb })),
  )
  const lists = [...plain.matchAll(commaList)].flatMap(([, list = '']) => list.split(', '))
  return [...uses, ...lists.map((entry) => ({ table: entry.split(' ')[0] ?? '', verb: 'read' as const }))]
}

interface Statements {
  literals: { text: string; line: number }[]
  calls: TableUse[]
}

function readStatements(file: SourceFile): Statements {
  const { program } = parseSync(file.path, file.text)
  const lineAt = (node: ESTree.Node) => file.text.slice(0, node.start).split('\n').length
  const literals: Statements['literals'] = []
  const calls: TableUse[] = []
  new Visitor({
    TemplateLiteral(node) {
      literals.push({ text: node.quasis.map(({ value }) => value.raw).join('?'), line: lineAt(node) })
    },
    Literal(node) {
      if (typeof node.value === 'string') literals.push({ text: node.value, line: lineAt(node) })
    },
    CallExpression(node) {
      const { callee } = node
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      const verb = kyselyVerbs[callee.property.name]
      if (verb === undefined) return
      for (const table of namedTables(node.arguments[0])) calls.push({ table, verb, line: lineAt(callee.property) })
    },
  }).visit(program)
  return { literals, calls }
}

/** Reads `'siteTable as s'`, or a list of such, as names in the spelling of the database. */
function namedTables(argument: ESTree.Argument | undefined): string[] {
  if (argument?.type === 'ArrayExpression') return argument.elements.flatMap((one) => (one ? namedTables(one) : []))
  if (argument?.type !== 'Literal' || typeof argument.value !== 'string') return []
  return [toSnakeCase(argument.value.split(' ')[0] ?? '')]
}

/** `programTerms` → `program_terms`. */
export function toSnakeCase(words: string): string {
  return words.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
