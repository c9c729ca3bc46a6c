import { expect } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { ownNetwork } from './networks.ts'
import { demo, logIn } from './sign-in.ts'

/** The password that applicants choose. */
export const PASSWORD = 'correct-horse'

/** Answers the cookie notice ahead, so that it covers nothing. */
export async function answerCookies(page: Page): Promise<void> {
  const url = ownNetwork().baseURL
  await page.context().addCookies([{ name: 'tandem_consent', value: 'necessary', url }])
}

/** An address that nobody has used. */
export function freshEmail(who: string): string {
  return `${who}.${Date.now().toString(36)}@example.com`
}

/** Opens the newest mail to an address and follows its link, path and search alone: the port of a test is its own. */
export async function followMail(page: Page, mail: { to: string; subject: string }): Promise<void> {
  await expect(async () => {
    await page.goto('/mailbox')
    const row = page.getByRole('row').filter({ hasText: mail.to }).filter({ hasText: mail.subject })
    await row.first().getByRole('link').click({ timeout: 500 })
  }).toPass()
  const link = page.locator('main a[href^="http"]').first()
  const { pathname, search } = new URL((await link.getAttribute('href')) ?? '')
  await page.goto(pathname + search)
}

/** Chooses the password on the page behind a mailed link. */
export async function choosePassword(page: Page): Promise<void> {
  await page.locator('[name=password1]').fill(PASSWORD)
  await page.locator('[name=password2]').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save the password' }).click()
}

/** An operator, in a window of their own, decides about the application of an address. */
export async function decideAs(browser: Browser, email: string, decision: { reason?: string } = {}): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: true })
  const page = await context.newPage()
  await answerCookies(page)
  await logIn(page, '/login-creator', demo.operator)
  // Somebody waits, so the login leads to the queue.
  await page.waitForURL('**/operator/applications')
  await expectAccessible(page)
  await page.getByLabel('Name, e-mail or site').fill(email)
  await page.keyboard.press('Enter')
  await page.waitForURL(/search=/)
  await expect(page.getByText(email)).toBeVisible()
  const verb = decision.reason === undefined ? 'Approve' : 'Reject'
  await page.getByRole('button', { name: verb }).click()
  const dialog = page.getByRole('dialog')
  if (decision.reason !== undefined) await dialog.getByLabel('Reason').fill(decision.reason)
  await dialog.getByRole('button', { name: verb }).click()
  const notice = decision.reason === undefined ? 'has been approved' : 'has been rejected'
  await expect(page.getByText(notice)).toBeVisible()
  await context.close()
}
