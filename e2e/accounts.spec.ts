import { expect } from '@playwright/test'
import { answerCookies, choosePassword, freshEmail } from './support/applicant.ts'
import { followMail, openMailbox, waitForMail } from './support/mailbox.ts'
import { test, watchScripts } from './support/shared-context.ts'
import { demo, logIn, logInAs, verifyPassword } from './support/sign-in.ts'

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

  await waitForMail({ to: email, subject: 'Choose a new password' })
  await openMailbox(page)
  await page.getByRole('link', { name: 'Choose a new password' }).first().click()
  const href = await page.getByRole('link', { name: /reset-password/ }).getAttribute('href')
  const { pathname } = new URL(href ?? '')
  await page.goto(pathname)
  // The end of a password that is too long would be missing at the next login.
  await page.locator('[name=password1]').fill('sixteen-letters!')
  await page.locator('[name=password2]').fill('sixteen-letters!')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByText('The password must have 8 to 15 characters.').first()).toBeVisible()
  await page.locator('[name=password1]').fill(password)
  await page.locator('[name=password2]').fill(password)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await page.waitForURL('**/operator/transactions')
  await page.goto(pathname)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
})

test('lets an operator reject and approve an account, and tells its owner by mail', async ({ page }) => {
  await logInAs(page, 'operator')
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
  await waitForMail({ to: demo.publisher.email, subject: 'Welcome to Tandem' })
})

test('an invited validator decides orders, sees why the rest is off, and is logged out when removed', async ({
  page,
  browser,
}) => {
  await answerCookies(page)
  await logInAs(page, 'advertiser')
  await page.goto('/brand/team')
  const email = freshEmail('validator')
  await page.locator('input[name=name]').fill('Vera Lind')
  await page.locator('input[name=email]').fill(email)
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await verifyPassword(page, demo.advertiser.password)
  await expect(page.getByText('The invitation was sent.')).toBeVisible()

  const context = await browser.newContext()
  const errors = watchScripts(context)
  const member = await context.newPage()
  await answerCookies(member)
  await followMail(member, { to: email, subject: 'invites you' })
  await choosePassword(member)
  await member.waitForURL('**/brand')
  await member.goto('/brand/terms')
  await expect(member.getByText('Your role, Validator, does not include this.').first()).toBeVisible()
  await member.goto('/brand/team')
  await expect(member.getByRole('button', { name: 'Send the invitation' })).toBeDisabled()
  await member.goto('/brand/orders')
  const order = member.getByRole('table', { name: 'Orders to decide' }).getByRole('link').first()
  await order.click()
  await member.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(member.getByText(/is confirmed/)).toBeVisible()

  await page.reload()
  const row = page.getByRole('row').filter({ hasText: 'Vera Lind' })
  await expect(row).toContainText('Active')
  await row.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('The member was removed.')).toBeVisible()
  await member.reload()
  await expect(member.getByRole('dialog', { name: 'Log in' })).toBeVisible()
  expect(errors).toEqual([])
  await context.close()
})
