import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { logInAs } from './support/sign-in.ts'

const locateMenu = (page: Page) => {
  const header = page.getByRole('banner')
  return {
    button: header.locator('summary', { hasText: 'Sign Up' }),
    advertiser: header.getByRole('link', { name: 'Advertiser', exact: true }),
    creator: header.getByRole('link', { name: 'Creator', exact: true }),
  }
}

/** Opens a page whose scripts load only after the returned function is called. */
async function openBeforeScripts(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return resolve
}

/** React adds properties to the elements that it hydrates. */
const expectHydrated = (page: Page) =>
  expect
    .poll(() => page.locator('summary').evaluateAll((all) => all.every((one) => Object.keys(one).length > 0)))
    .toBe(true)

test.describe('before the scripts have loaded', () => {
  test('a menu works by keyboard, and keeps its state when they load', async ({ page }) => {
    const release = await openBeforeScripts(page, '/')
    const { button, advertiser, creator } = locateMenu(page)
    await button.press('ArrowDown')
    await expect(advertiser).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(creator).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
    await expect(creator).toBeHidden()
    await page.keyboard.press('Enter')
    await expect(creator).toBeVisible()

    release()
    await expectHydrated(page)
    await expect(creator).toBeVisible()
    await expect(button).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(creator).toBeHidden()
    await page.keyboard.press('ArrowUp')
    await expect(creator).toBeFocused()
  })

  test('a menu closes when the pointer leaves, on a click elsewhere and when the focus leaves', async ({ page }) => {
    await openBeforeScripts(page, '/')
    const { button, creator } = locateMenu(page)
    await button.click()
    await creator.hover()
    await expect(creator).toBeVisible()
    await page.mouse.move(200, 500)
    await expect(creator).toBeHidden()

    const language = page.getByRole('banner').locator('summary').first()
    const chinese = page.getByRole('banner').getByRole('button', { name: '中文' })
    await language.click()
    await expect(chinese).toBeVisible()
    await page.mouse.click(200, 500)
    await expect(chinese).toBeHidden()
    await language.press('Enter')
    await expect(chinese).toBeVisible()
    await button.focus()
    await expect(chinese).toBeHidden()
  })

  test('the menu of small screens opens, locks the scroll, and stays open when they load @phone', async ({ page }) => {
    const release = await openBeforeScripts(page, '/')
    const header = page.getByRole('banner')
    const link = header.getByRole('link', { name: 'About Us' })
    await header.getByLabel('Menu').click()
    await expect(link).toBeVisible()
    release()
    await expectHydrated(page)
    await expect(link).toBeVisible()
    await page.mouse.wheel(0, 600)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.keyboard.press('Escape')
    await expect(link).toBeHidden()
  })

  test('the colour scheme changes', async ({ page }) => {
    await openBeforeScripts(page, '/')
    await page.getByRole('banner').getByRole('button', { name: 'Switch to the dark scheme' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    expect(await page.context().cookies()).toEqual([])
  })
})

test('the links of the console stand where they stay when the scripts load', async ({ page }) => {
  await logInAs(page, 'advertiser')
  const release = await openBeforeScripts(page, '/brand')
  const link = page.getByRole('complementary').getByRole('link', { name: 'Publishers', exact: true })
  await expect(link).toBeVisible()
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet !== null),
  )
  const place = await link.boundingBox()
  expect(place).not.toBeNull()
  release()
  await expect(page.getByRole('complementary').getByRole('button', { name: 'Search' })).toBeVisible()
  expect(await link.boundingBox()).toEqual(place)
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('a menu opens and closes by keyboard, and its links follow its button in tab order', async ({ page }) => {
    await page.goto('/')
    const { button, advertiser } = locateMenu(page)
    await button.press('Enter')
    await expect(advertiser).toBeVisible()
    await button.press('Space')
    await expect(advertiser).toBeHidden()
    await button.press('Enter')
    await page.keyboard.press('Tab')
    await expect(advertiser).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/sign-up-advertiser$/)
  })
})
