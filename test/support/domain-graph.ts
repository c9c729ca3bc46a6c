import { checkOwnImports, getDomain, getDomains, isTest } from './architecture-map.ts'
import type { Rule } from './architecture-map.ts'
import { readOwners } from './sql-ownership.ts'
import { readTableUses } from './sql-statements.ts'

const domainsImportAlongTheirGraph: Rule = (files, map) => {
  const domains = getDomains(map)
  return checkOwnImports(files, (file, { target }) => {
    const edge = findEdge(file.path, target)
    if (edge === undefined) return undefined
    if (target.endsWith('/tables.ts')) return `is private to domain ${edge.to}: take row types from #database`
    return domains[edge.from]?.includes(edge.to)
      ? undefined
      : `is in domain ${edge.to}, which domain ${edge.from} may not import`
  })
}

/** Returns the two domains of an import that crosses from one into another. */
function findEdge(path: string, target: string): { from: string; to: string } | undefined {
  const [from, to] = [getDomain(path), getDomain(target)]
  return from === undefined || to === undefined || from === to ? undefined : { from, to }
}

/** Each domain stands in the graph, in the wing of its folder, after the domains that it imports. */
const domainGraphIsComplete: Rule = (files, map) => {
  const wingOf = new Map(files.flatMap(({ path }) => (getDomain(path) ? [[getDomain(path), path.split('/')[2]]] : [])))
  const entries = Object.entries(map.wings).flatMap(([wing, domains]) =>
    Object.keys(domains).map((name) => [name, wing] as const),
  )
  const wings = new Map(entries)
  const unknown = [...wingOf].flatMap(([name = '', wing]) =>
    wings.get(name) === wing ? [] : `domain ${name} is missing in wing ${wing} of test/architecture.test.ts`,
  )
  const names = entries.map(([name]) => name)
  const upward = Object.entries(getDomains(map)).flatMap(([from, targets]) =>
    targets
      .filter((to) => !names.slice(0, names.indexOf(from)).includes(to))
      .map((to) => `domain ${from} builds on ${to}, which does not stand before it in test/architecture.test.ts`),
  )
  return [...unknown, ...upward]
}

/** Each edge of the graph is that of an import, or of a statement that reads a table. */
const domainGraphHasNoUnusedEdge: Rule = (files, map) => {
  const owners = readOwners(files)
  const used = new Set(
    files
      .filter(({ path }) => !isTest(path))
      .flatMap((file) => {
        const from = getDomain(file.path)
        const imported = file.imports.map(({ target }) => getDomain(target))
        const read = from === undefined ? [] : readTableUses(file).map(({ table }) => owners.get(table))
        return [...imported, ...read].map((to) => `${from} ${to}`)
      }),
  )
  return Object.entries(getDomains(map)).flatMap(([from, targets]) =>
    targets.filter((to) => !used.has(`${from} ${to}`)).map((to) => `domain ${from} does not use ${to}: drop the edge`),
  )
}

/** The rules about wings and domains, by name. */
export const domainGraphRules = { domainsImportAlongTheirGraph, domainGraphIsComplete, domainGraphHasNoUnusedEdge }
