import { expect } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { openMailbox } from './mailbox.ts'
import { getOwnNetwork } from './networks.ts'
import { watchScripts } from './shared-context.ts'
import { demo, logIn, logInAs } from './sign-in.ts'

/** The password of the applicants. */
export const PASSWORD = 'correct-horse'

/** Answers the cookie notice in advance. */
export async function answerCookies(page: Page): Promise<void> {
  const url = getOwnNetwork().baseURL
  await page.context().addCookies([{ name: 'tandem_consent', value: 'necessary', url }])
}

/** Makes a new e-mail address. */
export function freshEmail(name: string): string {
  return `${name}.${Date.now().toString(36)}@example.com`
}

/** Opens the newest mail to an address and follows its link, but on the host and port of the test. */
export async function followMail(page: Page, mail: { to: string; subject: string }): Promise<void> {
  await expect(async () => {
    await openMailbox(page)
    const row = page.getByRole('row').filter({ hasText: mail.to }).filter({ hasText: mail.subject })
    await row.first().getByRole('link').click({ timeout: 500 })
  }).toPass()
  const link = page.locator('main a[href^="http"]').first()
  const { pathname, search } = new URL((await link.getAttribute('href')) ?? '')
  await page.goto(pathname + search)
}

/** Completes the first step of a publisher's sign-up. */
export async function beginSignUp(page: Page, email: string): Promise<void> {
  await page.goto('/sign-up')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel(/^Password/).fill(PASSWORD)
  await page.getByLabel('Repeat password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Enters the password of the sign-up on the page behind its mailed link. */
export async function confirmWith(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password from the sign-up').fill(password)
  await page.getByRole('button', { name: 'Confirm and continue' }).click()
}

/** Chooses the password on the page behind a mailed link. */
export async function choosePassword(page: Page): Promise<void> {
  await page.locator('[name=password1]').fill(PASSWORD)
  await page.locator('[name=password2]').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save the password' }).click()
}

/** The decisions that `decide` has made in this worker on screens of a width. */
const made = new Set<string>()

/**
 * Approves the application of an address as an operator in a separate browser; rejects it with `reason`. The first time
 * in a worker and on a width of the screen it checks the pages for axe too.
 */
export async function decide(browser: Browser, email: string, decision: { reason?: string } = {}): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: true })
  const errors = watchScripts(context)
  const page = await context.newPage()
  const kind = `${decision.reason === undefined ? 'approve' : 'reject'} ${page.viewportSize()?.width}`
  const isFirst = !made.has(kind)
  made.add(kind)
  await answerCookies(page)
  if (isFirst) {
    await logIn(page, '/login-creator', demo.operator)
    // An application waits, so the login leads to the queue.
    await page.waitForURL('**/operator/applications')
    await expectAccessible(page)
  } else {
    await logInAs(page, 'operator')
    await page.goto('/operator/applications')
  }
  // On a phone the filters fold behind a button.
  const filters = page.getByRole('button', { name: /^Filters/ })
  if (await filters.isVisible()) await filters.click()
  await page.getByLabel('Name, e-mail or site').fill(email)
  await page.keyboard.press('Enter')
  await page.waitForURL(/search=/)
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toBeVisible()
  // The list and the page of an application offer the same decisions.
  if (decision.reason !== undefined) {
    await row.getByRole('link').first().click()
    await page.waitForURL(/\/operator\/applications\/\d+$/)
    // The address changes before the page does.
    await expect(row).toBeHidden()
    if (isFirst) {
      await page.reload()
      await expectAccessible(page)
    }
  }
  const verb = decision.reason === undefined ? 'Approve' : 'Reject'
  const place = decision.reason === undefined ? row : page
  await place.getByRole('button', { name: verb }).click()
  const dialog = page.getByRole('dialog')
  if (decision.reason !== undefined) await dialog.getByLabel('Reason').fill(decision.reason)
  await dialog.getByRole('button', { name: verb }).click()
  const notice = decision.reason === undefined ? 'has been approved' : 'has been rejected'
  await expect(page.getByText(notice)).toBeVisible()
  expect(errors).toEqual([])
  await context.close()
}
