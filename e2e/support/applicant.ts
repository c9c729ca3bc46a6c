import { expect } from '@playwright/test'
import type { Browser, Locator, Page } from '@playwright/test'
import { approveApplication } from '#domains/partners/applications/commands/decide-application.ts'
import { testContext } from '#test/support/context.ts'
import { expectAccessible } from './accessible.ts'
import { getOwnNetwork } from './networks.ts'
import { openOwnDatabase } from './own-database.ts'
import { watchScripts } from './shared-context.ts'
import { demo, logIn } from './sign-in.ts'

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

/** Approves the newest application of an address, as the page of the operator does. */
export async function approveApplicant(email: string): Promise<void> {
  const db = openOwnDatabase()
  const { id: applicationId } = await db
    .selectFrom('application')
    .innerJoin('account', 'account.id', 'application.accountId')
    .select('application.id')
    .where('account.email', '=', email)
    .orderBy('application.id', 'desc')
    .executeTakeFirstOrThrow()
  await approveApplication(testContext(db, 'e2e'), { applicationId, website: '', note: '' })
  await db.destroy()
}

/**
 * Approves the application of an address as an operator in a separate browser; rejects it with `reason`. The list and
 * the page of an application offer the same decisions: an approval uses the list, a rejection the page.
 */
export async function decide(browser: Browser, email: string, decision: { reason?: string } = {}): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: true })
  const errors = watchScripts(context)
  const page = await context.newPage()
  await answerCookies(page)
  await logIn(page, '/login-creator', demo.operator)
  // An application waits, so the login leads to the queue.
  await page.waitForURL('**/operator/applications')
  await expectAccessible(page)
  // On a phone the filters fold behind a button.
  const filters = page.getByRole('button', { name: /^Filters/ })
  if (await filters.isVisible()) await filters.click()
  await page.getByLabel('Name, e-mail or site').fill(email)
  await page.keyboard.press('Enter')
  await page.waitForURL(/search=/)
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toBeVisible()
  if (decision.reason === undefined) {
    await answerDialog(page, { opener: row, verb: 'Approve', notice: 'has been approved' })
  } else {
    await row.getByRole('link').first().click()
    await page.waitForURL(/\/operator\/applications\/\d+$/)
    // The address changes before the page does.
    await expect(row).toBeHidden()
    await expectAccessible(page)
    await answerDialog(page, { opener: page, verb: 'Reject', notice: 'has been rejected', reason: decision.reason })
  }
  expect(errors).toEqual([])
  await context.close()
}

async function answerDialog(
  page: Page,
  decision: { opener: Page | Locator; verb: string; notice: string; reason?: string },
): Promise<void> {
  const { opener, verb, notice, reason } = decision
  await opener.getByRole('button', { name: verb }).click()
  const dialog = page.getByRole('dialog')
  if (reason !== undefined) await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: verb }).click()
  await expect(page.getByText(notice)).toBeVisible()
}
