import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect } from '@playwright/test'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { startProcess } from './support/child-process.ts'
import { getOwnNetwork } from './support/networks.ts'
import { openOwnDatabase } from './support/own-database.ts'
import { test } from './support/shared-context.ts'
import { awaitShop, declareShop } from './support/shop.ts'
import { demo, logIn, logInAs } from './support/sign-in.ts'
import { serve } from './support/web-page.ts'
import { findFreePort } from '../test/support/network.ts'
import { userAgent } from './support/user-agent.ts'

test('gives each site its script, and says how a check went', async ({ page }) => {
  await logInAs(page, 'publisher')
  await page.goto('/installation')
  const [, key = ''] = /data-key="([a-z0-9]{16})"/.exec(await page.getByRole('figure').innerText()) ?? []
  await expect(page.getByLabel('Site', { exact: true })).toHaveValue(key)
  await expect(page.getByText('Not checked yet.')).toBeVisible()
  await expectAccessible(page)

  const check = page.getByRole('button', { name: 'Check installation' })
  await page.getByLabel('Page to check').fill('http://2130706433/')
  await check.click()
  await expect(page.getByLabel('Page to check')).toHaveAccessibleDescription(/valid public web address/)
  await expect(page.getByLabel('Page to check')).toHaveValue('http://2130706433/')
  await page.route('**/installation.data*', (route) => route.abort())
  await check.click()
  await expect(page.getByText('The check could not be made.')).toBeVisible()
})

test('finds the script on a page of the site, says why it does not, and answers within ten seconds', async ({
  page,
}) => {
  let html = 'no script'
  const site = await serve((_request, response) => response.end(html))
  const port = String(await findFreePort())
  const settings = { PORT: port, SITE_PORT: String(site.port), DATA_DIR: getOwnNetwork().dataDir }
  const node = await startProcess('e2e/support/node-with-connector.ts', { NODE_ENV: 'production', ...settings })
  try {
    await page.clock.install()
    await logIn(page, `http://127.0.0.1:${port}/login-creator`, demo.publisher)
    await page.waitForURL((url) => !url.pathname.startsWith('/login'))
    await page.goto(`http://127.0.0.1:${port}/installation`)
    const check = page.getByRole('button', { name: 'Check installation' })
    await check.click()
    await expect(page.getByText('The script was not found.')).toBeVisible()
    await expect(page.getByText('The page has no such line.')).toBeVisible()
    const [snippet = ''] = /<script.*<\/script>/s.exec(await page.getByRole('figure').innerText()) ?? []
    html = `<head>${snippet}</head>`
    await check.click()
    await expect(page.getByText('The script is installed: the page holds it with the key of this site.')).toBeVisible()
    await page.reload()
    await expect(page.getByText('The script was last found on')).toBeVisible()

    await page.route('**/installation.data*', () => undefined)
    await check.click()
    await expect(page.getByText('Opening the page. This takes ten seconds at most.')).toBeVisible()
    await page.clock.fastForward(10_000)
    await expect(page.getByText('The check could not be made.')).toBeVisible()
  } finally {
    await node.stop()
    site.close()
    // Other tests look at a publisher whose script was not found yet.
    const db = openOwnDatabase()
    await db.updateTable('site').set({ scriptFoundAt: null }).execute()
    await db.destroy()
  }
})

test('the installed script sends clicks through the network only while the network answers', async ({
  page,
  browser,
  baseURL,
}) => {
  await logInAs(page, 'publisher')
  await page.goto('/installation')
  const [, key = ''] = /data-key="([a-z0-9]{16})"/.exec(await page.getByRole('figure').innerText()) ?? []
  const network = await startGate(baseURL ?? '')
  const blog = await startBlog(`<script async src="${network.url}/tracker/v1.js" data-key="${key}"></script>`)
  await awaitShop(Number(new URL(blog.shop).port), { url: network.url, key })
  const visitor = new Visitor(await openContext(browser), blog)
  try {
    const tracked = /[?&]click_id=[\w-]{30,}&afsrc=1/
    expect(await visitor.follow('plain')).toMatch(tracked)
    expect(await visitor.follow('child', (link) => link.click({ modifiers: ['ControlOrMeta'] }))).toMatch(tracked)
    expect(await visitor.follow('plain', (link) => link.click({ button: 'middle' }))).toMatch(tracked)
    expect(await visitor.follow('plain', (link) => link.press('Enter'))).toMatch(tracked)
    for (const id of ['blank', 'later', 'shadow']) expect(await visitor.follow(id), id).toMatch(tracked)
    expect(await visitor.follow('refused')).toBe('/shop/refused?afsrc=1')
    for (const id of ['attribute', 'area', 'rel']) expect(await visitor.follow(id), id).toBe(`/shop/${id}`)

    const open = await visitor.open()
    for (const id of ['later', 'shadow']) await expect(open.locator(`#${id}`)).toHaveAttribute('rel', 'sponsored')
    await expect(open.locator('#rel')).toHaveAttribute('rel', 'no-track')
    await open.locator('#plain').click({ modifiers: ['ControlOrMeta'] })
    await open.locator('#plain').click({ button: 'right' })
    expect(await open.locator('#plain').getAttribute('href')).toBe(`${blog.shop}/plain`)
    expect(await visitor.context.cookies()).toEqual([])

    // The network dies while the page is open.
    const late = await visitor.open()
    await late.evaluate(() => {
      const later = Date.now() + 60_000
      Date.now = () => later
    })
    network.close()
    const failed = late.waitForEvent('requestfailed')
    await late.locator('#plain').hover()
    await failed
    blog.arrivals.length = 0
    await late.locator('#plain').click()
    await expect.poll(() => blog.arrivals).toEqual(['/shop/plain'])
    for (const id of ['plain', 'later', 'shadow']) expect(await visitor.follow(id), id).toBe(`/shop/${id}`)
  } finally {
    await visitor.context.close()
    blog.close()
    network.close()
  }
})

function openContext(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ userAgent })
}

/** Visits the blog and follows its links to the shop. */
class Visitor {
  readonly context: BrowserContext
  readonly #blog: Blog

  constructor(context: BrowserContext, blog: Blog) {
    this.context = context
    this.#blog = blog
  }

  /** Opens the blog in a new tab, and waits for the script to have the hosts or to have failed. */
  async open(): Promise<Page> {
    const page = await this.context.newPage()
    const isForHosts = (url: string) => new URL(url).pathname.startsWith('/hosts/')
    const answered = page.waitForResponse((response) => isForHosts(response.url()))
    const failed = page.waitForEvent('requestfailed', (request) => isForHosts(request.url()))
    await Promise.all([Promise.any([answered, failed]), page.goto(this.#blog.url)])
    await page.locator('#later').waitFor()
    return page
  }

  /**
   * Follows a link and returns the address that the shop received, without its host. The tabs stay open: Chromium may
   * open no further one when the opener of a tab is closed before that has attached.
   */
  async follow(id: string, act = (link: ReturnType<Page['locator']>) => link.click()): Promise<string | undefined> {
    const page = await this.open()
    this.#blog.arrivals.length = 0
    await act(page.locator(`#${id}`))
    await expect.poll(() => this.#blog.arrivals.length).toBe(1)
    return this.#blog.arrivals[0]
  }
}

interface Blog {
  url: string
  /** The address of the shop: another host on the same server, which the demo publisher's advertiser declared. */
  shop: string
  /** The requests that the shop received. */
  arrivals: string[]
  close(): void
}

/** Serves a page with links to a shop on a port of its own. */
async function startBlog(snippet: string): Promise<Blog> {
  const arrivals: string[] = []
  const { url, port, close } = await serve((request, response) => {
    const path = request.url ?? ''
    if (path.startsWith('/shop/')) arrivals.push(path)
    response.setHeader('Content-Type', 'text/html')
    response.end(path === '/' ? buildPage(`http://localhost:${port}/shop`, snippet) : 'ok')
  })
  await declareShop(port)
  return { url, shop: `http://localhost:${port}/shop`, arrivals, close }
}

function buildPage(shop: string, snippet: string): string {
  return `<!doctype html><link rel="icon" href="data:,">${snippet}
    <p><a id="plain" href="${shop}/plain">plain</a> <a href="${shop}/child"><b id="child">child</b></a></p>
    <p><a id="blank" href="${shop}/blank" target="_blank">blank</a> <span id="host"></span></p>
    <p><a id="refused" href="${shop}/refused" data-cons="0">refused</a></p>
    <p><a id="attribute" href="${shop}/attribute" data-no-track>attribute</a></p>
    <p data-no-track><a id="area" href="${shop}/area">area</a></p>
    <p><a id="rel" href="${shop}/rel" rel="no-track">rel</a></p>
    <script>
      document.querySelector('#host').attachShadow({ mode: 'open' }).innerHTML =
        '<a id="shadow" href="${shop}/shadow">shadow</a>'
      setTimeout(() => {
        document.body.insertAdjacentHTML('beforeend', '<p><a id="later" href="${shop}/later">later</a></p>')
      }, 50)
    </script>`
}

/** Forwards requests to the network from a port of its own, which can be closed as if the network were down. */
async function startGate(baseURL: string) {
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const { 'user-agent': agent = '', 'if-none-match': etag = '' } = request.headers
    const sent = { 'User-Agent': agent, ...(etag === '' ? {} : { 'If-None-Match': etag }) }
    const answer = await fetch(`${baseURL}${request.url}`, { redirect: 'manual', headers: sent })
    const headers = Object.fromEntries(answer.headers)
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) delete headers[name]
    response.writeHead(answer.status, headers).end(Buffer.from(await answer.arrayBuffer()))
  }
  return serve((request, response) => void forward(request, response))
}
