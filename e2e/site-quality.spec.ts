import { expect, test } from '@playwright/test'
import type { Page, Response } from '@playwright/test'
import { maxScriptBytes, publicPages } from '../test/support/public-pages.ts'
import { expectAccessible } from './support/accessible.ts'
import { waitForScripts } from './support/page-scripts.ts'
import { openSlowLine } from './support/slow-line.ts'

const cookieNames = async (page: Page) => (await page.context().cookies()).map(({ name }) => name).toSorted()

/** Collects the errors in the console of a page. */
function watchConsole(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(String(error)))
  return errors
}

/** Expects that a page is shown at its address, breaks no rule of axe and does not scroll sideways at these widths. */
async function expectInOrder(page: Page, path: string, widths: readonly number[] = []): Promise<void> {
  const answer = await page.goto(path)
  expect(answer?.status(), path).toBe(200)
  expect(page.url()).toMatch(new RegExp(`${RegExp.escape(path)}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expectAccessible(page)
  const height = page.viewportSize()?.height ?? 0
  for (const width of [undefined, ...widths]) {
    if (width !== undefined) await page.setViewportSize({ width, height })
    // Right after the window has changed, the layout may still be that of the width before.
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(over, { message: `${path} at ${width}` }).toBeLessThanOrEqual(0)
  }
}

async function waitForDrawing(): Promise<void> {
  for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
}

// Each page is seen in both colour schemes, in both languages, and on the screens of a desktop and of a phone.
test('every public page is accessible and as wide as the screen: light, in English', async ({ page }) => {
  const errors = watchConsole(page)
  for (const path of publicPages) await expectInOrder(page, path, [360, 768, 1024, 1920, 1280])
  expect(errors).toEqual([])
})

test('every public page is accessible and as wide as the screen: dark, in Chinese @phone', async ({
  page,
  baseURL,
}) => {
  const errors = watchConsole(page)
  await page.context().addCookies([{ name: 'tandem_locale', value: 'zh', url: baseURL ?? '' }])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  for (const path of publicPages) {
    await expectInOrder(page, path)
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh')
  }
  expect(errors).toEqual([])
})

test('axe finds nothing in the login dialog and in the open menus', async ({ page }) => {
  await page.goto('/#login')
  await expect(page.getByRole('dialog').getByLabel('E-mail')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('banner').getByText('Sign Up', { exact: true }).click()
  await expectAccessible(page)
})

// Counts the scripts that a page loads after its HTML; test/site-budgets.test.ts counts those that the HTML names.
for (const path of ['/sign-up-creator?step=2', '/sign-up-creator?step=3', '/sign-up-advertiser?step=3']) {
  test(`loads no more script than the budget at ${path}`, async ({ page }) => {
    const scripts: Response[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response)
    })
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.getByRole('main').getByRole('textbox').first()).toBeVisible()
    const sizes = await Promise.all(scripts.map((response) => response.request().sizes()))
    const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
    expect(scripts).not.toEqual([])
    expect(bytes).toBeLessThanOrEqual(maxScriptBytes)
  })
}

test.describe('the layout does not shift', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      const seen = globalThis as unknown as { shift: number }
      seen.shift = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
  })

  const readShift = (page: Page) => page.evaluate(() => (globalThis as unknown as { shift: number }).shift)

  for (const tag of ['', ' @phone']) {
    test(`while a page loads and is scrolled${tag}`, async ({ page }) => {
      for (const path of ['/', '/advertisers', '/about-us', '/contact-us', '/features', '/publisher']) {
        await page.goto(path)
        await waitForScripts(page)
        // Each part of the page is drawn once, and its pictures arrive.
        await page.evaluate(async () => {
          for (let top = 0; top < document.body.scrollHeight; top += 500) {
            scrollTo(0, top)
            await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
          }
          await Promise.all([document.fonts.ready, ...[...document.images].map((image) => image.decode())])
          await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        })
        expect(await readShift(page), path).toBe(0)
      }
    })
  }

  test('when half of the header arrives first and the fonts last', async ({ page, baseURL }) => {
    const line = await openSlowLine(baseURL ?? '', 'Log In<')
    // The fonts come after the page is drawn, and would hold up its load event.
    await page.goto(line.url, { waitUntil: 'domcontentloaded' })
    await waitForScripts(page)
    await page.evaluate(waitForDrawing)
    line.releaseFonts()
    await page.waitForLoadState('networkidle')
    expect(line.pages).toBe(1)
    expect(await readShift(page)).toBe(0)
    expect(await isInTypeface(page)).toBe(false)
    // The next page of the visit shows the typeface, in the same document.
    await page.getByRole('banner').getByRole('link', { name: 'About Us' }).click()
    await expect(page).toHaveURL(/\/about-us$/)
    // The next page may replace the heading while its fonts are read.
    await expect(async () => expect(await isInTypeface(page)).toBe(true)).toPass()
    line.close()
  })
})

/** Returns whether the browser draws the main heading with a font of the site. */
async function isInTypeface(page: Page): Promise<boolean> {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  await session.detach()
  return fonts.every(({ isCustomFont }) => isCustomFont)
}

test.describe('the cookie notice', () => {
  test('stores nothing until the visitor answers', async ({ page }) => {
    await page.goto('/')
    expect(await cookieNames(page)).toEqual([])
    const notice = page.getByRole('region', { name: 'Cookie choices' })
    await expect(notice).toBeVisible()
    await page.goto('/about-us')
    await expect(notice).toBeVisible()
    await notice.getByRole('button', { name: 'Only what is needed' }).click()
    // Before the scripts have loaded, the answer is a form that leaves the page: another address would stop it.
    await expect.poll(() => cookieNames(page)).toEqual(['tandem_consent'])
    await expect(notice).toBeHidden()
    await page.goto('/')
    await expect(notice).toBeHidden()
    expect(await cookieNames(page)).toEqual(['tandem_consent'])
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBeLessThanOrEqual(1)
  })

  test('keeps the colour scheme only with consent, and forgets it when consent is withdrawn', async ({ page }) => {
    await page.goto('/')
    const html = page.locator('html')
    const darkButton = page.getByRole('banner').getByRole('button', { name: 'Switch to the dark scheme' })
    await darkButton.click()
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.reload()
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')

    await page.getByRole('button', { name: 'Remember these too' }).click()
    await darkButton.click()
    await expect.poll(() => cookieNames(page)).toEqual(['tandem_consent', 'tandem_scheme'])
    await page.reload()
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')

    await page.getByRole('link', { name: 'Cookie choices' }).click()
    await page.getByRole('button', { name: 'Only what is needed' }).click()
    await expect.poll(() => cookieNames(page)).toEqual(['tandem_consent'])
    await expect(page.getByRole('region', { name: 'Cookie choices' })).toBeHidden()
    await expect(page.getByRole('link', { name: 'Cookie choices' })).toBeFocused()
  })

  test('is a slim bar that covers no button and no table at any scroll position', async ({ page }) => {
    for (const [width, maxHeight] of [
      [1440, 56],
      [390, 128],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      for (const path of ['/login-creator', '/sign-up', '/privacy-policy']) {
        await page.goto(path)
        const notice = page.getByRole('region', { name: 'Cookie choices' })
        expect((await notice.boundingBox())?.height, path).toBeLessThanOrEqual(maxHeight)
        const covered = await notice.evaluate(countCovered)
        expect(covered, `${path} at ${width}`).toBe(0)
      }
    }
  })

  test('stays hidden from a browser that sends Global Privacy Control', async ({ browser }) => {
    const page = await browser.newPage({ extraHTTPHeaders: { 'Sec-GPC': '1' } })
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Cookie choices' })).toBeHidden()
    await page.close()
  })
})

/** Counts the buttons and tables of the page that the bar covers, each scrolled to three heights of the window. */
function countCovered(bar: Element): number {
  return [...document.querySelectorAll('main :is(button, table)')].filter((element) =>
    (['start', 'center', 'end'] as const).some((block) => {
      element.scrollIntoView({ block, behavior: 'instant' })
      const [one, other] = [element.getBoundingClientRect(), bar.getBoundingClientRect()]
      const isBeside = one.right <= other.left || other.right <= one.left
      return !isBeside && one.bottom > other.top && other.bottom > one.top
    }),
  ).length
}

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('shows pages, opens menus, changes the language and takes the answer to the notice @phone', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Only what is needed' }).click()
    await expect(page.getByRole('region', { name: 'Cookie choices' })).toBeHidden()
    await expect(page.getByText('Greenroom')).toBeVisible()
    await page.getByRole('banner').getByLabel('Menu').click()
    await page.getByRole('banner').getByRole('link', { name: 'Advertisers' }).click()
    await expect(page.getByText('Dev Anand')).toBeAttached()
    const language = page.getByRole('contentinfo').locator('summary')
    await language.click()
    await page.getByRole('contentinfo').getByRole('button', { name: '中文' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh')
    await expect(page).toHaveURL(/\/advertisers$/)
  })
})
