import type { Import, SourceFile } from './source-files.ts'

/** Which parts of the house may use which; `domains` among themselves follow the graph of the domains. */
export interface HouseMap {
  layers: Record<string, readonly string[]>
  domains: Record<string, readonly string[]>
}

/** A rule answers one sentence for everything that breaks it. */
export type Rule = (files: readonly SourceFile[], map: HouseMap) => string[]

const domainVocabulary = new Set([
  'contract',
  'tables',
  'rules',
  'queries',
  'views',
  'commands',
  'routes',
  'jobs',
  'mails',
])
const vagueNames = new Set(['util', 'helper', 'common', 'service', 'type', 'shared', 'misc', 'lib', 'index'])

const isTest = (path: string) => /\.test\.tsx?$/.test(path) || /^(test|e2e)\//.test(path)
const isWeb = (path: string) =>
  /^src\/(.+\/)?web\//.test(path) ||
  /^src\/(ui|pages|tracker)\//.test(path) ||
  /^src\/(root|entry\.client)\.tsx$/.test(path)

/** The layer of a path, `undefined` outside the house (tests, scripts, benchmarks, examples). */
function layerOf(path: string): string | undefined {
  if (path.startsWith('seeds/')) return 'seeds'
  if (path === 'src/database.ts') return 'database'
  const [, first = '', second = ''] = /^src\/(?:([^/]+)\/)?([^/]+)/.exec(path) ?? []
  if (!path.startsWith('src/')) return undefined
  if (first === '') return 'main'
  return first === 'platform' ? `platform/${second}` : first
}

const importsPointOneWay: Rule = (files, map) =>
  ownImports(files, (file, { target, isTypeOnly }) => {
    const from = layerOf(file.path)
    const to = layerOf(target)
    if (from === undefined || from === to) return undefined
    if (to === undefined) return 'is outside the house'
    if (to === 'database' && !isTypeOnly) return 'is a type: use `import type`'
    if (from === 'database') return isTypeOnly && target.endsWith('/tables.ts') ? undefined : 'is not a type of rows'
    return map.layers[from]?.includes(to) ? undefined : `lies in ${to}, which ${from} may not use`
  })

const domainsFollowTheirGraph: Rule = (files, map) =>
  ownImports(files, (file, { target }) => {
    const from = domainOf(file.path)
    const to = domainOf(target)
    if (from === undefined || to === undefined || from === to) return undefined
    if (target.endsWith('/tables.ts')) return `is the business of ${to} alone; its rows are typed by #database`
    return reachable(map.domains, from).has(to) ? undefined : `belongs to ${to}, which ${from} does not know`
  })

const domainGraphIsKnown: Rule = (files, { domains }) => {
  const present = new Set(files.flatMap(({ path }) => domainOf(path) ?? []))
  const unknown = [...present].filter((name) => !domains[name]).map((name) => `src/domains/${name} is not on the map`)
  const round = Object.keys(domains).filter((name) => reachable(domains, name).has(name))
  return [...unknown, ...round.map((name) => `${name} depends on itself`)]
}

const importsNeverGoRound: Rule = (files) => {
  const targets = new Map(files.map((file) => [file.path, file.imports.filter((i) => i.isOwn).map((i) => i.target)]))
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (path: string, trail: string[]): void => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
    if (done.has(path) || trail.includes(path)) return
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path])
    done.add(path)
  }
  for (const path of targets.keys()) visit(path, [])
  return circles
}

const domainsSpeakTheVocabulary: Rule = (files) => {
  const inDomains = files.flatMap(({ path }) => {
    const [, domain, entry = '', inside] = /^src\/domains\/([^/]+)\/([^/]+)(\/.+)?$/.exec(path) ?? []
    return domain && !(inside === undefined && isTest(path)) ? [{ path, domain, entry, inside }] : []
  })
  const words = new Set(inDomains.map(({ domain, entry }) => `${domain}/${entry}`))
  return inDomains.flatMap(({ path, domain, entry, inside }) => {
    const word = entry.replace(/\.ts$/, '')
    if (inside === undefined) {
      const isKnown = entry.endsWith('.ts') && domainVocabulary.has(word)
      if (!isKnown) return [`${path} is none of the words of a domain`]
      return words.has(`${domain}/${word}`) ? [`${path} stands beside a folder of its name`] : []
    }
    if (entry === 'web' || entry === 'engine') return []
    if (!domainVocabulary.has(word)) return [`${path} lies in a folder that no domain has`]
    return /^\/[^/]+\.ts$/.test(inside) ? [] : [`${path}: one verb per file, no deeper folders, no pages`]
  })
}

const webNeverSeesTheServer: Rule = (files) =>
  everyImport(files, (file, { target, isOwn }) => {
    if (!isWeb(file.path) || isTest(file.path)) return undefined
    if (!isOwn) return target.startsWith('node:') ? 'does not exist in a browser' : undefined
    const isServer =
      /^src\/platform\/server\/|^src\/database\.ts$/.test(target) ||
      /^src\/domains\/[^/]+\/(queries|commands|routes|jobs|mails|tables|engine)(\.ts$|\/)/.test(target)
    return isServer ? 'is the server’s' : undefined
  })

const pureFile = /^src\/domains\/[^/]+\/(contract|rules)(\.ts$|\/)/

/** A page shows what the contracts of domains answer; it knows no statement and no door to the database. */
const pagesUseContracts: Rule = (files) =>
  ownImports(files, (file, { target }) => {
    if (!file.path.startsWith('src/pages/') || !target.startsWith('src/domains/')) return undefined
    return /^src\/domains\/[^/]+\/(contract|rules|views|web)(\.ts$|\/)/.test(target)
      ? undefined
      : 'is not a contract, rule, view or component'
  })

const webKeepsToItsDomain: Rule = (files) =>
  ownImports(files, (file, { target }) => {
    const isForeign = target.startsWith('src/domains/') && domainOf(target) !== domainOf(file.path)
    return isWeb(file.path) && domainOf(file.path) && isForeign && target.includes('/web/')
      ? 'is a component of another domain'
      : undefined
  })

/** Route modules live in the pages, and nowhere else. */
const routesNamePages: Rule = (files) =>
  files
    .filter(({ path }) => path === 'src/routes.ts')
    .flatMap(({ text }) => [...text.matchAll(/'([^']+\.tsx?)'/g)].map(([, path = '']) => path))
    .filter((path) => !path.startsWith('pages/'))
    .map((path) => `src/routes.ts names ${path}, which does not lie in pages/`)

const appHasNoReact: Rule = (files) =>
  everyImport(files, ({ path }, { target }) =>
    path.startsWith('src/app/') && (path.endsWith('.tsx') || /^(react|react-dom|@mantine\/.*)$/.test(target))
      ? 'brings React into app/'
      : undefined,
  )
const impurePackage =
  /^(node:|kysely|pg(-|$)|fastify|@fastify|react|@mantine|@react-router|nodemailer|pino|prom-client|smtp-server)/

const contractsAndRulesRunAnywhere: Rule = (files) => {
  const pure = files.filter(({ path }) => pureFile.test(path) && !isTest(path))
  const imports = everyImport(pure, (file, { target, isOwn, isTypeOnly }) => {
    if (isTypeOnly && target === `src/domains/${domainOf(file.path)}/tables.ts`) return undefined
    if (!isOwn) return impurePackage.test(target) ? 'needs a certain place to run' : undefined
    return pureFile.test(target) || target.startsWith('src/kernel/')
      ? undefined
      : 'is neither contract, rule nor kernel'
  })
  const clock = /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(|\bMath\.random\(|\bTemporal\.Now\b/
  return [
    ...imports,
    ...pure.filter(({ text }) => clock.test(text)).map(({ path }) => `${path} looks at a clock or throws dice`),
    ...pure.filter((file) => file.isAsynchronous).map(({ path }) => `${path} waits for something`),
  ]
}

const kernelNeedsOnlyZod: Rule = (files) =>
  everyImport(files, (file, { target, isOwn }) => {
    if (isTest(file.path) || layerOf(file.path) !== 'kernel' || isOwn) return undefined
    return target === 'zod' ? undefined : 'is not zod'
  })

const trackerImportsNothing: Rule = (files) =>
  everyImport(files, (file) => (layerOf(file.path) === 'tracker' && !isTest(file.path) ? 'is an import' : undefined))

const outsidersKnowOnlyTheDoor: Rule = (files) =>
  ownImports(files, (file, { target }) =>
    file.path.startsWith('examples/') && !target.startsWith('examples/') && !isTest(file.path)
      ? 'is not known to a merchant'
      : undefined,
  )

const namesSaySomething: Rule = (files) =>
  files.flatMap(({ path }) => {
    const words = path.split('/').map((segment) => segment.replace(/\..*$/, ''))
    const vague = words.filter((word) => vagueNames.has(word.replace(/s$/, '')))
    const odd = words.filter((word) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(word))
    return [
      ...vague.map((word) => `${path}: "${word}" says nothing`),
      ...odd.map((word) => `${path}: "${word}" is not kebab-case`),
    ]
  })

const nothingIsPassedOn: Rule = (files) =>
  files.filter((file) => file.isBarrel).map(({ path }) => `${path} only passes on what others export`)

const onlyTheFrameworkGetsDefaults: Rule = (files) => {
  const routes = files.find(({ path }) => path === 'src/routes.ts')?.text ?? ''
  const pages = [...routes.matchAll(/'([^']+\.tsx?)'/g)].map(([, path]) => `src/${path?.replace(/^\.\//, '')}`)
  const entries = ['src/root.tsx', 'src/routes.ts', 'src/entry.server.tsx', 'src/entry.client.tsx', ...pages]
  return files
    .filter((file) => file.hasDefaultExport && !/^[^/]+\.config\.ts$/.test(file.path) && !entries.includes(file.path))
    .map(({ path }) => `${path} has a default export and is no page of src/routes.ts`)
}

const documentedFile = /^src\/(kernel\/|domains\/[^/]+\/contract(\.ts$|\/))/

const promisesAreWrittenDown: Rule = (files) =>
  files
    .filter(({ path }) => documentedFile.test(path) && !isTest(path))
    .flatMap(({ path, undocumented }) => undocumented.map((name) => `${path}: ${name} has no docstring`))

function domainOf(path: string): string | undefined {
  return /^src\/domains\/([^/]+)\//.exec(path)?.[1]
}

function reachable(graph: HouseMap['domains'], from: string): Set<string> {
  const seen = new Set<string>()
  const open = [...(graph[from] ?? [])]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    open.push(...(graph[name] ?? []))
  }
  return seen
}

type Complaint = (file: SourceFile, used: Import) => string | undefined

function everyImport(files: readonly SourceFile[], complain: Complaint): string[] {
  return files.flatMap((file) =>
    file.imports.flatMap((used) => {
      const complaint = complain(file, used)
      return complaint === undefined ? [] : [`${file.path}: ${used.specifier} ${complaint}`]
    }),
  )
}

/** Tests may reach for anything. */
function ownImports(files: readonly SourceFile[], complain: Complaint): string[] {
  return everyImport(
    files.filter(({ path }) => !isTest(path)),
    (file, used) => (used.isOwn ? complain(file, used) : undefined),
  )
}

/** The rules of the house, by name. */
export const rules = {
  importsPointOneWay,
  domainsFollowTheirGraph,
  domainGraphIsKnown,
  importsNeverGoRound,
  domainsSpeakTheVocabulary,
  webNeverSeesTheServer,
  contractsAndRulesRunAnywhere,
  kernelNeedsOnlyZod,
  trackerImportsNothing,
  pagesUseContracts,
  webKeepsToItsDomain,
  routesNamePages,
  appHasNoReact,
  outsidersKnowOnlyTheDoor,
  namesSaySomething,
  nothingIsPassedOn,
  onlyTheFrameworkGetsDefaults,
  promisesAreWrittenDown,
} satisfies Record<string, Rule>
