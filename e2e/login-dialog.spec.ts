import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { test } from './support/shared-context.ts'
import { demo } from './support/sign-in.ts'

async function answerNotice(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Only what is needed' }).click()
}

test.describe('login dialog', () => {
  test('opens on the landing page, refuses a wrong login, and logs in @phone', async ({ page }) => {
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

  test('closes on Escape and keeps the page', async ({ page }) => {
    await page.goto('/features#login')
    const dialog = page.getByRole('dialog', { name: 'Log in' })
    await expect(dialog.getByLabel('E-mail')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/\/features$/)
  })

  test('logs an advertiser in, and redirects at once when already logged in', async ({ page }) => {
    await page.goto('/?next=/brand/postbacks#login')
    const dialog = page.getByRole('dialog', { name: 'Log in' })
    await dialog.getByText('Advertiser', { exact: true }).click()
    await dialog.getByLabel('E-mail').fill(demo.advertiser.email)
    await dialog.locator('[name=password]').fill(demo.advertiser.password)
    await dialog.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL('**/brand/postbacks')
    await page.goto('/?next=/brand/transactions#login')
    await page.waitForURL('**/brand/transactions')
    await page.goto('/features#login')
    await page.waitForURL('**/brand')
    await expect(dialog).toBeHidden()
  })
})
