import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { test } from './support/shared-context.ts'
import { demo } from './support/sign-in.ts'

async function answerNotice(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Only what is needed' }).click()
}

test.describe('login dialog', () => {
  test('opens on the landing page, refuses a wrong login, and logs in', async ({ page }) => {
    await page.goto('/publisher')
    await answerNotice(page)
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
    const dialog = page.getByRole('dialog', { name: 'Log in' })
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Log in' }).click()
    await expect(dialog.getByText('This field is required.')).toHaveCount(2)
    await expect(dialog.getByLabel('E-mail')).toBeFocused()
    await dialog.getByLabel('E-mail').fill(demo.publisher.email)
    await dialog.locator('[name=password]').fill('wrong-horse')
    await dialog.getByRole('button', { name: 'Log in' }).click()
    await expect(dialog.getByText('Incorrect account or password information.')).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/forget-password')
    await dialog.locator('[name=password]').fill(demo.publisher.password)
    await dialog.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL('**/home')
  })

  test('closes on Escape, keeps the page and gives the focus back, each time', async ({ page }) => {
    await page.goto('/publisher')
    const link = page.getByRole('main').getByRole('link', { name: 'Log in' })
    const dialog = page.getByRole('dialog', { name: 'Log in' })
    for (let round = 0; round < 2; round++) {
      await link.press('Enter')
      await expect(dialog.getByLabel('E-mail')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(link).toBeFocused()
      await expect(page).toHaveURL(/\/publisher$/)
    }
  })

  test('logs an advertiser in, and redirects at once when already logged in', async ({ page }) => {
    await page.goto('/?next=/brand/tracking#login')
    const dialog = page.getByRole('dialog', { name: 'Log in' })
    await dialog.getByText('Advertiser', { exact: true }).click()
    await dialog.getByLabel('E-mail').fill(demo.advertiser.email)
    await dialog.locator('[name=password]').fill(demo.advertiser.password)
    await dialog.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL('**/brand/tracking')
    await page.goto('/?next=/brand/transactions#login')
    await page.waitForURL('**/brand/transactions')
    await page.goto('/features#login')
    await page.waitForURL('**/brand')
    await expect(dialog).toBeHidden()
  })

  test("leads a brand to its console from the creators' side too, and says that its session may have ended", async ({
    page,
  }) => {
    await page.goto('/?next=/brand/tracking#login')
    const dialog = page.getByRole('dialog', { name: 'Log in' })
    await expect(dialog.getByText('session has ended')).toBeVisible()
    await dialog.getByLabel('E-mail').fill(demo.advertiser.email)
    await dialog.locator('[name=password]').fill(demo.advertiser.password)
    await dialog.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL('**/brand/tracking')
  })
})

test('leads a brand home when the requested page is for publishers, also when it is logged in', async ({ page }) => {
  await page.goto('/?next=/transactions#login')
  const dialog = page.getByRole('dialog', { name: 'Log in' })
  await dialog.getByLabel('E-mail').fill(demo.advertiser.email)
  await dialog.locator('[name=password]').fill(demo.advertiser.password)
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/brand')
  await page.goto('/login-creator?next=/transactions')
  await page.waitForURL('**/brand')
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('a page that needs a login leads to the login page and back, and the dialog is two links', async ({ page }) => {
    await page.goto('/publisher')
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
    await page.locator('#login').getByRole('link', { name: 'Advertiser Login' }).click()
    await expect(page).toHaveURL(/\/login-advertiser$/)
    await page.goto('/transactions?page_size=20')
    await expect(page).toHaveURL(/\/login-creator\?next=/)
    await page.getByLabel('E-mail').fill(demo.publisher.email)
    await page.locator('[name=password]').fill(demo.publisher.password)
    await page.locator('main button[type=submit]').click()
    await expect(page).toHaveURL(/\/transactions\?page_size=20$/)
  })
})
