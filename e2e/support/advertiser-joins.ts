import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/** Asks to join the programme as the demo publisher. */
export async function requestJoin(publisher: Page): Promise<void> {
  await publisher.goto('/advertisers?keyword=Gardens')
  await publisher.getByRole('row').getByRole('link', { name: 'Ask to join Gardens' }).click()
  await publisher.getByLabel('Message').fill('We write about gardens')
  await publisher.getByRole('dialog').getByRole('button', { name: 'Ask to join' }).click()
  await expect(publisher.getByRole('table', { name: 'Advertisers' }).getByText('Pending')).toBeVisible()
}

/** Asks the publisher a question, reads its answer, and approves the request by its key. */
export async function approveJoin(page: Page, publisher: Page): Promise<void> {
  await page.goto('/brand/publishers/requests')
  await page.getByRole('table', { name: 'Join requests' }).getByRole('row').getByRole('link').click()
  const drawer = page.getByRole('dialog').first()
  await expect(drawer).toContainText('We write about gardens')
  await drawer.getByRole('button', { name: 'Ask a question' }).click()
  await page.getByRole('textbox', { name: 'Question' }).fill('Which gardens?')
  await page.getByRole('dialog', { name: /^Ask/ }).getByRole('button', { name: 'Ask a question' }).click()
  await expect(page.getByText('No request to decide')).toBeVisible()

  await publisher.goto('/advertisers?keyword=Gardens')
  await publisher.getByRole('button', { name: 'Answer' }).click()
  await expect(publisher.getByRole('dialog')).toContainText('Which gardens?')
  await publisher.getByLabel('Your answer').fill('Those of the north')
  await publisher.getByRole('button', { name: 'Send answer' }).click()
  await expect(publisher.getByText('Your answer was sent.')).toBeVisible()

  await page.goto('/brand')
  await page.getByRole('main').getByRole('link', { name: '1 publisher asks to join' }).click()
  await page.getByRole('table', { name: 'Join requests' }).getByRole('row').getByRole('link').click()
  await expect(page.getByText('Those of the north')).toBeVisible()
  await page.keyboard.press('a')
  await page
    .getByRole('dialog', { name: /^Approve/ })
    .getByRole('button', { name: 'Approve' })
    .click()
  await expect(page.getByText('has joined.')).toBeVisible()
  await page.goto('/brand/publishers')
  await page.getByRole('table', { name: 'Publishers' }).getByRole('rowheader').getByRole('link').click()
  await expect(page.getByText('Those of the north')).toBeVisible()
  await page.goto('/brand/publishers/find?sort=clicks')
  await expect(page.getByRole('table', { name: 'Find publishers' })).toContainText('orders per 100 clicks')
}
