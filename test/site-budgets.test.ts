import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import { beforeAll, describe, expect, test } from 'vitest'
import type { WebSession } from '#platform/web/call-context.ts'
import { maxScriptBytes, pagesWithScript } from '#test/support/public-pages.ts'
import { compileTexts } from '#texts/catalogue.ts'
import { buildWhenStale } from '../scripts/build.ts'
import { root } from '../scripts/command.ts'

/** Bytes of a first visit, compressed as they are sent. */
const maxStyleBytes = 20_000
const maxArtBytes = 20_000

const pagesWithout = ['/privacy-policy', '/terms-of-service', '/t-cs', '/imprint']

type PageHandler = (request: Request, parts: object) => Promise<Response>

let handle: PageHandler

beforeAll(async () => {
  if (!(await buildWhenStale())) throw new Error('The site could not be built.')
  const build = (await import(pathToFileURL(join(root, 'build/server/index.js')).href)) as ServerBuild
  const entry = build.entry.module as unknown as {
    createPageHandler(build: ServerBuild, mode: string): PageHandler
  }
  handle = entry.createPageHandler(build, 'production')
}, 180_000)

describe.each(pagesWithScript)('%s', (path) => {
  test('loads no more than it may', async () => {
    const html = await visit(path)
    expect(bytesOf(html, 'js')).toBeGreaterThan(90_000)
    expect(bytesOf(html, 'js')).toBeLessThanOrEqual(maxScriptBytes)
    expect(bytesOf(html, 'css')).toBeGreaterThan(4_000)
    expect(bytesOf(html, 'css')).toBeLessThanOrEqual(maxStyleBytes)
  })
})

describe.each(pagesWithout)('%s', (path) => {
  test('loads no script at all', async () => {
    const html = await visit(path)
    expect(html).toContain('<h1')
    expect(html).not.toMatch(/<script|modulepreload|\/assets\/[^"']+\.js/)
    expect(bytesOf(html, 'css')).toBeLessThanOrEqual(maxStyleBytes)
  })
})

test('a sheet of drawings is no heavier than a photograph', () => {
  const sheets = globSync('build/client/art/*.svg', { cwd: root })
  expect(sheets.length).toBeGreaterThan(0)
  for (const sheet of sheets) expect(compressed(join(root, sheet)), sheet).toBeLessThanOrEqual(maxArtBytes)
})

async function visit(path: string): Promise<string> {
  const url = `http://network.example${path}`
  const call = () => Promise.resolve({ success: true, data: legalText })
  const answer = await handle(new Request(url), { url, call, session, nonce: 'n' })
  expect(answer.status, path).toBe(200)
  return answer.text()
}

/** The only thing that these pages ask for. */
const legalText = { title: 'A text', updated_on: '2024-06-19', intro: '', sections: [] }

const textsOf = compileTexts()

const session: WebSession = {
  actor: null,
  locale: 'en',
  network: {
    name: 'Tandem',
    supportEmail: 'support@network.example',
    addressUnitedStates: '1 Street, City, CA 94105, United States',
    addressHongKong: '1 Road, Hong Kong, 999077',
    legalIdentity: '',
  },
  publicUrl: 'http://network.example',
  csrfToken: () => 'token',
  errorText: ({ code }) => code,
  texts: (...domains) => textsOf('en', domains),
}

const named = {
  // What is preloaded or imported; the page also names files of other pages, which it does not load.
  js: /(?:rel="modulepreload"[^>]* href="|\bimport (?:\* as \w+ from )?")(\/assets\/[^"]+\.js)/g,
  css: /rel="stylesheet"[^>]* href="(\/assets\/[^"#]+\.css)/g,
}

/** The compressed size of every file of one kind that the page loads at once. */
function bytesOf(html: string, kind: 'js' | 'css'): number {
  const names = new Set([...html.matchAll(named[kind])].map(([, name = '']) => name))
  return [...names].reduce((sum, name) => sum + compressed(join(root, 'build/client', name)), 0)
}

/** What goes over the wire: the build leaves the compressed form beside every file that is worth it. */
function compressed(file: string): number {
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
}
