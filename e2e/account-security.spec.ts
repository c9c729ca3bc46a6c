import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { generate } from 'otplib'
import { expectAccessible } from './support/accessible.ts'
import { answerCookies } from './support/applicant.ts'
import { getOwnNetwork } from './support/networks.ts'
import { test } from './support/shared-context.ts'
import { demo, logIn, logInAs, verifyPassword } from './support/sign-in.ts'

/** The code of this half minute or a later one: the present and the next are valid for half a minute at least. */
const codeOf = (secret: string, steps = 0) => generate({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 })

async function logOut(page: Page): Promise<void> {
  await page.context().clearCookies({ name: 'tandem_session' })
}

/** Confirms the typed code without a connection, behind a broken proxy, and then for good. */
async function confirmDespiteFailures(page: Page): Promise<void> {
  const call = '**/account/api/login/code'
  const dialog = page.getByRole('dialog', { name: 'Log in' })
  const confirm = dialog.getByRole('button', { name: 'Confirm' })
  await page.route(call, (route) => route.abort())
  await confirm.click()
  await expect(dialog.getByText('The connection is gone. Please try again.')).toBeVisible()
  await page.unroute(call)
  await page.route(call, (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }))
  await confirm.click()
  await expect(dialog.getByText('Something went wrong on our side. Please try again in a moment.')).toBeVisible()
  await page.unroute(call)
  await confirm.click()
}

test('switches two-step sign-in on, signs in with codes, and switches it off', async ({ page, browser }) => {
  await answerCookies(page)
  await logInAs(page, 'advertiser')
  await page.goto('/account')
  await page.getByRole('button', { name: 'Set up' }).click()
  const prompt = page.getByRole('dialog', { name: 'Verify password' })
  await expect(prompt.locator('[name=password]')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(prompt).toBeHidden()
  await expect(page.getByRole('button', { name: 'Set up' })).toBeFocused()
  await page.keyboard.press('Enter')
  await prompt.locator('[name=password]').fill('wrong-horse')
  await prompt.getByRole('button', { name: 'Verify password' }).click()
  await expect(prompt.getByText('The current password is not correct.').first()).toBeVisible()
  await verifyPassword(page, demo.advertiser.password)
  await expect(page.getByRole('figure', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = await page.getByLabel('Key', { exact: true }).inputValue()
  await page.locator('[name=code]').fill('000000')
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByText('This code is wrong or was used before.').first()).toBeVisible()
  await page.locator('[name=code]').fill(await codeOf(secret))
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.locator('code')).toHaveCount(10)
  const recoveryCode = await page.locator('code').first().innerText()
  await expectAccessible(page)

  await logOut(page)
  await page.goto('/?next=/account#login')
  const dialog = page.getByRole('dialog', { name: 'Log in' })
  await dialog.getByText('Advertiser', { exact: true }).click()
  await dialog.getByLabel('E-mail').fill(demo.advertiser.email)
  await dialog.locator('[name=password]').fill(demo.advertiser.password)
  await dialog.getByRole('button', { name: 'Log in' }).click()
  // A code works once, so the login needs the next one.
  await dialog.locator('[name=code]').fill(await codeOf(secret, 1))
  await confirmDespiteFailures(page)
  await page.waitForURL('**/account')

  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: getOwnNetwork().baseURL })
  const plainPage = await plain.newPage()
  await logIn(plainPage, '/login-advertiser?next=/account', demo.advertiser)
  await plainPage.locator('[name=code]').fill('000000')
  await plainPage.getByRole('button', { name: 'Confirm' }).click()
  await expect(plainPage.getByText('This code is wrong or was used before.')).toBeVisible()
  await plainPage.locator('[name=code]').fill(recoveryCode)
  await plainPage.getByRole('button', { name: 'Confirm' }).click()
  await expect(plainPage).toHaveURL(/\/account$/)

  await page.reload()
  await page.getByRole('button', { name: 'Log out all others' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out all others' }).click()
  await expect(page.getByText('All other devices are logged out.')).toBeVisible()
  await page.getByRole('button', { name: 'Switch off' }).click()
  await page.getByRole('dialog').locator('[name=password]').fill(demo.advertiser.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible()

  await setUpWithoutScript(plainPage)
  await plain.close()
})

/** Verifies the password, tries a wrong code and asks for another QR code, without a script. */
async function setUpWithoutScript(page: Page): Promise<void> {
  await logIn(page, '/login-advertiser?next=/account', demo.advertiser)
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('link', { name: 'Verify password' }).click()
  await page.locator('[name=password]').fill(demo.advertiser.password)
  await page.getByRole('button', { name: 'Verify password' }).click()
  await page.getByRole('button', { name: 'Set up' }).click()
  const qrCode = page.getByRole('figure', { name: 'QR code for the authenticator app' })
  await expect(qrCode).toBeVisible()
  await page.locator('[name=code]').fill('000000')
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByText('This code is wrong or was used before.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Show a new QR code' }).click()
  await expect(qrCode).toBeVisible()
}

/** Sets two-step sign-in up on the account page. */
async function setUp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Set up' }).click()
  await verifyPassword(page, demo.operator.password)
  await page.locator('[name=code]').fill(await codeOf(await page.getByLabel('Key', { exact: true }).inputValue()))
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.locator('code')).toHaveCount(10)
}

async function switchOff(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Switch off' }).click()
  await page.getByRole('dialog').locator('[name=password]').fill(demo.operator.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
}

test('requires two-step sign-in of operators, resets it, and changes the password', async ({ page }) => {
  await answerCookies(page)
  await logInAs(page, 'operator')
  await page.goto('/account')
  await expect(page.getByText('Set it up yourself before you require it')).toBeVisible()
  await setUp(page)
  await page.getByRole('button', { name: 'Require it of all operators' }).click()
  await expect(page.getByText('All operators must have two-step sign-in.')).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download data' }).click()
  expect((await saving).suggestedFilename()).toMatch(/^account-\d+\.json$/)
  await switchOff(page)
  await expect(page.getByRole('dialog').getByText('This network requires two-step sign-in').first()).toBeVisible()

  await page.goto(`/operator/accounts?search=${encodeURIComponent(demo.operator.email)}`)
  await page.getByRole('button', { name: 'Reset two-step sign-in' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset two-step sign-in' }).click()
  await page.waitForURL(/#login$/)
  await logIn(page, '/login-creator', demo.operator)
  await page.waitForURL('**/account')
  await expect(page.getByText('Set it up here before you continue.')).toBeVisible()
  await setUp(page)
  await page.getByRole('button', { name: 'Stop requiring it' }).click()
  await expect(page.getByText('Operators may sign in with their password alone.')).toBeVisible()
  await switchOff(page)
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible()

  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[name=password]').fill(demo.operator.password)
  await dialog.locator('[name=password1]').fill(demo.operator.password)
  await dialog.locator('[name=password2]').fill('another-one-1')
  await dialog.getByRole('button', { name: 'Save password' }).click()
  await expect(dialog.getByText('The two passwords are not the same.').first()).toBeVisible()
  await dialog.locator('[name=password2]').fill(demo.operator.password)
  await dialog.getByRole('button', { name: 'Save password' }).click()
  await page.waitForURL(/\/#login$/)
  await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible()
})

test('requests the erasure of the own account, and keeps it, without a script', async ({ page, browser }) => {
  await answerCookies(page)
  await logInAs(page, 'publisher')
  await page.goto('/account/erase')
  await page.getByRole('button', { name: 'Erase in 7 days' }).click()
  await verifyPassword(page, demo.publisher.password)
  await expect(page.getByText('Please confirm that you know what follows.').first()).toBeVisible()
  await page.locator('[name=confirmed]').check()
  await page.getByRole('button', { name: 'Erase in 7 days' }).click()
  await expect(page.getByText('Your account is going to be erased')).toBeVisible()
  await expectAccessible(page)

  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: getOwnNetwork().baseURL })
  const plainPage = await plain.newPage()
  await logIn(plainPage, '/login-creator?next=/account/erase', demo.publisher)
  await plainPage.getByRole('button', { name: 'Keep your account' }).click()
  await expect(plainPage.getByText('Your account stays.')).toBeVisible()
  await expect(plainPage.getByRole('button', { name: 'Erase in 7 days' })).toBeVisible()
  await plain.close()
})
