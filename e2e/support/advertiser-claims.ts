import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'

/** Claims an order of 80 USD from a hit of a day, as a publisher, and reads the answer of the machine. */
export async function claimOrder(publisher: Page, { orderId, day }: { orderId: string; day: string }): Promise<void> {
  await publisher.goto(`/hits?begin=${day}&end=${day}`)
  const more = publisher.getByLabel('More about this row').first()
  if (await more.isVisible()) await more.click()
  await publisher.getByRole('link', { name: 'Claim an order' }).first().click()
  await publisher.getByLabel('Order ID').fill(orderId)
  await publisher.getByLabel('Order value').fill('80')
  await publisher.getByLabel('What happened').fill('The buyer showed me the confirmation')
  await expectAccessible(publisher)
  await publisher.getByRole('button', { name: 'File claim' }).click()
  await expect(publisher.getByText('The shop has never reported this order.')).toBeVisible()
  await expect(publisher.getByText('Waiting for the brand')).toBeVisible()
}

/** Accepts the claim that the home of the brand names, and reads that the order is credited by it. */
export async function acceptClaim(page: Page, orderId: string): Promise<void> {
  await page.goto('/brand')
  await page.getByRole('main').getByRole('link', { name: '1 claim to decide' }).click()
  await page.getByRole('rowheader').getByRole('link', { name: orderId }).click()
  await expect(page.getByText('The shop has never reported this order.')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm as order' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Order value in USD')).toHaveValue('80.00')
  await dialog.getByRole('button', { name: 'Confirm as order' }).click()
  await expect(page.getByText('The claim is accepted.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Open the transaction' }).click()
  await expect(page.getByRole('heading', { name: 'Credited by claim' })).toBeVisible()
  await expect(page.getByRole('dialog')).toContainText('Version 1, in force at the order')
}
