import { expect } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { answerCookies, choosePassword, freshEmail } from './support/applicant.ts'
import { followMail } from './support/mailbox.ts'
import { test } from './support/shared-context.ts'
import { demo, logIn, logInAs, verifyPassword } from './support/sign-in.ts'

test('edits the profile, and invites a sub-account that sees one site @phone', async ({ page }) => {
  await answerCookies(page)
  await logInAs(page, 'publisher')
  const answer = await page.goto('/account')
  expect(answer?.headers()['cache-control']).toBe('no-store')
  await page.getByRole('button', { name: 'Edit' }).first().click()
  const phone = page.getByLabel('Phone number')
  await phone.fill('12')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('three digits, three digits').first()).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Personal details')).toBeVisible()

  const email = freshEmail('editor')
  await page.getByRole('tab', { name: 'Sub-accounts' }).click()
  await expect(page).toHaveURL(/#sub-accounts$/)
  await page.getByRole('button', { name: 'Add sub-account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add sub-account' })
  await dialog.getByLabel('User name').fill('Robin')
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await verifyPassword(page, demo.publisher.password)
  await expect(page.getByText('The invitation is on its way.')).toBeVisible()
  await expectAccessible(page)

  await page.context().clearCookies()
  await answerCookies(page)
  await followMail(page, { to: email, subject: 'Your invitation' })
  await choosePassword(page)
  await page.waitForURL('**/home')
  await expect(page.getByText('Slow Morning Journal')).toBeVisible()
  await page.goto('/account')
  await expect(page.getByRole('tab', { name: 'Payment' })).toHaveCount(0)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.goto('/custom_link')
  await expect(page.getByText('You do not have access')).toBeVisible()
})

test('marks the present page in the navigation: the sites on their tab only', async ({ page }) => {
  await logInAs(page, 'publisher')
  await page.goto('/account#sites')
  const current = page.getByRole('complementary').locator('[aria-current=page]')
  await expect(current).toHaveText('Sites')
  await page.getByRole('tab', { name: 'Payment' }).click()
  await expect(current).toHaveText('Account settings')
  await page.goto('/hits')
  await expect(current).toHaveText('Hits')
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`draws the borders of fields in the ${colorScheme} scheme`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await logIn(page, '/login-creator?next=/transactions', demo.publisher)
      const field = page.getByRole('searchbox').first()
      await expect(field).toHaveCSS('border-top-style', 'solid')
      await expect(field).toHaveCSS('border-top-color', colorScheme === 'light' ? LINES.light : LINES.dark)
    })
  }
})

const LINES = { light: 'rgb(201, 197, 184)', dark: 'rgb(65, 77, 71)' }

test('refuses a wrong IBAN, and masks the bank account that replaces another', async ({ page }) => {
  await answerCookies(page)
  // The login keeps the tab to which links in mails lead.
  await logIn(page, `/login-creator?next=${encodeURIComponent('/account?tab=payment')}`, demo.publisher)
  // The button works once the page has loaded.
  await page.waitForURL(/tab=payment/)
  await page.getByRole('button', { name: 'Change bank account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change bank account' })
  await dialog.getByRole('combobox', { name: 'Country of the bank' }).fill('Germany')
  await page.getByRole('option', { name: 'Germany' }).click()
  await dialog.getByLabel('Account holder').fill('Mára Lindqvist')
  await expect(dialog.getByText('Sent to the bank as: Mara Lindqvist')).toBeVisible()
  await dialog.getByLabel('Account number').fill('DE89 3704 0044 0532 0130 01')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await verifyPassword(page, demo.publisher.password)
  await expect(dialog.getByText('valid IBAN').first()).toBeVisible()
  await dialog.getByLabel('Account number').fill('DE02 1203 0000 0000 2020 51')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('•••• 2051')).toBeVisible()
  await expect(page.getByText('Payouts wait')).toBeVisible()
})
