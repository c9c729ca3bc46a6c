import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { WebSession } from '#platform/web/call-context.ts'
import { maxScriptBytes, pagesWithScript } from '#test/support/public-pages.ts'
import { compileTexts } from '#texts/catalogue.ts'
import { buildWhenStale } from '../scripts/build.ts'
import { root } from '../scripts/command.ts'

/** The budgets of a first visit, in compressed bytes. */
const maxStyleBytes = 20_000
const maxArtBytes = 20_000

/** The script of a page of the console before its charts, dialogs and date panels, which are loaded on first use. */
const maxConsoleScriptBytes = 216_000

const pagesWithoutScript = ['/privacy-policy', '/terms-of-service', '/t-cs', '/imprint']

type PageHandler = (request: Request, parts: object) => Promise<Response>

let build: ServerBuild
let handle: PageHandler

beforeAll(async () => {
  if (!(await buildWhenStale())) throw new Error('The site could not be built.')
  build = (await import(pathToFileURL(join(root, 'build/server/index.js')).href)) as ServerBuild
  const entry = build.entry.module as unknown as {
    createPageHandler(build: ServerBuild, mode: string): PageHandler
  }
  handle = entry.createPageHandler(build, 'production')
})

describe.each(pagesWithScript)('%s', (path) => {
  test('loads no more script and style than its budget', async () => {
    const html = await visit(path)
    expect(sumBytes(html, 'js')).toBeLessThanOrEqual(maxScriptBytes)
    expect(sumBytes(html, 'css')).toBeLessThanOrEqual(maxStyleBytes)
    expect(html).not.toContain('plex-mono')
  })
})

describe.each(pagesWithoutScript)('%s', (path) => {
  test('loads no script at all', async () => {
    const html = await visit(path)
    expect(html).toContain('<h1')
    expect(html).not.toMatch(/<script|modulepreload|\/assets\/[^"']+\.js/)
    expect(sumBytes(html, 'css')).toBeLessThanOrEqual(maxStyleBytes)
  })
})

describe('each page of the console', () => {
  test('loads no more script than its budget', () => {
    const layouts = ['pages/shell/console-layout', 'pages/shell/shared-layout']
    const routes = Object.values(build.assets.routes).filter((route) => route !== undefined)
    const pages = routes.filter(({ parentId }) => layouts.includes(parentId ?? ''))
    expect(pages.map(({ id }) => id)).toContain('publishers-account')
    const sizes = pages.map(({ id }) => [id, sumRouteScripts(id)] as const)
    expect(sizes.filter(([, bytes]) => bytes > maxConsoleScriptBytes)).toEqual([])
  })
})

test('each sheet of drawings keeps to its budget', () => {
  const sheets = globSync('build/client/art/*.svg', { cwd: root })
  expect(sheets.length).toBeGreaterThan(0)
  for (const sheet of sheets) expect(getCompressedSize(join(root, sheet)), sheet).toBeLessThanOrEqual(maxArtBytes)
})

test('an error of a page goes to the log, and nothing to the console', async () => {
  const url = 'http://network.example/privacy-policy'
  const logged: unknown[] = []
  const toConsole = vi.spyOn(console, 'error').mockReturnValue()
  const call = () => Promise.reject(new Error('broken'))
  const logError = (error: unknown) => void logged.push(error)
  const broken = await handle(new Request(url), { url, call, session, nonce: 'n', logError })
  const form = new Request(url, { method: 'POST', body: 'a=1' })
  const refused = await handle(form, { url, call, session, nonce: 'n', logError })
  expect([broken.status, refused.status]).toEqual([500, 405])
  expect(logged).toMatchObject([{ message: 'broken' }])
  expect(toConsole).not.toHaveBeenCalled()
  toConsole.mockRestore()
})

async function visit(path: string): Promise<string> {
  const url = `http://network.example${path}`
  const call = () => Promise.resolve({ success: true, data: legalText })
  const answer = await handle(new Request(url), { url, call, session, nonce: 'n', logError: () => undefined })
  expect(answer.status, path).toBe(200)
  return answer.text()
}

/** The reply to the only call that these pages make. */
const legalText = { title: 'A text', updated_on: '2024-06-19', intro: '', sections: [] }

const getTexts = compileTexts()

const session: WebSession = {
  actor: null,
  locale: 'en',
  scheme: 'auto',
  consent: undefined,
  isPhone: false,
  network: {
    name: 'Tandem',
    supportEmail: 'support@network.example',
    addressUnitedStates: '1 Street, City, CA 94105, United States',
    addressHongKong: '1 Road, Hong Kong, 999077',
    legalIdentity: '',
  },
  publicUrl: 'http://network.example',
  trackingOrigin: 'http://network.example',
  csrfToken: () => 'token',
  errorText: ({ code }) => code,
  texts: (...domains) => getTexts('en', domains),
}

const filePatterns = {
  // Only files that the page preloads or imports: it also names files of other pages, which it does not load.
  js: /(?:rel="modulepreload"[^>]* href="|\bimport (?:\* as \w+ from )?")(\/assets\/[^"]+\.js)/g,
  css: /rel="stylesheet"[^>]* href="(\/assets\/[^"#]+\.css)/g,
}

/** Sums the compressed sizes of the files of one kind that the page loads at once. Throws if it loads none. */
function sumBytes(html: string, kind: 'js' | 'css'): number {
  const names = new Set([...html.matchAll(filePatterns[kind])].map(([, name = '']) => name))
  if (names.size === 0) throw new Error(`The page loads no ${kind}`)
  return [...names].reduce((sum, name) => sum + getCompressedSize(join(root, 'build/client', name)), 0)
}

/** Sums the compressed sizes of the scripts that the page of a route loads at once, with those of its layouts. */
function sumRouteScripts(id: string): number {
  const { entry, routes } = build.assets
  const names = new Set([entry.module, ...entry.imports])
  for (let route = routes[id]; route !== undefined; route = routes[route.parentId ?? '']) {
    for (const name of [route.module, ...(route.imports ?? [])]) names.add(name)
  }
  return [...names].reduce((sum, name) => sum + getCompressedSize(join(root, 'build/client', name)), 0)
}

/** The size that is sent. The build writes a compressed copy of each file that compression makes smaller. */
function getCompressedSize(file: string): number {
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
}
