import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { answerCookies } from './support/applicant.ts'
import { test } from './support/shared-context.ts'
import { demo, logInAs } from './support/sign-in.ts'
import type { SignIn } from './support/sign-in.ts'

test.beforeEach(async ({ page }) => {
  await answerCookies(page)
  await logInAs(page, 'publisher')
})

test('leads to the login with a sentence after a log-out elsewhere, and back to the same list', async ({ page }) => {
  await page.goto('/transactions')
  await logOutInAnotherTab(page)
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Cancelled')
  const dialog = page.getByRole('dialog', { name: 'Log in' })
  await expect(dialog.getByText('that session has ended, for example by a log-out in another tab')).toBeVisible()
  await expect(page.getByText(demo.publisher.email)).toHaveCount(0)
  await logInBy(dialog, demo.publisher)
  await page.waitForURL(/\/transactions\?.*status=CANCELLED/)
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('CANCELLED')
})

test('keeps what was typed in a form, and sends it after a login in a new tab', async ({ page }) => {
  await page.goto('/account')
  await page.getByRole('button', { name: 'Edit' }).first().click()
  await page.getByLabel('Phone number').fill('555-123-4599')
  await logOutInAnotherTab(page)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('alert')).toContainText('What you typed is still here')
  const opening = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Log in in a new tab' }).click()
  const tab = await opening
  await logInBy(tab.getByRole('dialog', { name: 'Log in' }), demo.publisher)
  await tab.waitForURL('**/account')
  await tab.close()
  await expect(page.getByLabel('Phone number')).toHaveValue('555-123-4599')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('555-123-4599')).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).first().click()
  await expect(page.getByLabel('Phone number')).toHaveValue('555-123-4599')
})

test('shows nothing of another account in the frame of the first, and changes nothing in it', async ({ page }) => {
  await page.goto('/account')
  await page.getByRole('button', { name: 'Edit' }).first().click()
  await logOutInAnotherTab(page)
  const tab = await page.context().newPage()
  await logInAs(tab, 'advertiser')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('alert')).toContainText('This form has expired')
  await page.getByRole('link', { name: 'Hits', exact: true }).click()
  await expect(page.getByText('You do not have access to this page')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Tracking', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Hits', exact: true })).toHaveCount(0)
})

test('logs out in both tabs', async ({ page }) => {
  await page.goto('/home')
  await logOutInAnotherTab(page)
  await logOut(page)
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('banner').getByText('Log In', { exact: true })).toBeVisible()
})

async function logOutInAnotherTab(page: Page): Promise<void> {
  const tab = await page.context().newPage()
  await tab.goto('/account')
  await logOut(tab)
  await tab.waitForURL(({ pathname }) => pathname === '/')
  await tab.close()
}

async function logOut(page: Page): Promise<void> {
  await page.locator('summary:visible').filter({ hasText: 'Publisher' }).click()
  await page.getByRole('button', { name: 'Log out', exact: true }).filter({ visible: true }).click()
}

async function logInBy(dialog: ReturnType<Page['getByRole']>, { email, password }: SignIn): Promise<void> {
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.locator('[name=password]').fill(password)
  await dialog.getByRole('button', { name: 'Log in' }).click()
}
