import { expect } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { test } from './support/shared-context.ts'
import { logInAs } from './support/sign-in.ts'

test('compares a range that a publisher chooses, by sub id, and downloads it', async ({ page }) => {
  await logInAs(page, 'publisher')
  await page.goto('/performance/sub_id_report')
  await page.getByRole('button', { name: /^Date range/ }).click()
  await page.getByRole('button', { name: 'Last 30 days' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL(/begin=/)
  await page.getByRole('link', { name: 'Compare with the period before' }).click()
  await expect(page.getByRole('link', { name: 'Stop comparing' })).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'linen-that-lasts' })).toBeVisible()
  await expectAccessible(page)
  const link = page.getByRole('link', { name: 'Download CSV' })
  const file = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(await file.text()).toMatch(/^\uFEFFsub_id,click_count,total_transactions,epc,commission\r\n/)
})
