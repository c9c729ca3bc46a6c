import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'

const menuOf = (page: Page) => {
  const header = page.getByRole('banner')
  return {
    button: header.locator('summary', { hasText: 'Sign Up' }),
    advertiser: header.getByRole('link', { name: 'Advertiser', exact: true }),
    creator: header.getByRole('link', { name: 'Creator', exact: true }),
  }
}

/** Opens a page whose script files stay on their way until `release`. */
async function openBeforeScripts(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return resolve
}

/** React marks the elements that it has taken over. */
const expectHydrated = (page: Page) =>
  expect
    .poll(() => page.locator('summary').evaluateAll((all) => all.every((one) => Object.keys(one).length > 0)))
    .toBe(true)

test.describe('before the scripts have come', () => {
  test('a menu obeys every key, and stays as it is when they come', async ({ page }) => {
    const release = await openBeforeScripts(page, '/')
    const { button, advertiser, creator } = menuOf(page)
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

  test('a menu closes when the pointer leaves, on a press elsewhere and when the focus leaves', async ({ page }) => {
    await openBeforeScripts(page, '/')
    const { button, creator } = menuOf(page)
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

  test('the list of small screens opens, holds the page still, and stays open when they come @phone', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 800 })
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

  test('the scheme changes', async ({ page }) => {
    await openBeforeScripts(page, '/')
    await page.getByRole('banner').getByRole('button', { name: 'Switch to the dark scheme' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    expect(await page.context().cookies()).toEqual([])
  })
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('a menu opens and closes by keyboard, and its links follow its button', async ({ page }) => {
    await page.goto('/')
    const { button, advertiser } = menuOf(page)
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
