import { expect } from '@playwright/test'
import { openMailbox } from './support/mailbox.ts'
import { test } from './support/shared-context.ts'
import { demo, logIn, logInAs } from './support/sign-in.ts'

test('refuses a wrong login, and accepts the corrected one @phone', async ({ page }) => {
  await page.goto('/login-advertiser')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Brand Login')
  await page.getByRole('link', { name: 'Creator Login' }).last().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Creator Login')

  const submit = page.locator('main button[type=submit]')
  await submit.click()
  await expect(page.getByText('This field is required.')).toHaveCount(2)
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await page.getByLabel('E-mail').fill(demo.publisher.email)
  await page.locator('[name=password]').fill('wrong-horse')
  await expect(page.getByText('This field is required.')).toHaveCount(0)
  await submit.click()
  await expect(page.getByText('Incorrect account or password information.')).toBeVisible()
  await page.locator('[name=password]').fill(demo.publisher.password)
  const sent = page.waitForRequest('**/account/api/login')
  await submit.click()
  const { email, password } = demo.publisher
  expect((await sent).postDataJSON()).toEqual({ email, password, type: 'creator' })
  await page.waitForURL('**/home')
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('logs in, and leads to the requested page', async ({ page }) => {
    await logIn(page, '/login-creator?next=/transactions', { email: demo.publisher.email, password: 'wrong-horse' })
    await expect(page.getByText('Incorrect account or password information.')).toBeVisible()
    await expect(page.getByLabel('E-mail')).toHaveValue(demo.publisher.email)
    await page.locator('[name=password]').fill(demo.publisher.password)
    await page.locator('main button[type=submit]').click()
    await expect(page).toHaveURL(/\/transactions$/)
  })
})

test('sets a new password by the mailed link, which works once @phone', async ({ page }) => {
  const { email, password } = demo.operator
  await page.goto('/forget-password')
  await page.getByLabel('E-mail').fill('not an address')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Valid email address is required')).toBeVisible()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  const promise = "You'll receive a password reset link shortly if you are a registered user."
  await expect(page.getByText(promise)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Got it' })).toBeVisible()

  await expect(async () => {
    await openMailbox(page)
    await page.getByRole('link', { name: 'Choose a new password' }).first().click({ timeout: 500 })
  }).toPass()
  const href = await page.getByRole('link', { name: /reset-password/ }).getAttribute('href')
  const { pathname } = new URL(href ?? '')
  await page.goto(pathname)
  await page.locator('[name=password1]').fill(password)
  await page.locator('[name=password2]').fill(password)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await page.waitForURL('**/operator/transactions')
  await page.goto(pathname)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link does not work any more')
})

test('lets an operator reject and approve an account, and tells its owner by mail', async ({ page }) => {
  await logIn(page, '/login-creator', demo.operator)
  await page.waitForURL('**/operator/transactions')
  await page.goto(`/operator/accounts?search=${encodeURIComponent(demo.publisher.email)}`)
  await page.getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Note for operators').fill('Only a test')
  // The open form belongs to the session before; it takes the token of the new one and is sent once more.
  await page.context().clearCookies()
  const tab = await page.context().newPage()
  await logInAs(tab, 'operator')
  await tab.close()
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('The account has been rejected.')).toBeVisible()
  await expect(page.getByText('Only a test')).toBeVisible()
  await page.getByRole('button', { name: 'Approve' }).click()
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('The account has been approved.')).toBeVisible()
  await expect(async () => {
    await page.goto('/mailbox')
    await expect(page.getByRole('link', { name: 'Welcome to Tandem' }).first()).toBeVisible({ timeout: 500 })
  }).toPass()
})
