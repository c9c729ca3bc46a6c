import { expect } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { test } from './support/shared-context.ts'
import { demo, logIn } from './support/sign-in.ts'

test('leads a publisher to a home with balance, figures and what is left to do @phone', async ({ page }) => {
  await logIn(page, '/login-creator', demo.publisher)
  await page.waitForURL('**/home')
  for (const state of ['Pending', 'Confirmed', 'Payable', 'In payment', 'Paid']) {
    await expect(page.getByRole('main').getByText(state, { exact: true }).first()).toBeVisible()
  }
  await expect(page.getByRole('table', { name: 'Best sites' })).toBeVisible()
  await expect(page.getByText('Steps to your first commission')).toBeVisible()
  await expectAccessible(page)
})
