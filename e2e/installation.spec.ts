import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { test } from './support/shared-context.ts'
import { logInAs } from './support/sign-in.ts'

const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36'

test('gives each site its script, and says how a check went @phone', async ({ page }) => {
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
    await expect(open.locator('#later')).toHaveAttribute('rel', 'sponsored')
    await expect(open.locator('#rel')).toHaveAttribute('rel', 'no-track')
    await open.locator('#plain').click({ modifiers: ['ControlOrMeta'] })
    await open.locator('#plain').click({ button: 'right' })
    expect(await open.locator('#plain').getAttribute('href')).toBe(`${blog.shop}/plain`)
    expect(await visitor.context.cookies()).toEqual([])

    network.close()
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

  /** Follows a link and returns the address that the shop received, without its host. */
  async follow(id: string, act = (link: ReturnType<Page['locator']>) => link.click()): Promise<string | undefined> {
    const page = await this.open()
    this.#blog.arrivals.length = 0
    await act(page.locator(`#${id}`))
    await expect.poll(() => this.#blog.arrivals.length).toBe(1)
    for (const tab of this.context.pages()) await tab.close()
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
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    if (path.startsWith('/shop/')) arrivals.push(path)
    response.setHeader('Content-Type', 'text/html')
    response.end(path === '/' ? buildPage(`http://localhost:${getPort(server)}/shop`, snippet) : 'ok')
  })
  const url = await listen(server)
  return { url, shop: `http://localhost:${getPort(server)}/shop`, arrivals, close: () => stop(server) }
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
  const server = createServer((request, response) => void forward(request, response))
  return { url: await listen(server), close: () => stop(server) }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${getPort(server)}`
}

function getPort(server: Server): number {
  return (server.address() as AddressInfo).port
}

function stop(server: Server): void {
  server.close()
  server.closeAllConnections()
}
