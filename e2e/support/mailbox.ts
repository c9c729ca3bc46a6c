import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { getOwnNetwork } from './networks.ts'
import { openOwnDatabase } from './own-database.ts'

/** What a mail is recognised by: its recipient, and a part of its subject and of its text. */
export interface ExpectedMail {
  to: string
  subject: string
  text?: string
}

/** Opens the mailbox by the address that the start of the network printed, but on the host of the test. */
export async function openMailbox(page: Page): Promise<void> {
  const { pathname, search } = new URL(readFileSync(join(getOwnNetwork().dataDir, 'mailbox.txt'), 'utf8').trim())
  await page.goto(pathname + search)
}

/** Waits until the mailbox has a mail, and returns the text of the newest. Opens no page, and asks the database. */
export async function waitForMail({ to, subject, text = '' }: ExpectedMail): Promise<string> {
  const db = openOwnDatabase()
  const find = () =>
    db
      .selectFrom('mailboxMessage')
      .select('textBody')
      .where('toAddress', '=', to)
      .where('subject', 'like', `%${subject}%`)
      .where('textBody', 'like', `%${text}%`)
      .orderBy('id', 'desc')
      .executeTakeFirst()
  let mail: Awaited<ReturnType<typeof find>>
  await expect.poll(async () => (mail = await find()), { message: `a mail to ${to}: ${subject}` }).toBeDefined()
  await db.destroy()
  return mail?.textBody ?? ''
}

/** Follows the link of the newest such mail, but on the host and port of the test. */
export async function followMail(page: Page, expected: ExpectedMail): Promise<void> {
  const [address = ''] = /https?:\/\/\S+/.exec(await waitForMail(expected)) ?? []
  const { pathname, search } = new URL(address)
  await page.goto(pathname + search)
}
