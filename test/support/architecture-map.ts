import type { Import, SourceFile } from './source-files.ts'

/** The layers that each layer may import, and the domains of each wing with those that they import themselves. */
export interface ArchitectureMap {
  layers: Record<string, readonly string[]>
  /** From the ground up: a domain imports only domains that stand before it. */
  wings: Record<string, Record<string, readonly string[]>>
}

/** A rule returns one sentence for each place that breaks it. */
export type Rule = (files: readonly SourceFile[], map: ArchitectureMap) => string[]

/** Tests may use everything. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || /^(test|e2e)\//.test(path)
}

/** Returns the domain in which a file lies. */
export function getDomain(path: string): string | undefined {
  return /^src\/domains\/[^/]+\/([^/]+)\//.exec(path)?.[1]
}

/** The domains that each domain imports itself, in the order of the wings. */
type DomainGraph = Record<string, readonly string[]>

/** Returns the domains of all wings. */
export function getDomains({ wings }: ArchitectureMap): DomainGraph {
  return Object.assign({}, ...Object.values(wings)) as DomainGraph
}

/** Lists the domains that a domain uses, directly or through others. */
export function listReachable(map: ArchitectureMap, from: string): Set<string> {
  const graph = getDomains(map)
  const seen = new Set<string>()
  const pending = [...(graph[from] ?? [])]
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    pending.push(...(graph[name] ?? []))
  }
  return seen
}

type Complaint = (file: SourceFile, used: Import) => string | undefined

/** Calls `complain` for every import, and returns its complaints. */
export function checkImports(files: readonly SourceFile[], complain: Complaint): string[] {
  return files.flatMap((file) =>
    file.imports.flatMap((used) => {
      const complaint = complain(file, used)
      return complaint === undefined ? [] : [`${file.path}: ${used.specifier} ${complaint}`]
    }),
  )
}

/** Calls `complain` for every import of an own file; tests may import anything. */
export function checkOwnImports(files: readonly SourceFile[], complain: Complaint): string[] {
  return checkImports(
    files.filter(({ path }) => !isTest(path)),
    (file, used) => (used.isOwn ? complain(file, used) : undefined),
  )
}
