import { expect } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { verifyPassword } from './sign-in.ts'
import { userAgent } from './user-agent.ts'

/** Saves the company of a new brand, from its steps and back to them. */
export async function fillCompany(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Company', exact: true }).last().click()
  await page.getByLabel('Street and number').fill('1 Lane')
  await page.getByLabel('City').fill('Berlin')
  await page.getByRole('combobox', { name: 'Country' }).fill('Germ')
  await page.getByRole('option', { name: 'Germany' }).click()
  await page.getByRole('button', { name: 'Save company' }).click()
  await expect(page.getByText('The company was saved.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'All steps' }).click()
}

/** Names the host of the shop, which is not proved yet. */
export async function addHost(page: Page, host: string): Promise<void> {
  await page.getByRole('link', { name: 'Prove your hosts' }).click()
  await expect(page.getByRole('textbox', { name: 'Host', exact: true })).toHaveValue(host)
  await page.getByRole('button', { name: 'Add host' }).click()
  await expect(page.getByLabel('Address of the file')).toHaveValue(/tandem-proof\.txt$/)
  await page.getByRole('textbox', { name: 'Host', exact: true }).fill(host)
  await page.getByRole('button', { name: 'Add host' }).click()
  await expect(page.getByRole('textbox', { name: 'Host', exact: true })).toHaveAccessibleDescription(
    /You have added this host already/,
  )
  await expectAccessible(page)
  await page.getByRole('link', { name: 'All steps' }).click()
}

/** Publishes 7 % for each sale and allows every method. */
export async function setTerms(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Set your terms' }).click()
  await page.getByLabel('Value').fill('7')
  await page.getByRole('button', { name: 'Add version' }).click()
  await expect(page.getByText('The new version was added.')).toBeVisible()
  await page.getByRole('tab', { name: 'Methods' }).click()
  await page.getByRole('button', { name: 'Allow all' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).filter({ visible: true }).click()
  await expect(page.getByText('The programme was saved.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'All steps' }).click()
}

/** Chooses the click parameter and makes a secret with the password of the brand, and returns the secret. */
export async function prepareTest(page: Page, password: string): Promise<string> {
  await page.getByRole('link', { name: 'Choose the click parameter' }).click()
  await page.getByRole('button', { name: 'Use this name' }).click()
  await expect(page.getByText('The click parameter was saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Create server secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create server secret' }).click()
  await verifyPassword(page, password)
  const secret = page.getByLabel('New server secret')
  await expect(secret).toBeVisible()
  await expectAccessible(page)
  return secret.inputValue()
}

/** Follows an address to the shop as a visitor with a separate browser and buys there. */
export async function buy(browser: Browser, address: string): Promise<{ orderId: string; reported: string }> {
  const context = await browser.newContext({ userAgent })
  const visitor = await context.newPage()
  await visitor.goto(address)
  await visitor.getByRole('link', { name: 'Morning Oolong' }).click()
  await visitor.getByRole('button', { name: 'Buy now' }).click()
  const orderId = await visitor.locator('#order').innerText()
  const reported = await visitor.locator('#reported').innerText()
  await context.close()
  return { orderId, reported }
}
