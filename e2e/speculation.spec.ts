import { expect } from '@playwright/test'
import { test } from './support/shared-context.ts'
import { awaitShop, declareShop } from './support/shop.ts'
import { logInAs } from './support/sign-in.ts'
import { userAgent } from './support/user-agent.ts'
import { serve } from './support/web-page.ts'

test('a link that the browser fetched ahead still brings the shop its click', async ({ page, browser, baseURL }) => {
  await logInAs(page, 'publisher')
  await page.goto('/installation')
  const [, key = ''] = /data-key="([a-z0-9]{16})"/.exec(await page.getByRole('figure').innerText()) ?? []
  const arrivals: string[] = []
  const site = await serve((request, response) => {
    const path = request.url ?? ''
    if (path.startsWith('/shop')) arrivals.push(path)
    response.setHeader('Content-Type', 'text/html')
    response.end(path === '/' ? blog : 'shop')
  })
  await declareShop(site.port)
  await awaitShop(site.port, { url: baseURL ?? '', key })
  const link = `${baseURL}/r/${key}?url=${encodeURIComponent(`http://localhost:${site.port}/shop`)}`
  const rules = JSON.stringify({ prefetch: [{ source: 'list', urls: [link], eagerness: 'immediate' }] })
  const blog = `<!doctype html><link rel="icon" href="data:,"><script type="speculationrules">${rules}</script>
    <a href="${link}">shop</a>`
  const context = await browser.newContext({ userAgent })
  try {
    const visitor = await context.newPage()
    const answers: number[] = []
    context.on('response', (response) => response.url().startsWith(`${baseURL}/r/`) && answers.push(response.status()))
    await visitor.goto(site.url)
    await expect.poll(() => answers).toEqual([503])
    expect(arrivals).toEqual([])
    await visitor.getByRole('link').click()
    await visitor.waitForURL(/\/shop/)
    expect(arrivals).toEqual([expect.stringMatching(/^\/shop\?click_id=[\w-]{30,}&afsrc=1$/)])
  } finally {
    await context.close()
    site.close()
  }
})
