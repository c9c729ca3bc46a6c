import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { getOwnNetwork } from './support/networks.ts'
import { test } from './support/shared-context.ts'
import { demo, logInAs } from './support/sign-in.ts'

/** Differs in each run, so that the tests can run again on the same network. */
const runId = Date.now().toString(36)

/** The 18 pages of specification 1, section 2. */
const MERCHANTS = [
  '681/gomino-affiliate-program',
  '7260/bonprix-affiliate-program',
  '247/diy-affiliate-program',
  '5576/anthropologie-affiliate-program',
  '6979/sportchek-affiliate-program',
  '32984/apps-apple-affiliate-program',
  '15268/airbnb-affiliate-program',
  '18481/amazon-affiliate-program',
  '32984/walmart-affiliate-program',
  '21558/kohls-affiliate-program',
  '30256/ebay-affiliate-program',
  '45957/tiktok-for-business-affiliate-program',
  '45957/capcut-for-business-affiliate-program',
  '45957/mobileLegends-for-business-affiliate-program',
  '45957/psiphon-for-business-affiliate-program',
  '45957/roblox-for-business-affiliate-program',
  '45957/vidmateapp-for-business-affiliate-program',
  '5098/lululemon-affiliate-program',
]

/** Calls the API as the account of the page. */
async function call(page: Page, path: string, data: object): Promise<Record<string, unknown>> {
  const { baseURL } = getOwnNetwork()
  const answer = await page.request.post(`${baseURL}${path}`, { headers: { Origin: baseURL }, data })
  return (await answer.json()) as Record<string, unknown>
}

/** Adds a merchant as an operator; returns the path of its page. */
async function addMerchant(page: Page, slug: string, joinMode: 'auto' | 'review'): Promise<string> {
  await logInAs(page, 'operator')
  const name = `Merchant ${slug}`
  const advertiser = await call(page, '/api/v1/operator/advertisers', { name, website: 'https://merchant.example' })
  const path = `/api/v1/operator/advertisers/${String(advertiser['advertiser_id'])}/program`
  const program = await call(page, path, { title: name, slug, public_id: 4321 })
  const change = `/api/v1/operator/programs/${String(program['program_id'])}`
  const rates = [{ action_type: 'sale', kind: 'percent', value: '4' }]
  await call(page, `${change}/terms`, { window_days: 30, validation_days: 30, rates })
  await call(page, change, { status: 'open', join_mode: joinMode })
  await page.context().clearCookies()
  return `/merchants/4321/${slug}`
}

test('asks a visitor to log in, returns to the merchant, and sends the join request @phone', async ({ page }) => {
  const path = await addMerchant(page, `review-${runId}`, 'review')
  await page.goto(path)
  await page.getByRole('link', { name: 'Join Affiliate Program' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  expect(new URL(page.url()).hash).toBe('#login')
  await expect(dialog.getByText('You then return to the page')).toBeVisible()
  await expect(dialog.getByText('session has ended')).toBeHidden()
  await dialog.getByLabel('E-mail').fill(demo.publisher.email)
  await dialog.locator('[name=password]').fill(demo.publisher.password)
  await dialog.locator('button[type=submit]').click()
  await page.waitForURL(`**${path}`)

  await page.getByLabel('What do you plan? (optional)').fill('Reviews, on my blog')
  await page.getByRole('button', { name: 'Ask to join' }).click()
  await expect(page.getByText('Your request is being looked at.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Your request is being looked at.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ask to join' })).toBeHidden()
})

test('shows the page of a new merchant at once, and lets a publisher join without review', async ({ page }) => {
  const path = await addMerchant(page, `auto-${runId}`, 'auto')
  await logInAs(page, 'publisher')
  const response = await page.goto(path)
  expect(response?.status()).toBe(200)
  await page.getByRole('button', { name: 'Join Affiliate Program' }).click()
  await expect(page.getByText('You have joined this programme.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Make a link' })).toHaveAttribute('href', '/custom_link')
  await page.goto(`/merchants?keyword=auto-${runId}`)
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('tells accounts of other roles that only publishers join', async ({ page }) => {
  await logInAs(page, 'operator')
  await page.goto(`/merchants/${MERCHANTS[0]}`)
  await expect(page.getByText('Only publisher accounts can join a programme.')).toBeVisible()
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('shows a page for each of the 18 merchants of the specification', async ({ page }) => {
    for (const merchant of MERCHANTS) {
      const response = await page.goto(`/merchants/${merchant}`, { waitUntil: 'domcontentloaded' })
      expect(response?.status(), merchant).toBe(200)
      expect(new URL(page.url()).pathname).toBe(`/merchants/${merchant}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Affiliate Program$/)
      await expect(page.getByText('Program Approval: Open')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Join Affiliate Program' })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Countries' }).locator('+ ul li')).not.toHaveCount(0)
      const links = page.getByRole('heading', { name: 'Useable Links' }).locator('+ ul a')
      expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
        '/t-cs',
        '/privacy-policy',
      ])
      const methods = page.getByRole('heading', { name: 'Publisher approval' }).locator('~ ul li')
      await expect(methods).toHaveCount(24)
      await expect(methods.filter({ hasText: /^SEM/ })).toHaveText('SEMUnder Condition')
    }
  })

  test('searches merchants, joins through the login page, and searches the help', async ({ page }) => {
    await page.goto('/merchants')
    await page.getByLabel('Name of a merchant').fill('gomino')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('link', { name: 'Gomino Affiliate Program' }).click()
    await page.getByRole('link', { name: 'Join Affiliate Program' }).click()
    await page.getByLabel('E-mail').fill(demo.publisher.email)
    await page.locator('[name=password]').fill(demo.publisher.password)
    await page.locator('main button[type=submit]').click()
    await expect(page).toHaveURL(/\/merchants\/681\/gomino-affiliate-program$/)

    await page.goto('/help')
    await expect(page.locator('details[class*=answer]')).toHaveCount(3)
    await page.getByRole('searchbox').fill('paypal')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/\?q=paypal$/)
    await expect(page.locator('details[class*=answer] summary')).toHaveText(['When and how am I paid?'])
  })
})

test('searches the help without a page load, and says when it finds nothing @phone', async ({ page }) => {
  await page.goto('/help')
  const search = page.getByRole('searchbox')
  await search.fill('missing link')
  await search.press('Enter')
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('Nothing found for “missing link”')
  await page.getByRole('link', { name: 'Show all answers' }).click()
  await expect(page.locator('details[class*=answer]')).toHaveCount(3)
  await search.fill('<b>order</b>')
  await search.press('Enter')
  await expect(page.getByText('Nothing found for “<b>order</b>”')).toBeVisible()
})

test('loads no script on legal pages in both languages, and asks there about cookies again', async ({ page }) => {
  const fetched: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script' || request.resourceType() === 'fetch') fetched.push(request.url())
  })
  for (const path of ['/privacy-policy', '/terms-of-service', '/t-cs', '/imprint']) {
    for (const language of ['en', 'zh']) {
      await page.goto(`${path}?hl=${language}`)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.locator('script:not([type="application/ld+json"])')).toHaveCount(0)
      await expect(page.locator('link[rel=modulepreload]')).toHaveCount(0)
    }
  }
  expect(fetched).toEqual([])
  await page.goto('/terms-of-service?hl=en')
  await expect(page.getByText('Last updated: June 19, 2024')).toBeVisible()
  await page.getByRole('link', { name: '13. Disputes' }).click()
  await expect(page.locator('#section-13')).toBeInViewport()

  const notice = page.getByRole('region', { name: 'Cookie choices' })
  await notice.getByRole('button', { name: 'Only what is needed' }).click()
  await expect(notice).toBeHidden()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cookie choices' }).click()
  await expect(notice).toBeInViewport()
  await notice.getByRole('button', { name: 'Remember these too' }).click()
  await expect(notice).toBeHidden()
  expect(await page.evaluate(() => document.cookie)).toContain('tandem_consent=all')
})

test('answers each address of the sitemap, with its canonical link and its image', async ({ request }) => {
  const xml = await (await request.get('/sitemap.xml')).text()
  const addresses = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address))
  expect(addresses.length).toBeGreaterThan(3 * (18 + 18))
  const pictures = new Set<string>()
  for (const { pathname, search, href } of addresses) {
    const response = await request.get(pathname + search, { maxRedirects: 0 })
    expect(response.status(), href).toBe(200)
    const html = await response.text()
    expect(html, href).toContain(`rel="canonical" href="${href}"`)
    expect(html.match(/rel="alternate"/g), href).toHaveLength(3)
    const language = new URLSearchParams(search).get('hl') ?? 'en'
    expect(html, href).toContain(`<html lang="${language}"`)
    const [, picture = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? []
    pictures.add(new URL(picture).pathname)
  }
  expect(pictures.size).toBe(addresses.length / 3)
  const merchant = await request.get('/og/merchants/681/gomino-affiliate-program.png')
  const png = await merchant.body()
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
})

test('prefers a chosen language to the one in the address', async ({ page }) => {
  await page.goto('/about-us?hl=zh')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh')
  await page.evaluate(() => {
    const form = document.createElement('form')
    form.method = 'post'
    form.action = '/preferences'
    form.innerHTML = '<input name="locale" value="en"><input name="back" value="/about-us?hl=zh&x=1">'
    document.body.append(form)
    form.submit()
  })
  await page.waitForURL('**/about-us?x=1')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})
