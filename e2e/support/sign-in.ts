import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { ownNetwork } from './networks.ts'

/** E-mail and password of an account. */
export interface SignIn {
  email: string
  password: string
}

/** The accounts of the sample world that the network under test was started with. */
export const demo = JSON.parse(readFileSync(join(ownNetwork().dataDir, 'demo.json'), 'utf8')) as Record<
  'publisher' | 'advertiser' | 'operator',
  SignIn
>

/** Fills in a login page the way a person does, and waits for nothing. */
export async function logIn(page: Page, door: string, { email, password }: SignIn): Promise<void> {
  await page.goto(door)
  await page.getByLabel('E-mail').fill(email)
  await page.locator('[name=password]').fill(password)
  await page.locator('main button[type=submit]').click()
}

/** Logs in as an account of the sample world, through the door of its role. */
export async function enter(page: Page, role: keyof typeof demo): Promise<void> {
  await logIn(page, role === 'advertiser' ? '/login-advertiser' : '/login-creator', demo[role])
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}
