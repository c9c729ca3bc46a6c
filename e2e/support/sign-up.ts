import { expect } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { logInAs } from './sign-in.ts'

/** Opens a country picker and chooses the country that the typed text finds. */
export async function chooseCountry(page: Page, label: RegExp | string, typed: string): Promise<void> {
  await page.getByRole('button', { name: label }).click()
  await page.getByRole('combobox', { name: 'Search by name or dial code' }).fill(typed)
  await page.keyboard.press('Enter')
}

/** Fills in who the publisher is and where, except the country. */
export async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('Company').fill('Gardens Ltd')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Byron')
  await page.getByLabel('Address', { exact: true }).fill('1 Lane')
  await page.getByLabel('Postal code').fill('1000')
  await page.getByLabel('Phone number').fill('555-0100-22')
  await page.getByLabel('PayPal e-mail').fill('pay@example.com')
}

/** Fills in step 2 of a publisher's sign-up. */
export async function fillProfile(page: Page): Promise<void> {
  await page.getByLabel('Site name').fill('Gardens')
  await page.getByLabel('Site address').fill('gardens.example')
  for (const country of ['germ', 'austria']) await chooseCountry(page, /Countries of your audience/, country)
  await page.getByLabel('Blogs').first().check()
  await fillAddress(page)
  await chooseCountry(page, /^Country/, 'germ')
}

/** Fills in step 3 of a publisher's sign-up. */
export async function answerQuestions(page: Page): Promise<void> {
  await page.getByLabel('People in your team').selectOption('1')
  await page.getByLabel('Technical knowledge').selectOption('2')
  await page.getByLabel('Commission per sale (CPS)').check()
  await page.getByLabel('Preferred category').selectOption('20')
  await page.getByLabel('Organic search').check()
}

/** Reads the referral link of the demo publisher as a path, and the names of those who came by it. */
export async function readReferrals(browser: Browser): Promise<{ path: string; names: string[] }> {
  const page = await browser.newPage({ javaScriptEnabled: true })
  await logInAs(page, 'publisher')
  await page.goto('/account#referral')
  const panel = page.getByRole('tabpanel').filter({ visible: true })
  const link = new URL(await panel.getByLabel('Your referral link').inputValue())
  await expect(panel.getByRole('row').nth(1)).toBeVisible()
  expect(await panel.innerText()).not.toContain('@')
  const names = await panel.locator('tbody tr > :first-child').allInnerTexts()
  await page.context().close()
  return { path: link.pathname + link.search, names }
}
