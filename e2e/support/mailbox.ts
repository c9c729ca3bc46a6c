import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { getOwnNetwork } from './networks.ts'

/** Opens the mailbox by the address that the start of the network printed, but on the host of the test. */
export async function openMailbox(page: Page): Promise<void> {
  const { pathname, search } = new URL(readFileSync(join(getOwnNetwork().dataDir, 'mailbox.txt'), 'utf8').trim())
  await page.goto(pathname + search)
}
