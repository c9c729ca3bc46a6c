import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { test } from './support/shared-context.ts'
import { logInAs } from './support/sign-in.ts'

/** The pages that need a login. */
const ownPaths = [
  '/home',
  '/performance/site_report',
  '/performance/daily_report',
  '/performance/advertiser_report',
  '/performance/sub_id_report',
  '/transactions',
  '/custom_link',
  '/account',
]

/** Asks for a page as a browser does. */
const asPage = { headers: { Accept: 'text/html' } }

async function answerNotice(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Only what is needed' }).click()
}

test.describe('routes', () => {
  test('redirect visitors from pages that need a login to the home page, and open the login', async ({ page }) => {
    for (const path of ['/promotions', '/installation', ...ownPaths]) {
      const answer = await page.request.get(path, asPage)
      expect(new URL(answer.url()).pathname, path).toBe('/')
    }
    await page.goto('/account')
    expect(new URL(page.url()).pathname).toBe('/')
    await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible()
  })

  test('redirect unknown paths to the home page', async ({ page }) => {
    for (const path of ['/nothing-here', '/merchants/1/nothing', '/performance/nonsense/deeper']) {
      const answer = await page.request.get(path, asPage)
      expect([new URL(answer.url()).pathname, answer.status()], path).toEqual(['/', 200])
    }
  })

  test('show a publisher its own pages, and the programmes under /advertisers', async ({ page }) => {
    await logInAs(page, 'publisher')
    for (const path of ['/', '/about-us', '/features', '/publisher', ...ownPaths]) {
      const answer = await page.request.get(path, { ...asPage, maxRedirects: 0 })
      expect(answer.status(), path).toBe(200)
    }
    await page.goto('/')
    await page.getByRole('link', { name: 'Advertisers' }).click()
    await expect(page.getByRole('table')).toBeVisible()
    await page.goto('/performance/daily_report')
    await expect(page.getByRole('table')).toBeVisible()
  })

  test('show an advertiser the landing page under /advertisers', async ({ page }) => {
    await logInAs(page, 'advertiser')
    await page.goto('/advertisers')
    await expect(page.getByRole('link', { name: 'Start Your Campaign' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Open your console' })).toBeVisible()
  })

  test('scroll to the top on each navigation', async ({ page }) => {
    await page.goto('/')
    await answerNotice(page)
    await page.getByRole('link', { name: 'Contact Us' }).scrollIntoViewIfNeeded()
    const firstSeenAt = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const look = () =>
            document.querySelector('h1')?.textContent === 'Talk to us.' ? resolve(scrollY) : requestAnimationFrame(look)
          look()
        }),
    )
    await page.getByRole('link', { name: 'Contact Us' }).click()
    await expect(page).toHaveURL(/\/contact-us$/)
    expect(await firstSeenAt).toBe(0)
    // A page that loads no script of its own, opened by a link.
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })
})

test.describe('header', () => {
  test('opens menus on a click, closes them when the pointer leaves, and works by keyboard', async ({ page }) => {
    await page.goto('/')
    const header = page.getByRole('banner')
    await header.getByText('Log In').click()
    const entry = header.getByRole('link', { name: 'Advertiser', exact: true })
    await expect(entry).toBeVisible()
    await entry.hover()
    await expect(entry).toBeVisible()
    await page.mouse.move(200, 500)
    await expect(entry).toBeHidden()
    await header.getByText('Log In').click()
    await header.getByText('Log In').click()
    await expect(entry).toBeHidden()

    const menu = header.locator('summary', { hasText: 'Sign Up' })
    const creator = header.getByRole('link', { name: 'Creator', exact: true })
    await menu.press('Enter')
    for (const focused of [entry, creator, entry]) {
      await page.keyboard.press('ArrowDown')
      await expect(focused).toBeFocused()
    }
    await page.keyboard.press('Escape')
    await expect(menu).toBeFocused()
    await expect(entry).toBeHidden()
    await page.keyboard.press('ArrowUp')
    await expect(creator).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/sign-up-creator$/)
  })

  test('shows one menu on a small screen, and locks the scroll of the page @phone', async ({ page }) => {
    await page.goto('/')
    const header = page.getByRole('banner')
    await expect(header.getByText('Log In')).toBeHidden()
    await header.getByLabel('Menu').click()
    const names = await header.locator('ul').last().getByRole('link').allTextContents()
    expect(names).toEqual([
      'Creators',
      'Advertisers',
      'About Us',
      'Contact',
      'Advertiser Login',
      'Creator Login',
      'Advertiser Sign Up',
      'Creator Sign Up',
    ])
    await page.mouse.wheel(0, 600)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await header.getByRole('link', { name: 'Contact' }).click()
    await expect(page).toHaveURL(/\/contact-us$/)
    await expect(header.getByRole('link', { name: 'Contact' })).toBeHidden()
  })
})

test('recognises a phone by its user agent, also in landscape', async ({ browser }) => {
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
  const page = await browser.newPage({ userAgent, viewport: { width: 932, height: 430 }, javaScriptEnabled: false })
  await page.goto('/contact-us')
  await expect(page.getByRole('banner').getByLabel('Menu')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Legal and contact' })).toBeHidden()
  await page.close()
})

test.describe('home', () => {
  test('shows four brands at a time, and moves through all of them', async ({ page }) => {
    await page.goto('/')
    await answerNotice(page)
    const advertisers = page.getByRole('region', { name: 'Brands worth talking about' })
    await advertisers.scrollIntoViewIfNeeded()
    await expect(advertisers).toHaveAttribute('data-running')
    await expect(advertisers.getByRole('listitem')).toHaveCount(8)
    const seen = () =>
      advertisers.evaluate((region) => {
        const box = region.getBoundingClientRect()
        const inside = [...region.querySelectorAll('li')].filter((slide) => {
          const { left, right } = slide.getBoundingClientRect()
          const centre = (left + right) / 2
          return centre > box.left && centre < box.right
        })
        const byPlace = inside.toSorted((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left)
        return byPlace.map((slide) => slide.querySelector('strong')?.textContent)
      })
    await expect.poll(seen).toEqual(['Alder & Oak', 'Sundial', 'Northpath', 'Marrow'])
    await page.getByRole('button', { name: 'Previous' }).click()
    await expect.poll(seen).toEqual(['Greenroom', 'Alder & Oak', 'Sundial', 'Northpath'])
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Next' }).click()
    await expect.poll(seen).toEqual(['Sundial', 'Northpath', 'Marrow', 'Petal'])
    for (const link of await advertisers.getByRole('link').all()) {
      expect(await link.getAttribute('href')).toBe('/sign-up-creator')
    }
  })

  test('shows the verticals that fit the screen', async ({ page }) => {
    const expectShown = async (width: number, verticals: string) => {
      await page.setViewportSize({ width, height: 800 })
      const shown = page.locator('[data-vertical] h3').filter({ visible: true })
      await expect.poll(async () => (await shown.allTextContents()).toString()).toBe(verticals)
    }
    await page.goto('/')
    await expectShown(1280, 'Fashion,Beauty,Home,Technology,Food,Fitness,More Verticals')
    await expectShown(390, 'Fashion,Beauty,Home,Technology,Food,Fitness,Travel,More Verticals')
  })
})

test('moves the creators every three seconds, pauses under the pointer and stops on request', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  await page.goto('/advertisers')
  await answerNotice(page)
  const creators = page.getByRole('region', { name: 'Access to top creators' })
  await creators.scrollIntoViewIfNeeded()
  await expect(creators.getByRole('listitem')).toHaveCount(5)
  const first = () =>
    creators
      .locator('li')
      .first()
      .evaluate((slide) => Math.round(slide.getBoundingClientRect().x))
  await expect(page.getByRole('button', { name: 'Stop moving' })).toBeVisible()
  const start = await first()
  await expect.poll(first).not.toBe(start)
  await creators.hover()
  // The move under way comes to its end.
  await page.clock.runFor(2500)
  const resting = await first()
  await page.clock.runFor(3500)
  expect(await first()).toBe(resting)
  await page.getByRole('button', { name: 'Stop moving' }).click()
  await page.mouse.move(5, 5)
  await page.clock.runFor(3500)
  expect(await first()).toBe(resting)
})

test('moves nothing by itself when the visitor prefers reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/advertisers')
  const creators = page.getByRole('region', { name: 'Access to top creators' })
  await creators.scrollIntoViewIfNeeded()
  await expect(creators).toHaveAttribute('data-running')
  await expect(page.getByRole('button', { name: 'Keep moving' })).toBeVisible()
})
