import { expect } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { answerCookies } from './support/applicant.ts'
import { test } from './support/shared-context.ts'
import { demo, logInAs, verifyPassword } from './support/sign-in.ts'

test('makes an API key, fills it in, tries a call with it and revokes it', async ({ page }) => {
  await answerCookies(page)
  await logInAs(page, 'publisher')
  await page.goto('/api_doc#nothing')
  await expect(page.getByRole('tab', { name: 'Redirect link' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByLabel('Your link')).toHaveValue(/\/r\?key=[a-z0-9]{12,32}&url=/)
  expect(await page.evaluate(() => scrollY)).toBe(0)

  await page.getByRole('tab', { name: 'Script' }).click()
  await page.locator('[name=site_url]').fill('http://2130706433/')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.locator('[name=site_url]')).toHaveAccessibleDescription(/valid public web address/)

  const name = `Copy ${Date.now()}`
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Make the key' }).click()
  await verifyPassword(page, demo.publisher.password)
  await expect(dialog.getByText('This field is required.').first()).toBeVisible()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Make the key' }).click()
  const made = page.getByRole('textbox', { name: 'New API key' })
  await expect(made).toHaveValue(/^tdm_/)
  const key = await made.inputValue()

  await page.getByRole('tab', { name: 'Transactions' }).click()
  await expect(page).toHaveURL(/#transaction$/)
  const panel = page.locator('section:visible').filter({ hasText: 'GET /api/v1/transactions' })
  await expect(panel.getByText(`Bearer ${key}`)).toBeVisible()
  await panel.getByRole('tab', { name: 'Python' }).click()
  await expect(panel.getByText('from urllib.request import')).toBeVisible()
  await panel.getByText('Try it').click()
  await panel.getByRole('textbox', { name: 'limit' }).fill('1')
  await panel.getByRole('button', { name: 'Send' }).click()
  await expect(panel.getByRole('region', { name: 'Answer' })).toContainText('"transaction_id"')
  await expectAccessible(page)

  await page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: 'Revoke' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(0)
  await expect(made).toHaveCount(0)
  const answer = await page.request.get('/api/v1/transactions', { headers: { authorization: `Bearer ${key}` } })
  expect(answer.status()).toBe(401)
})

test('shows a visitor the calls without keys', async ({ page }) => {
  await page.goto('/api_doc#advertiser')
  await expect(page.getByText('GET /api?act=advertiser', { exact: true })).toBeVisible()
  await expect(page.getByText('Bearer YOUR_API_KEY').filter({ visible: true })).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'New key' })).toHaveCount(0)
})
