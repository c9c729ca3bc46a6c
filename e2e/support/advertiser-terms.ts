import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { followMail } from './mailbox.ts'

/** Drafts 5 % instead of 7 % of each sale and a longer window, and publishes both, with 14 days of notice. */
export async function cutRate(page: Page): Promise<void> {
  await page.goto('/brand/terms')
  await page.getByRole('link', { name: 'Edit the rate of sale' }).click()
  await page.getByRole('textbox', { name: 'Rate', exact: true }).fill('5')
  await page.getByRole('button', { name: 'Save to draft' }).click()
  const changes = page.getByRole('table', { name: 'Changes by publisher' })
  await expect(changes).toContainText('sale: 7% → 5%')
  await page.getByRole('link', { name: 'Change', exact: true }).click()
  await page.getByRole('textbox', { name: 'Window in days' }).fill('45')
  await page.getByRole('button', { name: 'Save to draft' }).click()
  await expect(changes).toContainText('→ 45 days')
  await expect(page.getByText('45 days (now:')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('after 14 days of notice')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText(/takes effect on/).first()).toBeVisible()
}

/** Lets the publisher follow its mail about the cut and acknowledge it, of which the brand reads. */
export async function acknowledgeCut(page: Page, { publisher, email }: { publisher: Page; email: string }) {
  await expect(page.getByText('1 publisher was told. 0 of 1 acknowledged')).toBeVisible()
  await followMail(publisher, { to: email, subject: 'your terms change on' })
  await expect(publisher.getByText('sale: 7% → 5%')).toBeVisible()
  await expect(publisher.getByText('Clicks before that day keep the terms of their time.').first()).toBeVisible()
  await expectAccessible(publisher)
  await publisher.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(publisher.getByText(/^You acknowledged this on/)).toBeVisible()
  await page.reload()
  await page.getByRole('link', { name: '1 of 1 acknowledged' }).click()
  await expect(page.getByText('Version 2 changes the terms of 1 publisher; 1 has acknowledged it.')).toBeVisible()
}
