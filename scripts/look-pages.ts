import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { DemoSignIns } from '#app/demo.ts'
import { showWhole } from '../e2e/support/layout-flaws.ts'
import routes from '../src/routes.ts'
import { root } from './command.ts'
import type { DrawnPage } from './look-sheets.ts'

/** One way in which the pages are drawn. */
export interface Look {
  data: 'demo' | 'empty'
  width: number
  scheme: 'light' | 'dark'
  locale: 'en' | 'zh'
}

interface LookOptions {
  look: Look
  signIns: DemoSignIns
  url: string
  /** Only these addresses; all pages when empty. */
  addresses: readonly string[]
}

/** The readers, with the folders of their pages. */
const readers = { visitor: ['public'], publisher: ['publisher', 'signed-in'], advertiser: ['advertiser'] }
const folders: Record<'visitor' | keyof DemoSignIns, readonly string[]> = { ...readers, operator: ['operator'] }

/** Addresses that show no page, or one only with a token of the start. */
const isNoPage = /log-out|preferences|mailbox|styleguide|\*/

/** The font of Chinese texts, for machines without one; the site names this family after those of the systems. */
const chineseFont = join(root, 'node_modules', '@fontsource', 'noto-sans-sc')

/** Draws every page for its reader, the readers one after another. */
export async function drawLook(browser: Browser, options: LookOptions): Promise<DrawnPage[]> {
  const drawn: DrawnPage[] = []
  for (const reader of ['visitor', 'publisher', 'advertiser', 'operator'] as const) {
    const context = await openContext(browser, reader, options)
    drawn.push(...(await drawReader(context, reader, options)))
    await context.close()
  }
  return drawn
}

async function openContext(browser: Browser, reader: keyof typeof folders, { look, signIns, url }: LookOptions) {
  const { scheme: colorScheme, locale, width } = look
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height: 800 },
    deviceScaleFactor: width < 1000 ? 2 / 3 : 13 / 24,
    reducedMotion: 'reduce',
    colorScheme,
  })
  const cookies = { tandem_locale: locale, tandem_consent: 'necessary' }
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })))
  await context.route('/chinese-font/**', (route) => {
    const [, file = ''] = new URL(route.request().url()).pathname.split('/chinese-font/')
    return route.fulfill({ path: join(chineseFont, file) })
  })
  if (reader !== 'visitor') {
    const data = { ...signIns[reader], type: reader === 'advertiser' ? 'advertiser' : 'creator' }
    await context.request.post('/account/api/login', { headers: { Origin: url }, data })
  }
  return context
}

/** Draws the pages of a reader. The parameters of an address are those of the first link to such a page. */
async function drawReader(context: BrowserContext, reader: keyof typeof folders, { look, addresses }: LookOptions) {
  const all = listPatterns(folders[reader])
  const open = all.filter((path) => addresses.length === 0 || addresses.some((address) => isLike(address, path)))
  const links = new Set<string>(addresses)
  const drawn: DrawnPage[] = []
  const takeNext = () => {
    for (const [index, pattern] of open.entries()) {
      const path = pattern.includes(':') ? [...links].find((link) => isLike(link, pattern)) : pattern
      if (path === undefined) continue
      open.splice(index, 1)
      return path
    }
    return undefined
  }
  const drawNext = async () => {
    const page = await context.newPage()
    for (let path = takeNext(); path !== undefined; path = takeNext()) {
      drawn.push({ title: `${reader} ${path}`, png: await drawPage(page, path, look.width) })
      const found = await page.evaluate(() => [...document.links].map(({ pathname }) => pathname))
      for (const link of found) if (!all.includes(link)) links.add(link)
    }
    await page.close()
  }
  await Promise.all([drawNext(), drawNext()])
  // What only the last page of the other worker linked to.
  await drawNext()
  if (open.length > 0) process.stdout.write(`No page of the ${reader} links to: ${open.join(', ')}\n`)
  return drawn.toSorted((one, other) => (one.title < other.title ? -1 : 1))
}

function isLike(address: string, pattern: string): boolean {
  return new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/?#]+')}([?#]|$)`).test(address)
}

/** Lists the addresses of the pages whose modules are in these folders. */
function listPatterns(own: readonly string[]): string[] {
  const list = ({ path = '', file, children = [] }: (typeof routes)[number], parent: string): string[] => {
    const address = path === '' ? parent : `${parent === '/' ? '' : parent}/${path}`
    const isOwn = own.includes(file.split('/')[1] ?? '') && !isNoPage.test(address)
    return [...(isOwn ? [address] : []), ...children.flatMap((child) => list(child, address))]
  }
  return [...new Set(routes.flatMap((entry) => list(entry, '/')))]
}

async function drawPage(page: Page, path: string, width: number): Promise<Buffer> {
  await page.setViewportSize({ width, height: 800 })
  await page.goto(path)
  await page.addStyleTag({ url: '/chinese-font/400.css' })
  // Charts are drawn once they are in sight.
  await showWhole(page, width)
  await page.waitForLoadState('networkidle')
  return page.screenshot({ fullPage: true, animations: 'disabled' })
}
