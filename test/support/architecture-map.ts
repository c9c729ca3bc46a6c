import type { SourceFile } from './source-files.ts'

/** The layers that each layer may import, and the domains that each domain may import. */
export interface ArchitectureMap {
  layers: Record<string, readonly string[]>
  domains: Record<string, readonly string[]>
}

/** A rule returns one sentence for each place that breaks it. */
export type Rule = (files: readonly SourceFile[], map: ArchitectureMap) => string[]

/** Tests may use everything. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || /^(test|e2e)\//.test(path)
}

/** Returns the domain in which a file lies. */
export function getDomain(path: string): string | undefined {
  return /^src\/domains\/([^/]+)\//.exec(path)?.[1]
}

/** Lists the domains that a domain may use, directly or through others. */
export function listReachable(graph: ArchitectureMap['domains'], from: string): Set<string> {
  const seen = new Set<string>()
  const pending = [...(graph[from] ?? [])]
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    pending.push(...(graph[name] ?? []))
  }
  return seen
}
