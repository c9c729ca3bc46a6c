import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** Logs in as an account of the demo data, on the login page of its role. */
export async function logInAs(page: Page, role: keyof typeof demo): Promise<void> {
  await logIn(page, role === 'advertiser' ? '/login-advertiser' : '/login-creator', demo[role])
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}
