import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { Visitor, parseSync } from 'vite'
import type { ESTree } from 'vite'

export interface Import {
  /** The text between the quotes. */
  specifier: string
  /** A path in the checkout for own files, the specifier for packages. */
  target: string
  isOwn: boolean
  isTypeOnly: boolean
}

export interface FunctionSize {
  line: number
  lines: number
  /** Whether it is a function declaration, not a callback. */
  isDeclared: boolean
}

export interface SourceFile {
  /** Relative to the root of the checkout, with forward slashes. */
  path: string
  text: string
  lines: string[]
  imports: Import[]
  functions: FunctionSize[]
  hasDefaultExport: boolean
  /** Whether it only re-exports. */
  isBarrel: boolean
  isAsynchronous: boolean
  /** Every name in the program, also of properties; none in texts and comments. */
  identifiers: ReadonlySet<string>
  /** Names of exported declarations without a docstring. */
  undocumented: string[]
}

const root = join(import.meta.dirname, '..', '..')
const patterns = ['{src,test,scripts,seeds,examples,bench,e2e}/**/*.{ts,tsx,mjs}', '*.config.ts']

/** Reads and parses every program file of the checkout. */
export function readSourceFiles(): SourceFile[] {
  return listFiles(patterns).map(readSourceFile)
}

/** Lists the matching paths in the checkout, with forward slashes, sorted. */
export function listFiles(globs: string[]): string[] {
  const paths = globSync(globs, { cwd: root, exclude: ['**/node_modules/**'] })
  return paths.map((path) => path.replaceAll('\\', '/')).toSorted()
}

/** Reads the text of a file in the checkout. */
export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** Parses `text` as if it stood at `path`. */
export function parseSourceFile(path: string, text: string): SourceFile {
  const { program, module, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors.map((error) => error.message).join('; ')}`)
  const exports = program.body.filter((node) => node.type === 'ExportNamedDeclaration')
  const docstringEnds = comments.filter((c) => c.type === 'Block' && c.value.startsWith('*')).map((c) => c.end)
  const isDocumented = (node: ESTree.Node) =>
    docstringEnds.some((end) => /^\s*$/.test(text.slice(end, node.start || 0)))
  const documented = new Set(exports.filter((node) => isEndpoint(node) || isDocumented(node)).flatMap(listNames))
  return {
    path,
    text,
    lines: text.replace(/\n$/, '').split('\n'),
    imports: listImports(path, text, { program, module }),
    ...measure(text, program),
    hasDefaultExport: module.staticExports.some((e) => e.entries.some((entry) => entry.exportName.kind === 'Default')),
    isBarrel: isBarrel(program),
    undocumented: [...new Set(exports.flatMap(listNames))].filter((name) => !documented.has(name)),
  }
}

function readSourceFile(path: string): SourceFile {
  return parseSourceFile(path, readText(path))
}

type Parsed = Pick<ReturnType<typeof parseSync>, 'program' | 'module'>

function listImports(path: string, text: string, { program, module }: Parsed): Import[] {
  const found: { specifier: string; isTypeOnly: boolean }[] = []
  for (const node of program.body) {
    if (node.type === 'ImportDeclaration') {
      found.push({ specifier: node.source.value, isTypeOnly: node.importKind === 'type' })
    } else if (node.type === 'ExportAllDeclaration' || (node.type === 'ExportNamedDeclaration' && node.source)) {
      found.push({ specifier: node.source?.value ?? '', isTypeOnly: node.exportKind === 'type' })
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^['"`]([^'"`$]+)['"`]$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[1]
    if (literal) found.push({ specifier: literal, isTypeOnly: false })
  }
  return found.map((item) => ({ ...item, ...resolve(path, item.specifier) }))
}

function resolve(path: string, specifier: string): Pick<Import, 'target' | 'isOwn'> {
  const plain = specifier.replace(/\?.*$/, '')
  if (plain === '#database') return { target: 'src/database.ts', isOwn: true }
  if (plain.startsWith('#test/')) return { target: plain.slice(1), isOwn: true }
  if (plain.startsWith('#')) return { target: `src/${plain.slice(1)}`, isOwn: true }
  // The framework generates the route types outside the sources.
  if (!plain.startsWith('.') || plain.startsWith('./+types/')) return { target: plain, isOwn: false }
  return { target: posix.join(posix.dirname(path), plain), isOwn: true }
}

type Measured = 'functions' | 'isAsynchronous' | 'identifiers'

function measure(text: string, program: ESTree.Program): Pick<SourceFile, Measured> {
  const identifiers = new Set<string>()
  const functions: FunctionSize[] = []
  let isAsynchronous = false
  const note = (node: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    const line = findLine(text, node.start)
    functions.push({
      line,
      lines: findLine(text, node.end) - line + 1,
      isDeclared: node.type === 'FunctionDeclaration',
    })
    isAsynchronous ||= node.async
  }
  new Visitor({
    FunctionDeclaration: note,
    FunctionExpression: note,
    ArrowFunctionExpression: note,
    Identifier: ({ name }) => void identifiers.add(name),
  }).visit(program)
  return { functions, isAsynchronous, identifiers }
}

function findLine(text: string, position: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', at + 1)) line += 1
  return line
}

function isBarrel(program: ESTree.Program): boolean {
  const passesOn = (node: ESTree.Node) =>
    node.type === 'ExportAllDeclaration' || (node.type === 'ExportNamedDeclaration' && node.declaration === null)
  const own = program.body.filter((node) => node.type !== 'ImportDeclaration')
  return own.some((node) => node.type === 'ExportAllDeclaration') || (own.length > 0 && own.every(passesOn))
}

/** Whether an export is an endpoint, whose `summary` replaces a docstring. */
function isEndpoint({ declaration }: ESTree.ExportNamedDeclaration): boolean {
  if (declaration?.type !== 'VariableDeclaration') return false
  const [init] = declaration.declarations.map((declarator) => declarator.init)
  return init?.type === 'CallExpression' && init.callee.type === 'Identifier' && init.callee.name === 'endpoint'
}

function listNames(node: ESTree.ExportNamedDeclaration): string[] {
  const { declaration } = node
  if (!declaration) return []
  if (declaration.type === 'VariableDeclaration') {
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
  }
  return 'id' in declaration && declaration.id?.type === 'Identifier' ? [declaration.id.name] : []
}
