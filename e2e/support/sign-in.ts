import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { getOwnNetwork } from './networks.ts'

/** E-mail and password of an account. */
export interface SignIn {
  email: string
  password: string
}

/** The sign-ins of the demo data of the network under test. */
export const demo = JSON.parse(readFileSync(join(getOwnNetwork().dataDir, 'demo.json'), 'utf8')) as Record<
  'publisher' | 'advertiser' | 'operator',
  SignIn
>

/** Fills in a login page and sends it; returns before the answer. */
export async function logIn(page: Page, loginPath: string, { email, password }: SignIn): Promise<void> {
  await page.goto(loginPath)
  await page.getByLabel('E-mail').fill(email)
  await page.locator('[name=password]').fill(password)
  await page.locator('main button[type=submit]').click()
}

/** Logs the browser of `page` in as an account of the demo data, as `logInByCall` does. */
export async function logInAs(page: Page, role: keyof typeof demo): Promise<void> {
  await logInByCall(page, { ...demo[role], type: role === 'advertiser' ? 'advertiser' : 'creator' })
}

/**
 * Logs the browser of `page` in by the call of the login pages. No page is opened, which saves two: the specs about
 * logins use the pages themselves.
 */
export async function logInByCall(page: Page, login: SignIn & { type: 'advertiser' | 'creator' }): Promise<void> {
  const { baseURL } = getOwnNetwork()
  const answer = await page.request.post(`${baseURL}/account/api/login`, { headers: { Origin: baseURL }, data: login })
  expect(await answer.json()).toMatchObject({ success: true })
}

/** Enters the password again in the dialog that a sensitive change opens, also right after a login. */
export async function verifyPassword(page: Page, password: string): Promise<void> {
  const prompt = page.getByRole('dialog', { name: 'Verify password' })
  await expect(prompt).toBeVisible()
  await expect(page.getByText('Please verify your password first.')).toHaveCount(0)
  await prompt.locator('[name=password]').fill(password)
  await prompt.getByRole('button', { name: 'Verify password' }).click()
  await expect(prompt).toBeHidden()
}
