import { checkImports, checkOwnImports, getDomain, isTest } from './architecture-map.ts'
import type { Rule } from './architecture-map.ts'
import { domainGraphRules } from './domain-graph.ts'
import { sqlRules } from './sql-ownership.ts'

const domainVocabulary = new Set([
  'contract',
  'tables',
  'rules',
  'queries',
  'views',
  'commands',
  'routes',
  'jobs',
  'privacy',
  'saved-lists',
  'mails',
])
const vagueNames = new Set(['util', 'helper', 'common', 'service', 'type', 'shared', 'misc', 'lib', 'index'])

const isWeb = (path: string) =>
  /^src\/(.+\/)?web\//.test(path) ||
  /^src\/(ui|pages|tracker)\//.test(path) ||
  /^src\/(root|entry\.client)\.tsx$/.test(path)

/** Returns the layer of a path; `undefined` for tests, scripts, benchmarks and examples. */
function getLayer(path: string): string | undefined {
  if (path.startsWith('seeds/')) return 'seeds'
  if (path === 'src/database.ts') return 'database'
  const [, first = '', second = ''] = /^src\/(?:([^/]+)\/)?([^/]+)/.exec(path) ?? []
  if (!path.startsWith('src/')) return undefined
  if (first === '') return 'main'
  return first === 'platform' ? `platform/${second}` : first
}

/** Whether only types may be imported: the database is one type, and the kernel takes a type from the texts. */
const givesOnlyTypes = (from: string, to: string) => to === 'database' || (from === 'kernel' && to === 'texts')

const importsFollowTheLayers: Rule = (files, map) =>
  checkOwnImports(files, (file, { target, isTypeOnly }) => {
    const from = getLayer(file.path)
    const to = getLayer(target)
    if (from === undefined || from === to) return undefined
    if (to === undefined) return 'is a test, script, benchmark or example, which no layer may import'
    if (givesOnlyTypes(from, to) && !isTypeOnly) return 'is only a type: write `import type`'
    if (from === 'database')
      return isTypeOnly && target.endsWith('/tables.ts')
        ? undefined
        : 'is not a row type: src/database.ts imports only types of tables.ts'
    return map.layers[from]?.includes(to) ? undefined : `is in layer ${to}, which layer ${from} may not import`
  })

const importsHaveNoCycle: Rule = (files) => {
  const targets = new Map(files.map((file) => [file.path, file.imports.filter((i) => i.isOwn).map((i) => i.target)]))
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (path: string, trail: string[]): void => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
    if (done.has(path) || trail.includes(path)) return
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path])
    done.add(path)
  }
  for (const path of targets.keys()) visit(path, [])
  return cycles
}

const domainFilesHaveKnownNames: Rule = (files) => {
  const inDomains = files.flatMap(({ path }) => {
    const [, domain, entry = '', inside] = /^src\/domains\/[^/]+\/([^/]+)\/([^/]+)(\/.+)?$/.exec(path) ?? []
    return domain && !(inside === undefined && isTest(path)) ? [{ path, domain, entry, inside }] : []
  })
  const words = new Set(inDomains.map(({ domain, entry }) => `${domain}/${entry}`))
  return inDomains.flatMap(({ path, domain, entry, inside }) => {
    const word = entry.replace(/\.ts$/, '')
    if (inside === undefined) {
      const isKnown = entry.endsWith('.ts') && domainVocabulary.has(word)
      if (!isKnown) return [`${path} is not a known file name of a domain`]
      return words.has(`${domain}/${word}`) ? [`${path} has the same name as the folder beside it: keep one`] : []
    }
    if (entry === 'web' || entry === 'engine') return []
    if (!domainVocabulary.has(word)) return [`${path} is in a folder with an unknown name`]
    return /^\/[^/]+\.ts$/.test(inside)
      ? []
      : [`${path} is not a .ts file directly in the folder: no subfolders and no components here`]
  })
}

const serverFile =
  /^src\/domains\/[^/]+\/[^/]+\/(queries|commands|routes|jobs|privacy|saved-lists|mails|tables|engine)(\.ts$|\/)/

const webNeverImportsTheServer: Rule = (files) =>
  checkImports(files, (file, { target, isOwn }) => {
    if (!isWeb(file.path) || isTest(file.path)) return undefined
    if (!isOwn) return target.startsWith('node:') ? 'does not exist in the browser' : undefined
    const isServer = /^src\/platform\/server\/|^src\/database\.ts$/.test(target) || serverFile.test(target)
    return isServer ? 'is server code, which the browser may not load' : undefined
  })

const pureFile = /^src\/domains\/[^/]+\/[^/]+\/(contract|rules)(\.ts$|\/)/

/** A page reaches a domain through its contract; it never runs a query or a command. */
const pagesImportOnlyContractsOfDomains: Rule = (files) =>
  checkOwnImports(files, (file, { target }) => {
    if (!file.path.startsWith('src/pages/') || !target.startsWith('src/domains/')) return undefined
    return /^src\/domains\/[^/]+\/[^/]+\/(contract|rules|views|web)(\.ts$|\/)/.test(target)
      ? undefined
      : 'is not a contract, rule, view or component of a domain'
  })

const webImportsNoWebOfAnotherDomain: Rule = (files) =>
  checkOwnImports(files, (file, { target }) => {
    const isForeign = target.startsWith('src/domains/') && getDomain(target) !== getDomain(file.path)
    return isWeb(file.path) && getDomain(file.path) && isForeign && target.includes('/web/')
      ? 'is a component of another domain'
      : undefined
  })

/** App/ starts and stops the long-running services of a domain; besides app/ only the domain itself uses them. */
const enginesBelongToTheirDomain: Rule = (files) =>
  checkOwnImports(files, (file, { target }) => {
    const owner = /^src\/domains\/[^/]+\/([^/]+)\/engine\//.exec(target)?.[1]
    if (owner === undefined || !file.path.startsWith('src/') || file.path.startsWith('src/app/')) return undefined
    return getDomain(file.path) === owner ? undefined : `is machinery of domain ${owner}, which only app/ may import`
  })

/** Route modules are in src/pages and nowhere else. */
const routesNameOnlyPages: Rule = (files) =>
  files
    .filter(({ path }) => path === 'src/routes.ts')
    .flatMap(({ text }) => [...text.matchAll(/'([^']+\.tsx?)'/g)].map(([, path = '']) => path))
    .filter((path) => !path.startsWith('pages/'))
    .map((path) => `src/routes.ts names ${path}, which is not in src/pages`)

const appImportsNoReact: Rule = (files) =>
  checkImports(files, ({ path }, { target }) =>
    path.startsWith('src/app/') && (path.endsWith('.tsx') || /^(react|react-dom|@mantine\/.*)$/.test(target))
      ? 'adds React to app/'
      : undefined,
  )

const impurePackage =
  /^(node:|kysely|pg(-|$)|fastify|@fastify|react|@mantine|@react-router|nodemailer|pino|prom-client|smtp-server)/

const contractsAndRulesArePure: Rule = (files) => {
  const pure = files.filter(({ path }) => pureFile.test(path) && !isTest(path))
  const imports = checkImports(pure, (file, { target, isOwn, isTypeOnly }) => {
    if (isTypeOnly && target.endsWith('/tables.ts') && getDomain(target) === getDomain(file.path)) return undefined
    if (!isOwn)
      return impurePackage.test(target)
        ? 'makes a contract or rule impure: it runs only on a server or only in a browser'
        : undefined
    return pureFile.test(target) || target.startsWith('src/kernel/')
      ? undefined
      : 'makes a contract or rule impure: it is not a contract, rule or kernel module'
  })
  const clock = /\b(Date\.now|new Date\(\)|performance\.now|Math\.random|Temporal\.Now)/
  return [
    ...imports,
    ...pure.flatMap(({ path, text }) => {
      const [, name] = clock.exec(text) ?? []
      return name === undefined ? [] : [`${path} is impure: uses ${name}`]
    }),
    ...pure.filter((file) => file.isAsynchronous).map(({ path }) => `${path} is impure: has an async function`),
  ]
}

const kernelImportsOnlyZod: Rule = (files) =>
  checkImports(files, (file, { target, isOwn }) => {
    if (isTest(file.path) || getLayer(file.path) !== 'kernel' || isOwn) return undefined
    return target === 'zod' ? undefined : 'is a package other than zod'
  })

const trackerImportsNothing: Rule = (files) =>
  checkImports(files, (file) =>
    getLayer(file.path) === 'tracker' && !isTest(file.path) ? 'is an import: the tracker must stand alone' : undefined,
  )

const examplesImportNothingOfTandem: Rule = (files) =>
  checkOwnImports(files, (file, { target }) =>
    file.path.startsWith('examples/') && !target.startsWith('examples/') && !isTest(file.path)
      ? 'is a file of Tandem: an example imports only its own files'
      : undefined,
  )

const namesAreSpecific: Rule = (files) =>
  files.flatMap(({ path }) => {
    const words = path.split('/').map((segment) => segment.replace(/\..*$/, ''))
    const vague = words.filter((word) => vagueNames.has(word.replace(/s$/, '')))
    const odd = words.filter((word) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(word))
    return [
      ...vague.map((word) => `${path}: "${word}" is too vague a name`),
      ...odd.map((word) => `${path}: "${word}" is not kebab-case`),
    ]
  })

/** What calls, forms and settings say to those outside. Addresses and screens say brand too. */
const outsideNames = new Set(['brand', 'brands', 'brand_sale', 'BRAND_NAME'])

/** One noun for one person: an advertiser, as the glossary says. What a network looks like is its branding. */
const identifiersSayAdvertiser: Rule = (files) =>
  files.flatMap(({ path, identifiers }) =>
    [...identifiers, ...path.split('/')]
      .filter((name) => /brand(?!ing|ed)/i.test(name) && !outsideNames.has(name))
      .map((name) => `${path}: "${name}" says brand: say advertiser`),
  )

const noFileOnlyReExports: Rule = (files) =>
  files.filter((file) => file.isBarrel).map(({ path }) => `${path} only re-exports: import from the file that declares`)

const onlyPagesHaveDefaultExports: Rule = (files) => {
  const routes = files.find(({ path }) => path === 'src/routes.ts')?.text ?? ''
  const pages = [...routes.matchAll(/'([^']+\.tsx?)'/g)].map(([, path]) => `src/${path?.replace(/^\.\//, '')}`)
  const entries = ['src/root.tsx', 'src/routes.ts', 'src/entry.server.tsx', 'src/entry.client.tsx', ...pages]
  return files
    .filter((file) => file.hasDefaultExport && !/^[^/]+\.config\.ts$/.test(file.path) && !entries.includes(file.path))
    .map(({ path }) => `${path} adds a default export but is not a page of src/routes.ts`)
}

const documentedFile = /^src\/(kernel\/|domains\/[^/]+\/[^/]+\/contract(\.ts$|\/))/

const exportsHaveDocstrings: Rule = (files) =>
  files
    .filter(({ path }) => documentedFile.test(path) && !isTest(path))
    .flatMap(({ path, undocumented }) => undocumented.map((name) => `${path}: ${name} has no docstring`))

/** All rules, by name. */
export const rules = {
  importsFollowTheLayers,
  ...domainGraphRules,
  importsHaveNoCycle,
  domainFilesHaveKnownNames,
  webNeverImportsTheServer,
  contractsAndRulesArePure,
  kernelImportsOnlyZod,
  trackerImportsNothing,
  pagesImportOnlyContractsOfDomains,
  webImportsNoWebOfAnotherDomain,
  enginesBelongToTheirDomain,
  routesNameOnlyPages,
  appImportsNoReact,
  examplesImportNothingOfTandem,
  namesAreSpecific,
  identifiersSayAdvertiser,
  noFileOnlyReExports,
  onlyPagesHaveDefaultExports,
  exportsHaveDocstrings,
  ...sqlRules,
} satisfies Record<string, Rule>
